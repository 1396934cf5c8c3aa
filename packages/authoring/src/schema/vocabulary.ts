import { parameterTypes } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, constant, formId, formIds, keyed, mapOf, oneOf, words } from "./parts.js";

const codes = Type.Optional(mapOf(words, { minProperties: 1 }));

const home = choice("inside", "outside");
/** The value, or one of the codes, is only for people with a home in the state, or outside it. */
const residence = Type.Optional(oneOf(home, mapOf(home, { minProperties: 1 })));

const names = Type.Optional(Type.Array(words, { minItems: 1 }));
/** When a parameter starts and ends: names of parameters of the same certificate. The head of the file explains them. */
const lifeCycle = { startsOn: names, endsOn: names, partOf: Type.Optional(words) };

const name = closed({
  type: choice(...parameterTypes),
  about: words,
  period: Type.Optional(choice("pay", "year")),
  codes,
  residence,
  /** What an employee claims, who may always claim less. */
  mayBeLower: Type.Optional(constant(true)),
  ...lifeCycle,
  keepsEarlier: Type.Optional(constant(true)),
  blocks: Type.Optional(constant(true)),
  yields: Type.Optional(constant(true)),
});
export type ParameterName = Static<typeof name>;

const override = closed({ about: Type.Optional(words), codes, residence, ...lifeCycle, reason: words });

const together = closed({
  id: words,
  forms: formIds,
  rule: choice("any", "all", "sum", "first"),
  staysInForce: Type.Optional(constant(true)),
  about: words,
});

const ids = Type.Array(words, { minItems: 1 });
/** Values by parameter ID that the certificate has. */
const when = Type.Optional(mapOf(words, { minProperties: 1 }));
const gate = closed({
  forms: formIds,
  ids,
  when,
  by: Type.Optional(words),
  from: Type.Optional(formIds),
  formName: Type.Optional(words),
});
const replacement = closed({ form: formId, forms: formIds, ids: Type.Optional(ids), when, whose: when });

/** `parameters.yaml` at the top of the content: every tax parameter by its name, without the prefix of its place. */
export const vocabulary = closed(
  {
    names: keyed("^[a-z][A-Za-z0-9]*(?:\\.[a-z][A-Za-z0-9]*)*$", name),
    overrides: Type.Optional(keyed("^[A-Z]+(?:_[A-Z]+)*(?:\\.[a-zA-Z][A-Za-z0-9]*)+$", override)),
    together: Type.Optional(Type.Array(together, { minItems: 1 })),
    gates: Type.Optional(Type.Array(gate, { minItems: 1 })),
    replaces: Type.Optional(Type.Array(replacement, { minItems: 1 })),
  },
  { title: "The vocabulary of tax parameters" },
);
export type Vocabulary = Static<typeof vocabulary>;
