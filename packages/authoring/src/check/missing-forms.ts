import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { JurisdictionContent } from "../resolve/content.js";
import { texts } from "./placeholders.js";

/**
 * A form that a sentence names is one of the catalog, is missing by name in some place, or is listed as no certificate.
 * A place that taxes wages has flows, or names the certificate that is missing.
 */
export function checkMissingForms({ content }: CompiledContent, report: Report): void {
  if (!content.placesWhole) return;
  const ours = content.jurisdictions.flatMap(({ forms }) =>
    forms.flatMap(({ form: { data } }) => [data.name, data.prints ?? data.name]),
  );
  const lacking = content.jurisdictions.flatMap(missingAt);
  const others = content.otherForms;
  const unused = new Set(Object.keys(others?.data ?? {}));
  const known = [...new Set([...ours, ...lacking.map(({ form }) => form), ...unused])];
  for (const source of content.jurisdictions.flatMap(sourcesOf)) {
    for (const [path, text] of texts(source.data, [])) {
      for (const rest of text.split(/\b[Ff]orms? /).slice(1)) {
        const name = nameAt(rest, known);
        if (name !== undefined) unused.delete(name);
        const unknown = name === undefined ? numberAt.exec(rest)?.[0] : undefined;
        if (unknown !== undefined && content.whole)
          report({
            ...source.at(path),
            rule: "missing-form",
            message: `Form ${unknown} is not in the catalog: name it under \`missing\` or \`missingForSome\` of its jurisdiction, or in other-forms.yaml if no employee gives it to an employer`,
          });
      }
    }
  }
  for (const name of content.whole && others !== undefined ? unused : [])
    report({
      ...others!.at([name]),
      rule: "missing-form",
      message: `no sentence names Form ${name}: remove it`,
    });
  for (const { code, source } of content.jurisdictions) {
    const { wageTax, flows, missing } = source.data;
    if (wageTax && flows === undefined && missing?.WAGES === undefined)
      report({
        ...source.at(["wageTax"]),
        rule: "missing-form",
        message: `${code} taxes wages, but has no flows: add \`flows\`, or name its certificate under \`missing\``,
      });
  }
}

/** What follows "Form" looks like the number of a form: it has a digit, perhaps after one word in capitals. */
const numberAt = /^(?:[A-Z]{1,4} )?(?=[A-Z0-9./-]*[0-9])[A-Z0-9]+(?:[./-][A-Z0-9]+)*/;

/** The longest known name with which the text starts. */
function nameAt(text: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => text.startsWith(name) && !/^-?[A-Za-z0-9]/.test(text.slice(name.length)))
    .sort((a, b) => b.length - a.length)[0];
}

interface MissingForm {
  readonly source: Source;
  readonly path: Path;
  readonly form: string;
}

function missingAt({ source, localities }: JurisdictionContent): MissingForm[] {
  const { missing = {}, missingForSome = [] } = source.data;
  const own = [
    ...Object.entries(missing).map(([payment, form]) => ({ source, path: ["missing", payment], form })),
    ...missingForSome.map(({ form }, index) => ({ source, path: ["missingForSome", index], form })),
  ];
  const below = Object.entries(localities?.data.localities ?? {}).flatMap(([code, locality]) =>
    [locality.missing ?? [], (locality.missingForSome ?? []).map(({ form }) => form)]
      .flat(2)
      .map((form) => ({ source: localities!, path: ["localities", code], form })),
  );
  // Words in parentheses say more than the name.
  return [...own, ...below].map((one) => ({ ...one, form: one.form.replace(/ \(.*/, "") }));
}

function sourcesOf({ source, localities, forms }: JurisdictionContent): Source[] {
  const all = [
    source,
    localities,
    ...forms.flatMap(({ form, questions, parameters, page }) => [form, questions, parameters, page]),
  ];
  return all.flatMap((one) => one ?? []);
}
