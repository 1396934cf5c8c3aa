import { Decimal, type Language } from "@withholding-forms/interview";

/** A number of a text, as a print or a sentence writes it. */
export interface WrittenNumber {
  readonly at: number;
  readonly text: string;
  /** A plain decimal number; `4.09%` is `4.09`. */
  readonly value: string;
  readonly isPercent: boolean;
  /** Written as an amount or a rate: `$800`, `1,300`, `15%`, `.0409`. Other numbers may be lines, years or counts. */
  readonly isAmount: boolean;
}

const number =
  /(?<![\p{L}\d.,/])(?<sign>\$\s?)?(?<digits>\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?<percent>\s?%|\s(?:percent|per cent|por ciento|pour cent)(?!\p{L}))?(?<after>\s\$)?(?![\d/]|[.,]\d|\p{L})/gu;

export function numbersIn(written: string, language: Language): WrittenNumber[] {
  // The length stays, so that places in the text do, too.
  const text =
    language === "fr"
      ? written
          .replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, ".")
          .replace(/(?<=(?<![\d.])\d{1,3})[ \u00a0\u202f](?=\d{3}(?!\d))/g, ",")
      : written;
  return [...text.matchAll(number)].map((match) => {
    const { sign, digits = "", percent, after } = match.groups ?? {};
    const isDollars = sign?.length === 1 || (after !== undefined && language === "fr");
    const isPercent = percent !== undefined;
    const isAmount = isPercent || isDollars || /^\d{1,3}(?:,\d{3})+(?:\.|$)|^0?\.\d{2,}$/.test(digits);
    const value = new Decimal(digits.replaceAll(",", "")).toFixed();
    // Elsewhere than in French, the $ belongs to the box that follows.
    const length = match[0].length - (language === "fr" ? 0 : (after?.length ?? 0));
    const shown = written.slice(match.index, match.index + length).trim();
    return { at: match.index, text: shown, value, isPercent, isAmount };
  });
}
