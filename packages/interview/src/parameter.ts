import type { TaxParameter } from "@withholding-forms/contract";
import { Decimal, fixed } from "./decimal.js";
import { number, truth, type Value } from "./evaluate.js";

/** The value of a tax parameter as fillPdf returns it. */
export function parameterText(type: TaxParameter["valueType"], value: Value): string {
  switch (type) {
    case "boolean":
      return String(truth(value));
    case "dollarAmount":
      return fixed(number(value), 2);
    case "integer":
      return fixed(number(value), 0);
    case "percent":
      return value instanceof Decimal
        ? value.toString()
        : typeof value === "string" && value !== ""
          ? value
          : "0";
    default:
      return textOf(value);
  }
}

export function textOf(value: Value): string {
  return value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);
}
