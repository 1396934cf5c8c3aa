import { byVersion } from "@withholding-forms/catalog/model/version";
import { casesOf, completer } from "../check/cases.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";

/** What ends within a number of days from a day, and has no newer version by then: versions, years that forms are for, and claims. */
export function lapses(
  compiled: Pick<CompiledContent, "forms" | "shared">,
  today: string,
  days = 90,
): string {
  const last = dayAfter(today, days);
  const ends = new Set<string>();
  const nobody = new Set<string>();
  for (const parts of compiled.forms) {
    const { id, version, retired, validity } = parts.form;
    const isDue = (end: string | undefined): end is string =>
      end !== undefined &&
      end >= today &&
      end <= last &&
      !compiled.forms.some(
        ({ form }) =>
          form.id === id && byVersion(form.version, version) < 0 && form.effective <= dayAfter(end, 1),
      );
    const add = (end: string | undefined, what: string): unknown =>
      isDue(end) && ends.add(`${end}  ${id} ${version}${what}`);
    add(retired, " is no longer served after this day");
    const { taxYear, claims } = validity;
    if (taxYear !== undefined) add(`${taxYear}-12-31`, ` is for ${taxYear}: is there a new form?`);
    for (const { end, acceptedUntil = end } of claims) {
      add(fixedDay(end), ": a claim ends");
      const day = fixedDay(acceptedUntil);
      if (isDue(day) && rejectsAll(parts, compiled, dayAfter(day, 1)))
        nobody.add(
          `${day}  ${id} ${version} rejects everybody after this day: write its version for the next year`,
        );
    }
  }
  const lines = [...[...nobody].sort(), ...[...ends].sort()];
  return lines.length === 0 ? `Nothing ends by ${last}.` : lines.join("\n");
}

/** A day of the form, not one that depends on an answer or on the day of signing. */
function fixedDay(expression: string): string | undefined {
  return /^"([0-9-]{10})"$/.exec(expression)?.[1];
}

/** Whether nobody of the form's examples can complete it on a day. */
function rejectsAll(parts: FormParts, compiled: Pick<CompiledContent, "shared">, today: string): boolean {
  const run = completer(parts, compiled);
  const { cases, inherited } = parts.context.form;
  const completed = [cases, ...inherited.map((level) => level.cases)]
    .flatMap(casesOf)
    .filter((one) => run(one, "SIGN").outcome === "COMPLETE");
  return (
    completed.length > 0 && completed.every((one) => run({ ...one, today }, "SIGN").outcome === "REFUSED")
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
