import { Type } from "@withholding-forms/contract/typebox";
import { choice, closed, idPattern, keyed, mapOf, words } from "./parts.js";

/** `federal-values.yaml` */
export const federalValues = keyed(
  idPattern,
  closed({
    type: choice("text", "boolean", "number"),
    words: Type.Optional(mapOf(words)),
    /** A kind of answer whose pattern a number follows. */
    answer: Type.Optional(words),
    message: words,
    notGiven: Type.Optional(Type.Array(words)),
  }),
  { title: "What federalValues may hold" },
);
