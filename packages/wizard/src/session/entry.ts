import type { Language, Question } from "@withholding-forms/client";
import type { NumberKind } from "../messages/messages.js";
import { locales } from "../messages/messages-in.js";

/**
 * What the employee typed, in the service's format. Only the format changes, never the value. Undefined: a number that is
 * not in the format of the language, so that its value would be a guess. The employee is asked to type it again.
 */
export function canonical(
  question: Pick<Question, "displayType">,
  typed: string,
  language: Language,
): string | undefined {
  const text = typed.trim();
  switch (question.displayType) {
    case "DOLLAR":
      return plainNumber(text.replace(/^([-\u2212]?)\s*\$\s*|\s*\$$/g, "$1"), language)?.replace(
        /\.\d$/,
        "$&0",
      );
    case "INTEGER":
      return plainNumber(text, language);
    case "PERCENT":
      return plainNumber(text.replace(/\s*%$/, ""), language);
    case "TELEPHONE":
      return /^\+?1?[\s.-]?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}$/.test(text) ? telephone(text) : text;
    case "ZIPCODE":
      return zipCode(text);
    default:
      return text;
  }
}

/** An answer in a field: a number in the format of the language, anything else unchanged. */
export function fieldText(
  question: Pick<Question, "displayType">,
  answer: string,
  language: Language,
): string {
  const number = /^-?\d{1,15}(?:\.(\d{1,4}))?$/.exec(answer);
  if (number === null || numberKind(question) === undefined) return answer;
  const places = number[1]?.length ?? 0;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(locales[language], digits).format(Number(answer));
}

export function numberKind({ displayType }: Pick<Question, "displayType">): NumberKind | undefined {
  return displayType === "DOLLAR" || displayType === "INTEGER" || displayType === "PERCENT"
    ? displayType
    : undefined;
}

/** English and Spanish as in the United States: 1,200.50. */
const withCommas = /^(-?)(\d+|\d{1,3}(?:,\d{3})+|(?=\.\d))(?:\.(\d{0,2}))?$/;
/** French as in Canada: 1 200,50. Also 25.50: French never groups with a point, so it can only be the decimal point. */
const withSpaces = /^(-?)(\d+|\d{1,3}(?:\s\d{3})+|(?=[,.]\d))(?:[,.](\d{0,2}))?$/;

/**
 * `1,200.50` or `1 200,50` as `1200.50`; undefined for other formats. In English, a comma before two
 * digits is rejected: it could be a decimal sign or a group with a missing digit.
 */
function plainNumber(text: string, language: Language): string | undefined {
  const parts = (language === "fr" ? withSpaces : withCommas).exec(text.replace("\u2212", "-"));
  if (parts === null) return text === "" ? "" : undefined;
  const [, sign, whole = "", decimals = ""] = parts;
  const digits = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${digits}${decimals && `.${decimals}`}`;
}

/** Nine digits with their hyphen; anything else as typed. */
export function zipCode(typed: string): string {
  return typed.trim().replace(/^(\d{5})[\s-]?(\d{4})$/, "$1-$2");
}

function telephone(text: string): string {
  const digits = text.replace(/\D/g, "").slice(-10);
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Digits in groups, such as 3, 2 and 4 for a social security number; anything else as typed. */
export function grouped(typed: string, groups: readonly number[], separator: string): string {
  const digits = typed.replace(/[\s\p{Pd}]/gu, "");
  const length = groups.reduce((sum, size) => sum + size, 0);
  if (!/^\d+$/.test(digits) || digits.length !== length) return typed.trim();
  let at = 0;
  const parts = groups.map((size) => {
    at += size;
    return digits.slice(at - size, at);
  });
  return parts.join(separator);
}

/** Identifies the person without showing the number. */
export function masked(number: string): string {
  const visible = number.replace(/\D/g, "").length === 9 ? (number.includes("-") ? 4 : 3) : 0;
  let left = number.replace(/\D/g, "").length - visible;
  return number.replace(/\d/g, (digit) => (left-- > 0 ? "•" : digit));
}
