import type { Inputs, Value } from "@withholding-forms/interview";
import type { GivenBy } from "./types.js";

/** What is known, as the interview gets it. Not in `given-answers.ts`, whose types are in the package. */
export function inputsOf({ region, given = {} }: GivenBy): Inputs {
  const known = Object.entries(given).map(([id, answer]) => [`given.${id}`, answer as Value] as const);
  return new Map([...(region === undefined ? [] : [["employee.region", region] as const]), ...known]);
}
