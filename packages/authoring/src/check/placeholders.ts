import type { FormParts } from "../compile/form.js";
import { placeholders } from "../read/placeholders.js";
import type { Report } from "../read/problem.js";
import { isRecord, type Path } from "../read/source.js";

/** Nothing is left of what `new-form` wrote for a person to replace. */
export function checkPlaceholders({ context }: FormParts, report: Report): void {
  const { form, questions, parameters, page, cases, official } = context.form;
  for (const source of [form, questions, parameters, page, cases, official]) {
    for (const [path, text] of texts(source?.data, [])) {
      const found = Object.values(placeholders).find((placeholder) => text.includes(placeholder));
      if (source !== undefined && found !== undefined)
        report({
          ...source.at(path),
          rule: "placeholder",
          message: `"${found}" is a placeholder: replace it`,
        });
    }
  }
}

/** Every text in a file, with its path. */
export function* texts(data: unknown, path: Path): Generator<readonly [Path, string]> {
  if (typeof data === "string") yield [path, data];
  else if (Array.isArray(data))
    for (const [index, item] of data.entries()) yield* texts(item, [...path, index]);
  else if (isRecord(data)) for (const [key, item] of Object.entries(data)) yield* texts(item, [...path, key]);
}
