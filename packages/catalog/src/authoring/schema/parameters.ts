import { type Static, Type } from "typebox";
import { choice, closed, keyed, mapOf, words } from "./parts.js";

const parameter = closed({
  type: choice("boolean", "dollarAmount", "integer", "percent", "string", "code", "date"),
  about: words,
  value: Type.Optional(Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] })),
  from: Type.Optional(words),
  map: Type.Optional(mapOf(Type.String())),
  otherwise: Type.Optional(Type.String()),
  when: Type.Optional(words),
  values: Type.Optional(mapOf(words)),
});
export type ParameterSource = Static<typeof parameter>;

/** `parameters.yaml` of a form version. */
export const parameters = keyed("^[A-Z]+(?:\\.[a-zA-Z][A-Za-z0-9]*)+$", parameter, {
  title: "The tax parameters of a form",
});
