import type { FormParts } from "../compile/form.js";
import type { Path, Source } from "../read/source.js";
import { tableNames } from "../resolve/resolve-figures.js";

/** Some formula or the page uses every table, and the page uses every piece. What a newer version no longer needs is removed with null. */
export function checkParts({ context }: FormParts): void {
  const { questions, page } = context.form;
  const looked = tableNames(context.form);
  for (const name of Object.keys(questions.data.tables ?? {})) {
    if (looked.has(name)) continue;
    const message = `no formula uses the table "${name}" and the page does not print it: remove it`;
    context.report(questions, ownPath(questions, ["tables", name]), "unused-part", message);
  }
  const { pieces = {}, blocks } = page.data;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of usedPieces(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(pieces[name]);
    }
  };
  visit(blocks);
  for (const name of Object.keys(pieces)) {
    if (used.has(name)) continue;
    const message = `the page does not use the piece "${name}": remove it, or use it in \`blocks\``;
    context.report(page, ownPath(page, ["pieces", name]), "unused-part", message);
  }
}

/** The place in the file of the version itself: one that inherits what it does not use removes it with null. */
function ownPath(source: Source<unknown>, path: Path): Path {
  return source.at(path).file === source.file ? path : path.slice(0, 0);
}

/** What blocks name with `use:`, or with `sign:` instead of cells. */
function usedPieces(part: unknown): string[] {
  return [...(JSON.stringify(part) ?? "").matchAll(/"(?:use|sign)":"(\w+)"/g)].map(([, name = ""]) => name);
}
