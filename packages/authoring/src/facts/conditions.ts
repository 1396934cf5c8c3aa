import type { FactEntry } from "./sheet.js";

/** `exemptReason is NO_LIABILITY`, `isExempt is not true`, `children is above 0`, or an id alone. */
export interface Clause {
  readonly id: string;
  readonly is: "is" | "is not" | "is above";
  readonly word: string;
}

/** A group is true if all its clauses are. No group at all: never. An empty group: always. */
export type Condition = readonly (readonly Clause[])[];

export const always: Condition = [[]];

/** The words of a sheet as a condition; undefined where they are no such sentence. */
export function readCondition(text: string, entries: readonly FactEntry[]): Condition | undefined {
  const words = text
    .trim()
    .replace(/^when /, "")
    .replaceAll("&&", " and ")
    .replaceAll("||", " or ")
    .replaceAll("!=", " is not ")
    .replaceAll("==", " is ");
  const groups: Clause[][] = [];
  for (const part of words.split(/\s+or\s+/)) {
    const before = groups.at(-1)?.at(-1);
    // `is A or B`: the second word is another option of the same question.
    const alone = /^\w+$/.exec(part.trim())?.[0];
    const again = alone !== undefined && before !== undefined && optionsOf(entries, before.id).has(alone);
    const clauses = again
      ? [{ ...before, word: alone }]
      : part.split(/\s+and\s+/).map((one) => readClause(one, entries));
    if (clauses.some((clause) => clause === undefined)) return undefined;
    groups.push(clauses as Clause[]);
  }
  return groups;
}

function readClause(text: string, entries: readonly FactEntry[]): Clause | undefined {
  const match = /^(\w+)(?:\s+(is above|is not|is)\s+"?(\w+)"?)?$/.exec(text.trim());
  const [, id = "", is = "is", word = "true"] = match ?? [];
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return undefined;
  const clause: Clause = { id, is: is as Clause["is"], word };
  if (is === "is above") return /^[0-9]+$/.test(word) ? clause : undefined;
  const options = optionsOf(entries, id);
  const fits = options.size > 0 ? options.has(word) : isNumber(entry) ? /^[0-9]+$/.test(word) : true;
  return fits ? clause : undefined;
}

/** The condition in the language of formulas; undefined if it is always true. */
export function conditionFormula(condition: Condition, entries: readonly FactEntry[]): string | undefined {
  if (condition.some((group) => group.length === 0)) return undefined;
  const clause = ({ id, is, word }: Clause): string => {
    const entry = entries.find((one) => one.id === id);
    if (is === "is above") return `${id} > ${word}`;
    if (entry !== undefined && isYesNo(entry)) return (word === "true") === (is === "is") ? id : `not ${id}`;
    const operand = entry !== undefined && isNumber(entry) ? word : `"${word}"`;
    return `${id} ${is === "is" ? "==" : "!="} ${operand}`;
  };
  const groups = condition.map((group) => group.map(clause).join(" and "));
  return groups.length === 0 ? "false" : groups.join(" or ");
}

/** What is left of a condition once an answer is known. */
export function given(condition: Condition, id: string, value: string): Condition {
  return condition.flatMap((group) => {
    const isTrue = (clause: Clause): boolean => (clause.word === value) === (clause.is === "is");
    return group.every((clause) => clause.id !== id || isTrue(clause))
      ? [group.filter((clause) => clause.id !== id)]
      : [];
  });
}

/** What is left once it is known which questions are never asked: nothing is true of them. */
export function withoutUnasked(condition: Condition, asked: ReadonlySet<string>): Condition {
  return condition.flatMap((group) =>
    group.every((clause) => asked.has(clause.id) || clause.is === "is not")
      ? [group.filter((clause) => asked.has(clause.id))]
      : [],
  );
}

export function isYesNo({ type }: FactEntry): boolean {
  return type === "boolean" || type === "checkbox";
}

export function isNumber({ type }: FactEntry): boolean {
  return ["dollar", "integer", "percent", "year", "calculated"].includes(type);
}

function optionsOf(entries: readonly FactEntry[], id: string): ReadonlySet<string> {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return new Set();
  return new Set(
    isYesNo(entry) ? ["true", "false"] : (entry.options ?? []).map(({ value }) => String(value)),
  );
}
