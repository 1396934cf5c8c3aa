import { type Static, type TProperties, Type } from "@withholding-forms/contract/typebox";
import { tableParts } from "./notes.js";
import { alignment, choice, closed, constant, id, idPattern, keyed, mapOf, oneOf, words } from "./parts.js";

const cell = closed({
  name: id,
  label: words,
  value: Type.String(),
  span: Type.Optional(Type.Integer({ minimum: 1 })),
  comb: Type.Optional(Type.Integer({ minimum: 1 })),
  align: Type.Optional(alignment),
  multiline: Type.Optional(Type.Boolean()),
  tooltip: Type.Optional(words),
});
export type CellSource = Static<typeof cell>;

const span = Type.Optional(Type.Integer());
const number = Type.Optional(words);
const text = Type.Optional(words);

/** A block. `after` places a new one among those of the version that is extended. */
function part<P extends TProperties>(properties: P) {
  return closed({ ...properties, after: Type.Optional(id) });
}

const line = part({
  /** Without a box where it is false. */
  line: oneOf(id, constant(false)),
  number,
  text,
  value: Type.Optional(Type.String()),
  unit: Type.Optional(words),
  total: Type.Optional(Type.Boolean()),
  comb: Type.Optional(Type.Integer()),
  inner: Type.Optional(closed({ name: id, value: Type.Optional(Type.String()) })),
  /** A box for words rather than an amount. */
  wide: Type.Optional(constant(true)),
});
export type LineSource = Static<typeof line>;

const choices = part({
  choices: id,
  number,
  text,
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
  labels: Type.Optional(mapOf(words)),
  /** Text expression that says which box is marked; by default the question itself. */
  value: Type.Optional(words),
});
export type ChoicesSource = Static<typeof choices>;

const lookup = part({
  lookup: words,
  title: Type.Optional(words),
  rows: Type.Optional(words),
  columns: Type.Optional(words),
});
export type LookupSource = Static<typeof lookup>;

const sign = part({
  sign: oneOf(
    words,
    Type.Array(
      oneOf(
        closed({ signature: id, label: words, span }),
        closed({ date: id, format: Type.Optional(words), label: words, span }),
        /** Something else that the signer writes, such as a name; where we know it, `value` prints it. */
        closed({ text: id, value: Type.Optional(words), label: words, span }),
      ),
      { minItems: 1 },
    ),
  ),
  label: Type.Optional(words),
  when: Type.Optional(words),
  /** Who signs, where it is not the employee. */
  by: Type.Optional(choice("employer", "withholdingAgent", "notary")),
});
export type SignSource = Static<typeof sign>;

const plainBlocks = [
  part({ section: words, label: Type.Optional(words), private: Type.Optional(constant(true)) }),
  part({ heading: words }),
  part({ text: words, style: Type.Optional(choice("normal", "bold", "small", "declaration")) }),
  part({ list: Type.Array(words, { minItems: 1 }) }),
  part({ row: Type.Array(cell, { minItems: 1 }) }),
  line,
  choices,
  part({ check: id, number, text, on: Type.Optional(words) }),
  part({ table: closed({ title: Type.Optional(words), ...tableParts }) }),
  lookup,
  part({ declaration: words }),
  sign,
  part({ use: words }),
  part({ pageBreak: constant(true) }),
] as const;
type PlainBlock = Static<(typeof plainBlocks)[number]>;

/** Blocks that are drawn once per row of a `repeat` of questions.yaml. */
const repeated = part({
  repeat: id,
  blocks: Type.Array(Type.Unsafe<PlainBlock>({ $ref: "#/definitions/block" }), { minItems: 1 }),
});
export type RepeatSource = Static<typeof repeated>;

const block = oneOf(...plainBlocks, repeated);
export type BlockSource = Static<typeof block>;

/** Used several times in a file, so the published schema states it once. */
const definitions = {
  block,
  blocks: Type.Unsafe({
    if: { type: "array" },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: Type.Array(Type.Unsafe({ $ref: "#/definitions/block" }), { minItems: 1 }),
    else: keyed(idPattern, Type.Unsafe({ $ref: "#/definitions/block" }), { minProperties: 1 }),
  }),
};
const blockList = Type.Unsafe<BlockSource[] | Record<string, BlockSource>>({ $ref: "#/definitions/blocks" });

/** `page.yaml` of a form version. */
export const page = closed(
  {
    year: Type.Optional(words),
    instruction: Type.Optional(words),
    marking: Type.Optional(words),
    blocks: blockList,
    pieces: Type.Optional(keyed("^[A-Za-z][A-Za-z0-9]*$", blockList)),
  },
  { title: "How a form is drawn", definitions },
);

/**
 * `blocks.yaml`. `allMet` and `anyMet` are the words of the questions that `next: {all}` and `{any}` publish, `residence`
 * rejects an answer that does not fit the home address.
 */
export const blocks = closed(
  {
    words: closed({
      form: words,
      page: words,
      substitute: words,
      allMet: words,
      anyMet: words,
      residence: words,
    }),
    blocks: mapOf(blockList),
  },
  { title: "Words and pieces of a page that many forms share", definitions },
);
