import type { Language, Question } from "@withholding-forms/client";
import type { Messages } from "../messages/messages-in.js";
import { locales } from "../messages/messages-in.js";

/**
 * What the employee typed or pasted, in the service's format. Only the format changes, and cents where the form takes whole
 * dollars. Undefined: a number that is not in the format of the language, so that its value would be a guess. The employee
 * is asked to type it again.
 */
export function canonical(
  question: Pick<Question, "displayType" | "validationRegex">,
  typed: string,
  language: Language,
): string | undefined {
  const text = typed.replace(/\p{Cf}/gu, "").trim();
  switch (question.displayType) {
    case "DOLLAR":
      return dollars(question, text, language);
    case "INTEGER":
      return plainNumber(text, language);
    case "PERCENT":
      return plainNumber(text.replace(/\s*%$/, ""), language);
    case "TELEPHONE":
      return /^\+?1?[\s.\p{Pd}]?\(?\d{3}\)?[\s.\p{Pd}]*\d{3}[\s.\p{Pd}]?\d{4}$/u.test(text)
        ? telephone(text)
        : text;
    case "ZIPCODE":
      return zipCode(text);
    default:
      return identityNumber(question, text) ?? text;
  }
}

function dollars(
  question: Pick<Question, "validationRegex">,
  text: string,
  language: Language,
): string | undefined {
  const number = text
    .replace(/^([-\u2013\u2212]?)\s*(?:US|CA)?\$\s*|\s*\$$/g, "$1")
    .replace(/^[\u2013\u2212]/, "-");
  const amount = plainNumber(number, language);
  return amount !== undefined && takesWholeDollars(question)
    ? rounded(amount)
    : amount?.replace(/\.\d$/, "$&0");
}

/** Whether the form takes an amount without cents. */
export function takesWholeDollars({
  displayType,
  validationRegex = "",
}: Pick<Question, "displayType" | "validationRegex">): boolean {
  const takes = new RegExp(validationRegex, "u");
  return displayType === "DOLLAR" && takes.test("1") && !takes.test("1.50");
}

/** Whether the answer identifies a person: nine digits in the groups of a Social Security or a social insurance number. */
export function isIdentityNumber(question: Pick<Question, "displayType" | "validationRegex">): boolean {
  return identityNumber(question, "123456789") !== undefined;
}

/** The number in its groups; undefined if the question asks something else. */
function identityNumber(
  { displayType, validationRegex = "" }: Pick<Question, "displayType" | "validationRegex">,
  typed: string,
): string | undefined {
  const takes = new RegExp(validationRegex, "u");
  if (displayType !== "TEXT" || !takes.test("123456789") || takes.test("1234567890") || takes.test("A"))
    return undefined;
  if (takes.test("123-45-6789")) return grouped(typed, [3, 2, 4], "-");
  return takes.test("123 456 789") ? grouped(typed, [3, 3, 3], " ") : undefined;
}

/** To whole dollars, as on tax forms: 50 cents and more go up. */
function rounded(amount: string): string {
  const [whole = "0", cents = ""] = amount.split(".");
  return cents >= "5" ? String(BigInt(whole) + (whole.startsWith("-") ? -1n : 1n)) : whole;
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

export function numberKind({
  displayType,
}: Pick<Question, "displayType">): keyof Messages["problems"]["number"] | undefined {
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

/** A number in the other language's format, as it is probably meant: `25,50` as `25.50`. */
export function probableNumber(text: string, language: Language): string | undefined {
  const cents = /^(\d{1,9})[,.](\d{1,2})$/.exec(text.trim());
  return cents === null ? undefined : cents.slice(1).join(language === "fr" ? "," : ".");
}

/** Nine digits with their hyphen; anything else as typed. */
export function zipCode(typed: string): string {
  return typed.trim().replace(/^(\d{5})[\s\p{Pd}]*(\d{4})$/u, "$1-$2");
}

function telephone(text: string): string {
  const digits = text.replace(/\D/g, "").slice(-10);
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Digits in groups, such as 3, 2 and 4 for a social security number; anything else as typed. */
export function grouped(typed: string, groups: readonly number[], separator: string): string {
  const digits = typed.replace(/[\s.\p{Pd}\p{Cf}]/gu, "");
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
