import type { FieldError } from "@withholding-forms/contract";
import type { Problem } from "../../problems/problem.js";

/** Result of a line. It contains nothing about a person. */
export type LineOutcome = FilledLine | RefusedLine;

export interface FilledLine {
  readonly line: number;
  /** Size of the PDF. */
  readonly bytes: number;
}

export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
}

export function isRefused(outcome: LineOutcome): outcome is RefusedLine {
  return "code" in outcome;
}

/** The codes without the messages, which can contain a character that a person typed. */
export function refusalOf(line: number, { code, parts }: Problem): RefusedLine {
  const errors = (parts.errors ?? []).map((error) => ({ pointer: safePointer(error), code: error.code }));
  return { line, code, errors };
}

/** Only the name of an unknown member comes from the caller; anything but a plain name could be personal data. */
function safePointer({ pointer, code }: FieldError): string {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const name = pointer.slice(parent.length + 1);
  return code !== "UNKNOWN" || /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? pointer : parent;
}

/** Names sort like numbers in folders with fewer than ten million files. */
export function nameOf(line: number, ending: "pdf" | "json"): string {
  return `${String(line).padStart(7, "0")}.${ending}`;
}
