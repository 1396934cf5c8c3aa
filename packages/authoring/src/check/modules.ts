import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import { parametersIn, partGroups, plainWords } from "../resolve/modules.js";
import type { Shape } from "../schema/schemas.js";

/** Some form or flow uses every part of every module, and the module's words use every parameter. */
export function checkModules(compiled: CompiledContent, report: Report): void {
  const { content } = compiled;
  for (const [name, source] of content.modules) {
    checkClaim(compiled, name, source.data.claim, report);
    const { about: _, claim: __, parameters = {}, ...parts } = source.data;
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

/** Every form that makes the claim of a module asks its questions, in its own words or in those of the module. */
function checkClaim(
  { forms }: CompiledContent,
  name: string,
  claim: Shape<"module">["claim"],
  report: Report,
): void {
  if (claim === undefined) return;
  for (const { context } of forms) {
    const { parameters, questions } = context.form;
    const id = Object.keys(parameters.data).find((one) => one.endsWith(`.${claim.parameter}`));
    // A parameter that passes on the answer names its codes in the options of a question.
    if (id === undefined || !JSON.stringify([parameters.data, questions.data]).includes(`"${claim.code}"`))
      continue;
    const asked = (part: string): boolean => questions.moduleParts?.has(`${name}.questions.${part}`) === true;
    for (const list of claim.asks.filter((parts) => !parts.some(asked)))
      report({
        ...parameters.at([id]),
        rule: "module",
        message: `${claim.code} is claimed without a question of the module ${name} that it needs: use one of ${list.join(", ")}`,
      });
  }
}
