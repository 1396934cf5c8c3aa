import { displayTypes } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, idPattern, keyed, mapOf, words } from "./parts.js";

const answerKind = closed({
  value: choice("boolean", "number", "text", "date", "multi"),
  control: choice(...displayTypes, "SELECT", "TEXTAREA"),
  pattern: Type.Optional(words),
  message: words,
  /** Of a date: what to say about a day after that of the signature. */
  notInFuture: Type.Optional(words),
  options: Type.Optional(mapOf(words)),
  prints: Type.Optional(choice("dollars", "whole", "number", "date", "text")),
  format: Type.Optional(words),
  masked: Type.Optional(words),
});
export type AnswerKind = Static<typeof answerKind>;

/** `answers.yaml` */
export const answers = keyed(idPattern, answerKind, { title: "The kinds of answer" });
