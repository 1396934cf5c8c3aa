import { Decimal, defined, type Language, pointerTo, type Value, zero } from "@withholding-forms/interview";
import type { FederalValue } from "../../model/artifact.js";
import type { FieldProblem } from "../../model/catalog.js";

/**
 * Reads `federalValues` by the specification's table: isExempt always; filingStatus unless exempt; a nonresident alien
 * may not be exempt; amounts are zero or more.
 */
export function readFederalValues(
  known: Readonly<Record<string, FederalValue>>,
  sent: Readonly<Record<string, unknown>>,
  language: Language,
): { values: Map<string, Value>; problems: FieldProblem[] } {
  const values = new Map<string, Value>();
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: FieldProblem["code"]): void => {
    const message = known[name]?.message[language];
    problems.push({ pointer: `/federalValues/${name}`, code, ...defined({ message }) });
  };
  for (const [name, untrimmed] of Object.entries(sent)) {
    const raw = typeof untrimmed === "string" ? untrimmed.trim() : untrimmed;
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) {
      problems.push({ pointer: pointerTo("/federalValues", name), code: "UNKNOWN" });
      continue;
    }
    if (raw === undefined || raw === null || raw === "") continue;
    if (typeof raw === "string" && kind.notGiven?.includes(raw)) continue;
    const value = read(kind, raw);
    if (value === undefined) complain(name, "INVALID");
    else values.set(`federal.${name}`, value);
  }
  const wrong = new Set(problems.map((problem) => problem.pointer));
  if (!values.has("federal.isExempt") && !wrong.has("/federalValues/isExempt"))
    complain("isExempt", "REQUIRED");
  const exempt = values.get("federal.isExempt");
  if (exempt === false && !values.has("federal.filingStatus") && !wrong.has("/federalValues/filingStatus"))
    complain("filingStatus", "REQUIRED");
  if (exempt === true && values.get("federal.isNonResidentAlien") === true)
    complain("isNonResidentAlien", "CHECK");
  for (const name of Object.keys(known)) {
    const value = values.get(`federal.${name}`);
    if (!(value instanceof Decimal) || value.gte(zero)) continue;
    // An exempt employee has no extra amount, whatever was sent.
    if (name === "additionalWithholding" && exempt === true) values.set(`federal.${name}`, zero);
    else complain(name, "INVALID");
  }
  return { values, problems };
}

function read(kind: FederalValue, raw: unknown): Value {
  const text =
    typeof raw === "number" && Number.isFinite(raw)
      ? new Decimal(raw).toFixed()
      : typeof raw === "boolean"
        ? String(raw)
        : raw;
  if (typeof text !== "string" || text.length > 60) return undefined;
  switch (kind.type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
      return new RegExp(kind.pattern ?? "^$").test(text) ? new Decimal(text.replaceAll(",", "")) : undefined;
    case "text": {
      const words = kind.words ?? {};
      return Object.hasOwn(words, text)
        ? words[text]
        : Object.values(words).includes(text)
          ? text
          : undefined;
    }
  }
}
