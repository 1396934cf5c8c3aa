import type { Language } from "./types.js";

/** Amounts, percentages and dates as a person reads them. `value` is a plain decimal number, such as `1234.5`. */

const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US", fr: "fr-CA" };

/** `$2,200`, `2 200 $`; cents only if there are any. */
export function amountText(value: string, language: Language): string {
  const decimals = decimalsOf(value);
  // Both countries use $, so the short symbol is enough.
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  return formatted(value, language, decimals === 0 ? 0 : Math.max(2, decimals), style);
}

/** `7.5%`, `7,5 %`. */
export function percentText(value: string, language: Language): string {
  return formatted(value, language, decimalsOf(value), { style: "unit", unit: "percent" });
}

/** `2,200`, `2 200`. */
export function numberText(value: string, language: Language): string {
  return formatted(value, language, decimalsOf(value), {});
}

/** `February 16, 2027`, `16 de febrero de 2027`. Anything else than an ISO date is returned unchanged. */
export function dateText(iso: string, language: Language): string {
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return iso;
  dates[language] ??= new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" });
  return dates[language].format(date);
}

function decimalsOf(value: string): number {
  return value.split(".")[1]?.length ?? 0;
}

function formatted(
  value: string,
  language: Language,
  decimals: number,
  style: Intl.NumberFormatOptions,
): string {
  const digits = Math.min(decimals, 20);
  const key = `${language} ${style.style} ${digits}`;
  const format =
    numbers.get(key) ??
    new Intl.NumberFormat(locales[language], {
      ...style,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  numbers.set(key, format);
  return format.format(Number(value));
}

// Creating a formatter is much slower than using it. There are up to three languages, three styles and 21 numbers of
// decimals.
const numbers = new Map<string, Intl.NumberFormat>();
const dates: Partial<Record<Language, Intl.DateTimeFormat>> = {};
