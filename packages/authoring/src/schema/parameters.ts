import { type Static, Type } from "@withholding-forms/contract/typebox";
import { closed, keyed, mapOf, words } from "./parts.js";

const parameter = closed({
  value: Type.Optional(Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] })),
  from: Type.Optional(words),
  map: Type.Optional(mapOf(Type.String())),
  otherwise: Type.Optional(Type.String()),
  when: Type.Optional(words),
  note: Type.Optional(words),
  /** Why nobody can claim less than some number, although the vocabulary says `mayBeLower`. */
  atLeast: Type.Optional(words),
});
export type ParameterSource = Static<typeof parameter>;

/** `parameters.yaml` of a form version: where the values of its tax parameters come from. */
export const parameters = keyed("^[A-Z]+(?:_[A-Z]+)*(?:\\.[a-zA-Z][A-Za-z0-9]*)+$", parameter, {
  title: "The tax parameters of a form",
});
