import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import { texts } from "./placeholders.js";

/** What we are not sure of is under `doubts`, for authors: no question, page or flow says it to an employee. */
export function checkDoubts({ content }: CompiledContent, report: Report): void {
  for (const { source, localities, forms } of content.jurisdictions) {
    const read = [
      ...[source, localities].flatMap((one) =>
        one === undefined ? [] : [{ source: one, data: { sets: one.data.sets, flows: one.data.flows } }],
      ),
      ...forms
        .flatMap(({ questions, page }) => [questions, page])
        .map((one) => ({ source: one, data: one.data })),
    ];
    for (const { source: file, data } of read) {
      for (const [path, text] of texts(data, [])) {
        const doubt = doubtIn.exec(text)?.[0];
        if (doubt !== undefined)
          report({
            ...file.at(path),
            rule: "doubt",
            message: `employees read "${doubt}": say what they need to know, and move the doubt to \`doubts\``,
          });
      }
    }
  }
}

const doubtIn =
  /\b(?:as far as we know|we (?:believe|assume|think)|general knowledge|by our (?:schedule|table)|(?:was|were|could) not (?:be )?(?:seen|read|found|confirmed)|unconfirmed)\b/i;
