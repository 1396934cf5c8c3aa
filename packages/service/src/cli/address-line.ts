import type { Address } from "@withholding-forms/contract";
import { OperatorError } from "../operator-error.js";

/** `11 S Union St, Montgomery, AL 36130` or `111 Wellington St, Ottawa, ON K1A 0A9`; a unit may be after the street. */
export function readAddress(line: string): Address {
  const parts = line.split(",").map((part) => part.trim());
  const end =
    /^([A-Za-z]{2}) +(?:([0-9]{5}(?:-?[0-9]{4})?)|([A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]))$/.exec(
      parts.at(-1) ?? "",
    );
  const [streetAddress1 = "", ...middle] = parts.slice(0, -1);
  const city = middle.at(-1);
  if (end === null || city === undefined || middle.length > 2 || parts.some((part) => part === ""))
    throw new OperatorError(
      'Enter each address as one argument: "street, city, ST 12345" or "street, unit, city, ON A1A 1A1".',
    );
  const [, region = "", zipCode, postalCode = ""] = end;
  const street = {
    streetAddress1,
    ...(middle.length === 2 && middle[0] !== undefined ? { streetAddress2: middle[0] } : {}),
    city,
  };
  return zipCode === undefined
    ? ({ ...street, provinceTerritory: region.toUpperCase(), postalCode } as Address)
    : { ...street, state: region.toUpperCase(), zipCode };
}
