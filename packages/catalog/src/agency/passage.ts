import type { Wording } from "../model/binding.js";

/** The words of a page between two anchors, both included, or why they cannot be found. */
export function passage(
  pages: readonly string[],
  { page, from, to }: Pick<Wording, "page" | "from" | "to">,
): { readonly text: string } | { readonly fault: string } {
  const words = pages[page - 1];
  if (words === undefined) return { fault: `there is no page ${page}` };
  const start = words.indexOf(from);
  if (start < 0) return { fault: `page ${page} does not say "${from}"` };
  if (words.indexOf(from, start + 1) >= 0) return { fault: `page ${page} says "${from}" more than once` };
  const end = words.indexOf(to, start);
  if (end < 0) return { fault: `page ${page} does not say "${to}" after "${from}"` };
  return { text: words.slice(start, end + to.length) };
}
