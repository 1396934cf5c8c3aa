import { InvalidArgumentError } from "commander";

export const dayLength = 24 * 60 * 60 * 1000;

/** The first instant of a date in the format YYYY-MM-DD. */
export function readDay(text: string): number {
  const start = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const real = !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
  if (!real) throw new InvalidArgumentError("Enter a date as YYYY-MM-DD.");
  return start;
}
