import { parameterTypes } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, constant, formIds, keyed, mapOf, oneOf, words } from "./parts.js";

const codes = Type.Optional(mapOf(words, { minProperties: 1 }));

const home = choice("inside", "outside");
/** The value, or one of the codes, is only for people with a home in the state, or outside it. */
const residence = Type.Optional(oneOf(home, mapOf(home, { minProperties: 1 })));

const name = closed({
  type: choice(...parameterTypes),
  about: words,
  period: Type.Optional(choice("pay", "year")),
  codes,
  residence,
  /** What an employee claims, who may always claim less. */
  mayBeLower: Type.Optional(constant(true)),
});
export type ParameterName = Static<typeof name>;

const override = closed({ about: Type.Optional(words), codes, residence, reason: words });

const together = closed({
  id: words,
  forms: formIds,
  rule: choice("any", "all", "sum", "first"),
  staysInForce: Type.Optional(constant(true)),
  about: words,
});

/** `parameters.yaml` at the top of the content: every tax parameter by its name, without the prefix of its place. */
export const vocabulary = closed(
  {
    names: keyed("^[a-z][A-Za-z0-9]*(?:\\.[a-z][A-Za-z0-9]*)*$", name),
    overrides: Type.Optional(keyed("^[A-Z]+(?:_[A-Z]+)*(?:\\.[a-zA-Z][A-Za-z0-9]*)+$", override)),
    together: Type.Optional(Type.Array(together, { minItems: 1 })),
  },
  { title: "The vocabulary of tax parameters" },
);
export type Vocabulary = Static<typeof vocabulary>;
