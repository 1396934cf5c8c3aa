/** One element of `Accept` or `Accept-Language`, in lower case. */
export interface Weighted {
  readonly value: string;
  /** From 0 (not acceptable) to 1. */
  readonly quality: number;
}

/**
 * Reads a header with quality values (RFC 9110, 12.4.2). An element with an invalid value counts as not acceptable.
 * Elements after the first 32 are ignored.
 */
export function readWeighted(header: string): Weighted[] {
  return header
    .slice(0, maxHeaderLength)
    .toLowerCase()
    .split(",", maxElements)
    .map((element) => {
      const [value = "", ...parameters] = element.split(";").map((piece) => piece.trim());
      const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
      return { value, quality: q === undefined ? 1 : isQuality.test(q) ? Number(q) : 0 };
    });
}

const maxHeaderLength = 2000;
const maxElements = 32;
/** The standard allows three decimals; some clients send more. */
const isQuality = /^(?:0(?:\.[0-9]*)?|1(?:\.0*)?)$/;
