import { type Static, Type } from "@withholding-forms/contract/typebox";
import { alignment, closed, idPattern, mapOf, oneOf, words } from "./parts.js";

const expressions = mapOf(words);
const reasons = mapOf(Type.String({ minLength: 10 }));
const rect = Type.Unsafe<[number, number, number, number]>({
  type: "array",
  description: "left, bottom, width and height in points, from the lower left corner of the page",
  items: { type: "number", minimum: 0, maximum: 1300 },
  minItems: 4,
  maxItems: 4,
});
const page = Type.Integer({ minimum: 1 });
const size = Type.Optional(Type.Number({ minimum: 5 }));
const align = Type.Optional(alignment);
const named = { propertyNames: { pattern: idPattern } };
const anchor = Type.String({ minLength: 3, maxLength: 40 });

const signature = closed(
  {
    label: words,
    field: Type.Optional(words),
    page: Type.Optional(page),
    rect: Type.Optional(rect),
    size,
    align,
    format: Type.Optional(words),
  },
  { anyOf: [{ required: ["field"] }, { required: ["page", "rect"] }] },
);

/** `official.yaml` of a form version. */
export const official = closed(
  {
    address: Type.String({ pattern: "^https://[^\\s]+$" }),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    revision: words,
    editionOf: Type.Optional(Type.String({ pattern: "^[A-Z0-9]+/[0-9]+\\.[0-9]+\\.[0-9]+$" })),
    prefix: Type.Optional(words),
    fields: expressions,
    private: Type.Optional(expressions),
    unused: Type.Optional(reasons),
    drop: Type.Optional(reasons),
    signature: mapOf(signature, { ...named, minProperties: 1 }),
    add: Type.Optional(mapOf(closed({ label: words, page, rect, size, align, value: words }), named)),
    wording: Type.Optional(
      Type.Array(
        closed({ page, from: anchor, to: anchor, into: oneOf(words, Type.Array(words, { minItems: 1 })) }),
      ),
    ),
    unsaid: Type.Optional(Type.Array(words, { minItems: 1 })),
  },
  { title: "The agency's own file of a form, and what goes where in it" },
);
export type OfficialSource = Static<typeof official>;
/** A place to sign or to print in. */
export type PlaceSource = Static<typeof signature>;
