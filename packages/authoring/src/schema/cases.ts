import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, date, mapOf, oneOf, orNull, phrases, setId, words } from "./parts.js";

const answer = Type.Unsafe<string | number | boolean | unknown[]>({
  type: ["string", "number", "boolean", "array"],
});

const oneCase = closed({
  case: words,
  /** Another case of this file whose answers, federal values and day this one starts from. */
  from: Type.Optional(words),
  /** null: the inherited case of this name, or with the name `*` every one, is not run. */
  answers: Type.Optional(orNull(mapOf(oneOf(answer, Type.Null())))),
  federalValues: Type.Optional(mapOf(answer)),
  today: Type.Optional(oneOf(date, Type.String({ pattern: "\\{\\{" }))),
  /** State or province of the employee's home address. */
  region: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
  path: Type.Optional(Type.Array(setId)),
  ends: Type.Optional(choice("COMPLETE", "INELIGIBLE")),
  problems: Type.Optional(mapOf(choice("REQUIRED", "INVALID", "CHECK", "UNKNOWN", "EXPIRED", "TOO_EARLY"))),
  ignored: Type.Optional(Type.Array(words)),
  /** `null`: the parameter is left out. */
  parameters: Type.Optional(mapOf(oneOf(Type.String(), Type.Null()))),
  prints: Type.Optional(mapOf(Type.Unsafe<string | boolean>({ type: ["string", "boolean"] }))),
  perjury: Type.Optional(words),
  /** Text that the question sets of the path and the page contain, and text that they must not contain. */
  /** Answers to forms that the employee completed before, by form id, and what this form then suggests; null: nothing. */
  before: Type.Optional(mapOf(mapOf(answer))),
  zipCode: Type.Optional(Type.String({ pattern: "^(?:[0-9]{5}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9])$" })),
  suggests: Type.Optional(mapOf(oneOf(Type.String(), Type.Null()))),
  says: Type.Optional(phrases),
  neverSays: Type.Optional(phrases),
  source: Type.Optional(words),
});
export type WrittenCase = Static<typeof oneCase>;

/** A case that is run. */
export type Case = WrittenCase & { readonly answers: NonNullable<WrittenCase["answers"]> };

/** `cases.yaml` of a form version. The file is a list; it is read as an object with that list. */
export const cases = Type.Object(
  { list: Type.Array(oneCase, { minItems: 1 }) },
  { title: "Hand-written examples of a form" },
);
