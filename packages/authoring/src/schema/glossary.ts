import { type Static, Type } from "@withholding-forms/contract/typebox";
import { closed, words } from "./parts.js";

const list = Type.Array(words, { minItems: 1 });
const choice = Type.Optional(closed({ use: list, not: list }));

const term = closed({ english: words, except: Type.Optional(list), es: choice, fr: choice });
export type TermSource = Static<typeof term>;

/** `glossary.yaml`: a list, which is read as `list`. */
export const glossary = closed(
  { list: Type.Array(term, { minItems: 1 }) },
  { title: "The words that translations use and refuse" },
);
