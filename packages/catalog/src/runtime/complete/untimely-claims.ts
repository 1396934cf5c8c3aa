import { number, pointerTo, type Scope, truth } from "@withholding-forms/interview";
import type { FieldProblem } from "../../model/catalog.js";
import type { ReadyClaim, ReadyForm } from "./ready-form.js";

/** A claim for a period that has ended exempts no pay, and the facts of a year too far ahead are unknown. */
export function untimelyClaims({ claims }: ReadyForm, scope: Scope, day: string): FieldProblem[] {
  return claims.flatMap((claim) => {
    const code = truth(claim.when(scope)) ? untimely(claim, scope, day) : undefined;
    if (code === undefined) return [];
    return [{ pointer: pointerTo("/fields", claim.question), questionId: claim.question, code }];
  });
}

function untimely(
  { last, year }: ReadyClaim,
  scope: Scope,
  day: string,
): "EXPIRED" | "TOO_EARLY" | undefined {
  // A claim for last year may end in this one, but no pay of this year is paid under it.
  const ahead = year === undefined ? 0 : number(year(scope)).toNumber() - Number(day.slice(0, 4));
  if (ahead > 1) return "TOO_EARLY";
  return ahead < 0 || day > String(last(scope)) ? "EXPIRED" : undefined;
}
