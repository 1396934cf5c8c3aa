import { Type } from "@withholding-forms/contract/typebox";
import { closed, constant, date, keyed, oneOf, words } from "./parts.js";
import { bands, byWord, definitions } from "./table.js";

/** Where a value was read, or that we computed it. */
const origin = { source: words, derived: Type.Optional(constant(true)), note: Type.Optional(words) };

const name = "^[a-z][A-Za-z0-9]*$";

/** Things that a choice can offer, one per row. The first column is the code that is the answer. */
const list = closed({
  columns: Type.Array(Type.String({ pattern: name }), { minItems: 2, uniqueItems: true }),
  rows: Type.Array(Type.Array(oneOf(Type.Number(), words), { minItems: 1 }), { minItems: 1 }),
  ...origin,
});

const figure = oneOf(
  closed({ amount: Type.Number(), ...origin }),
  // "4.40" keeps its last digit when it is written as 4.40%.
  closed({
    percent: oneOf(Type.Number(), Type.String({ pattern: "^[0-9]+(?:\\.[0-9]+)?$" })),
    ...origin,
  }),
  closed({ count: Type.Integer(), ...origin }),
  closed({ date, ...origin }),
);

/** `figures/<year>.yaml` of a jurisdiction. */
export const figures = closed(
  {
    figures: Type.Optional(keyed(name, figure, { minProperties: 1 })),
    tables: Type.Optional(
      keyed(name, oneOf(closed({ ...bands, ...origin }), closed({ ...byWord, ...origin })), {
        minProperties: 1,
      }),
    ),
    lists: Type.Optional(keyed(name, list, { minProperties: 1 })),
  },
  {
    title: "Amounts, rates, counts and dates of one year, and its tables and lists",
    definitions,
    minProperties: 1,
  },
);
