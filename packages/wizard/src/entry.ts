import type { Language, Question } from "@withholding-forms/client";
import { locales } from "./messages/messages.js";

/**
 * What a person typed, turned into what the service takes. Only spelling is changed, never a value: whatever cannot be
 * read for certain is passed on as it is, so that the question's own message refuses it.
 */
export function canonical(
  question: Pick<Question, "displayType">,
  typed: string,
  language: Language,
): string {
  const text = typed.trim();
  switch (question.displayType) {
    case "DOLLAR":
      return cents(plainNumber(text.replace(/^(-?)\$\s*|\s*\$$/g, "$1"), language));
    case "INTEGER":
      return plainNumber(text, language);
    case "PERCENT":
      return plainNumber(text.replace(/\s*%$/, ""), language);
    case "TELEPHONE":
      return /^\+?1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(text) ? telephone(text) : text;
    case "ZIPCODE":
      return text.replace(/^(\d{5})[ -]?(\d{4})$/, "$1-$2");
    default:
      return text;
  }
}

/** How an answer reads in a field, in the way of the language; the typed text where it is not an answer. */
export function fieldText(
  question: Pick<Question, "displayType">,
  answer: string,
  language: Language,
): string {
  const isNumber = /^-?\d{1,15}(?:\.\d{1,4})?$/.test(answer.replaceAll(",", ""));
  if (!isNumber) return answer;
  switch (question.displayType) {
    case "DOLLAR":
    case "INTEGER":
    case "PERCENT": {
      const exact = answer.replaceAll(",", "");
      const places = exact.split(".")[1]?.length ?? 0;
      const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
      return new Intl.NumberFormat(locales[language], digits).format(Number(exact));
    }
    default:
      return answer;
  }
}

/** `1 250,50`, `1,250.50` and `1250.5` become `1250.50`; a comma whose meaning is open stays. */
function plainNumber(text: string, language: Language): string {
  const joined = text.replace(/[\s\u00a0\u202f'’]/g, "").replace(/^\u2212/, "-");
  if (!/^-?[\d.,]+$/.test(joined)) return joined;
  const point = joined.lastIndexOf(".");
  const comma = joined.lastIndexOf(",");
  if (point >= 0 && comma >= 0) {
    const [decimal, group] = point > comma ? [".", ","] : [",", "."];
    const parts = joined.split(decimal);
    const whole = parts[0] ?? "";
    const grouped = new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+$`).test(whole);
    return parts.length === 2 && grouped ? `${whole.replaceAll(group, "")}.${parts[1]}` : joined;
  }
  if (comma >= 0) {
    if (language === "fr" && /^-?\d+,\d{1,2}$/.test(joined)) return joined.replace(",", ".");
    return /^-?\d{1,3}(?:,\d{3})+$/.test(joined) && language !== "fr" ? joined.replaceAll(",", "") : joined;
  }
  return joined.replace(/\.$/, "");
}

function cents(number: string): string {
  return number.replace(/^(-?\d+)\.(\d)$/, "$1.$20");
}

function telephone(text: string): string {
  const digits = text.replace(/\D/g, "").slice(-10);
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Nine figures in groups, such as `3-2-4` for a social security number; anything else as it was typed. */
export function grouped(typed: string, groups: readonly number[], separator: string): string {
  const digits = typed.replace(/[\s-]/g, "");
  const length = groups.reduce((sum, size) => sum + size, 0);
  if (!/^\d+$/.test(digits) || digits.length !== length) return typed.trim();
  let at = 0;
  const parts = groups.map((size) => {
    at += size;
    return digits.slice(at - size, at);
  });
  return parts.join(separator);
}

/** Shows who is meant without showing the number. */
export function masked(number: string): string {
  const visible = number.replace(/\D/g, "").length === 9 ? (number.includes("-") ? 4 : 3) : 0;
  let left = number.replace(/\D/g, "").length - visible;
  return number.replace(/\d/g, (digit) => (left-- > 0 ? "•" : digit));
}
