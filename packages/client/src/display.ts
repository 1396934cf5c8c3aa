import { amountText, dateText, numberText, percentText, valueTypeOf } from "@withholding-forms/interview";
import type { Language, Question, Value } from "./types.js";

/** A value as a person reads it: the label of a chosen option, dollars, a date in words. Empty for no value. */
export function displayText(question: Question, value: Value | undefined, language: Language): string {
  if (value === undefined) return "";
  if (isList(value)) {
    const options = question.multiSelectQuestionOptions ?? [];
    return value.map((id) => options.find((option) => option.id === id)?.label ?? id).join(", ");
  }
  const chosen = question.questionOptions?.find((option) => String(option.value) === String(value));
  if (chosen !== undefined) return chosen.label;
  if (typeof value === "object") return exactText(question, value.toString(), language);
  if (typeof value === "boolean") return yesNo[language][value ? 0 : 1];
  return valueTypeOf(question) === "date" ? dateText(value, language) : value;
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

/** For a calculated boolean, which has no options. */
const yesNo: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["Yes", "No"],
  es: ["Sí", "No"],
  fr: ["Oui", "Non"],
};

function exactText({ displayType }: Question, exact: string, language: Language): string {
  if (displayType === "YEAR") return exact;
  if (displayType === "DOLLAR") return amountText(exact, language);
  return displayType === "PERCENT" ? percentText(exact, language) : numberText(exact, language);
}
