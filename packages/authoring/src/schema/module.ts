import { Type } from "@withholding-forms/contract/typebox";
import { note } from "./notes.js";
import { closed, keyed, moduleNamePattern, words } from "./parts.js";
import { question, set } from "./questions.js";

/** `modules/<name>.yaml`: what several forms ask in the same words. */
export const module = closed(
  {
    about: words,
    /**
     * Each with a kind of answer whose options it accepts (`state`), or `words` for words that are the same in every
     * language.
     */
    parameters: Type.Optional(keyed(moduleNamePattern, words, { minProperties: 1 })),
    /** A form that gives this code in this parameter asks one question of each list. */
    claim: Type.Optional(
      closed({
        parameter: words,
        code: words,
        asks: Type.Array(Type.Array(words, { minItems: 1 }), { minItems: 1 }),
      }),
    ),
    perjury: Type.Optional(keyed(moduleNamePattern, words, { minProperties: 1 })),
    notes: Type.Optional(keyed(moduleNamePattern, note, { minProperties: 1 })),
    questions: Type.Optional(keyed(moduleNamePattern, question, { minProperties: 1 })),
    sets: Type.Optional(keyed(moduleNamePattern, set, { minProperties: 1 })),
  },
  { title: "Questions, notes and statements that several forms share" },
);
