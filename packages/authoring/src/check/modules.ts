import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import { parametersIn, partGroups, plainWords } from "../resolve/modules.js";

/** Some form or flow uses every part of every module, and the module's words use every parameter. */
export function checkModules({ content }: CompiledContent, report: Report): void {
  for (const [name, source] of content.modules) {
    const { about: _, parameters = {}, ...parts } = source.data;
    const mentioned = parametersIn(JSON.stringify(parts));
    for (const parameter of mentioned) {
      if (Object.hasOwn(parameters, parameter)) continue;
      const message = `the module has no parameter "${parameter}" for its words: add it to \`parameters\``;
      report({ ...source.at(["parameters"]), rule: "module", message });
    }
    for (const [parameter, kind] of Object.entries(parameters)) {
      const at = source.at(["parameters", parameter]);
      if (kind !== plainWords && content.answers.data[kind]?.options === undefined)
        report({
          ...at,
          rule: "module",
          message: `"${kind}" is not a kind of answer with options: name one of answers.yaml, or \`${plainWords}\``,
        });
      if (!mentioned.has(parameter))
        report({ ...at, rule: "unused-module", message: `its text does not use "${parameter}": remove it` });
    }
    // A form that could not be read may use it.
    if (!content.whole) continue;
    const all = partGroups.flatMap((group) =>
      Object.keys(source.data[group] ?? {}).map((part) => [group, part] as const),
    );
    const unused = all.filter(([group, part]) => !content.usedParts.has(`${name}.${group}.${part}`));
    if (unused.length === all.length)
      report({
        ...source.at([]),
        rule: "unused-module",
        message: `no form and no flow uses ${name}: remove the file`,
      });
    else
      for (const [group, part] of unused) {
        const message = `no form and no flow uses ${name}.${part}: remove it`;
        report({ ...source.at([group, part]), rule: "unused-module", message });
      }
  }
}
