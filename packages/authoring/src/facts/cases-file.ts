import { type Clause, type Condition, isNumber, isYesNo } from "./conditions.js";
import { inline, todo, yamlText } from "./draft.js";
import { type DraftInterview, type DraftSet, end } from "./interview.js";
import type { FactEntry } from "./sheet.js";

/** What an example needs besides the sheet. */
export interface CaseWords {
  readonly year: number;
  /** A state other than the place itself. */
  readonly state: string;
}

/** `cases.yaml`: an example for each answer of the deciding question, whose results are for a person to write. */
export function casesFile({ sets, decider }: DraftInterview, words: CaseWords): string {
  const values = decider === undefined ? [undefined] : [...branches(sets[0]).keys()];
  return yamlText(
    values.map((value) => {
      const path = pathOf(sets, value);
      const answers = new Map<string, string | number | boolean>();
      for (const set of path)
        for (const { entry, when } of set.questions)
          if (entry.type !== "calculated" && isTrue(when, answers))
            answers.set(
              entry.id,
              entry === decider && value !== undefined
                ? sampleOf(entry, value)
                : sample(
                    entry,
                    set.gates.some((gate) => gate.entry === entry),
                    words,
                  ),
            );
      return {
        case: value === undefined ? "the simplest" : `${decider?.id} ${value}`,
        answers: todo(
          inline(Object.fromEntries(answers)),
          "add parameters and prints, computed by hand from the form's instructions",
        ),
        path: inline(path.map(({ id }) => id)),
      };
    }),
    [
      "Hand-written examples: answers in; path, parameters and printed fields out. Write the expected values from the form's own",
      "instructions, never from what the service returns. At least: the simplest, everything, exempt, each edge of a limit.",
    ],
  );
}

function branches(set: DraftSet | undefined): ReadonlyMap<string, string> {
  return set === undefined || typeof set.next === "string" ? new Map() : set.next.byValue;
}

function pathOf(sets: readonly DraftSet[], value: string | undefined): DraftSet[] {
  const path: DraftSet[] = [];
  for (let set = sets[0]; set !== undefined; ) {
    path.push(set);
    const next: string | undefined =
      typeof set.next === "string" ? set.next : set.next.byValue.get(value ?? "");
    set = next === end ? undefined : sets.find(({ id }) => id === next);
  }
  return path;
}

function isTrue(condition: Condition, answers: ReadonlyMap<string, string | number | boolean>): boolean {
  const clause = ({ id, is, word }: Clause): boolean => {
    const answer = answers.get(id);
    if (is === "is above") return Number(answer ?? 0) > Number(word);
    return (String(answer ?? "") === word) === (is === "is");
  };
  return condition.some((group) => group.every(clause));
}

function sampleOf(entry: FactEntry, value: string): string | boolean {
  return isYesNo(entry) ? value === "true" : value;
}

function sample(entry: FactEntry, gate: boolean, { year, state }: CaseWords): string | number | boolean {
  const { type, options } = entry;
  if (isYesNo(entry)) return gate;
  if (type === "choice") return String(options?.[0]?.value ?? "");
  if (type === "state") return state;
  if (type === "year") return year;
  if (type === "monthYear") return `01/${year}`;
  if (type === "date") return `${year}-01-15`;
  if (type === "telephone") return "555-123-4567";
  return isNumber(entry) ? 1 : "Sample";
}
