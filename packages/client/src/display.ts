import { valueTypeOf } from "@withholding-forms/interview";
import type { Language, Question, Value } from "./types.js";

/** A value as a person reads it: the words of a chosen option, dollars, a date in words. Empty for no value. */
export function displayText(question: Question, value: Value | undefined, language: Language): string {
  if (value === undefined) return "";
  if (isList(value)) {
    const options = question.multiSelectQuestionOptions ?? [];
    return value.map((id) => options.find((option) => option.id === id)?.label ?? id).join(", ");
  }
  const chosen = question.questionOptions?.find((option) => String(option.value) === String(value));
  if (chosen !== undefined) return chosen.label;
  if (typeof value === "object") return numberText(question, value.toString(), language);
  if (typeof value === "boolean") return yesNo[language][value ? 0 : 1];
  return valueTypeOf(question) === "date" ? dateText(value, language) : value;
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US", fr: "fr-CA" };

/** For a calculated yes or no, which has no options that would say it. */
const yesNo: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["Yes", "No"],
  es: ["Sí", "No"],
  fr: ["Oui", "Non"],
};

function numberText({ displayType }: Question, exact: string, language: Language): string {
  if (displayType === "YEAR") return exact;
  const decimals = exact.split(".")[1]?.length ?? 0;
  const places = displayType === "DOLLAR" && decimals > 0 ? Math.max(2, decimals) : decimals;
  const digits = {
    minimumFractionDigits: Math.min(places, 20),
    maximumFractionDigits: Math.min(places, 20),
  };
  const style: Intl.NumberFormatOptions =
    displayType === "DOLLAR"
      ? // Both countries write $, so the short sign says enough.
        { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }
      : displayType === "PERCENT"
        ? { style: "unit", unit: "percent" }
        : {};
  return new Intl.NumberFormat(locales[language], { ...style, ...digits }).format(Number(exact));
}

function dateText(iso: string, language: Language): string {
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return iso;
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(date);
}
