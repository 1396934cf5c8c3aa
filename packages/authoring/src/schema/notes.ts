import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, oneOf, orUse, partName, words } from "./parts.js";

const place = Type.Optional(
  choice("ABOVE_QUESTION", "BELOW_QUESTION", "ABOVE_ALL_QUESTIONS", "BELOW_ALL_QUESTIONS"),
);
const label = Type.Optional(words);

/** Headers and rows of a table; cells may be empty. */
export const tableParts = {
  headers: Type.Array(Type.String(), { minItems: 1 }),
  rows: Type.Array(Type.Array(Type.String()), { minItems: 1 }),
};

export const note = oneOf(
  closed({ paragraph: words, place }),
  closed({ list: Type.Array(words, { minItems: 1 }), label, place }),
  closed({ table: closed(tableParts), label, place }),
  closed({ image: Type.String({ pattern: "^page[1-9][0-9]?$" }), label, place }),
);
export type NoteSource = Static<typeof note>;

export const notes = Type.Array(orUse(note, closed({ use: partName, place })));
