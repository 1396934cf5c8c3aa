import type { CanadianAddress, Located } from "./address.js";
import type { ResultCode } from "./codes.js";
import { canadianRegions, provinces } from "./tables.js";
import { tokens } from "./tokens.js";

// Letters that look like digits or each other (D F I O Q U) are never used; W and Z are never first.
const postalCodePattern = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]) ?-?(\d[ABCEGHJ-NPRSTV-Z]\d)$/;

/** Canadian addresses are checked for shape and for province against postal code; they are not geocoded. */
export function locateCanadian(address: CanadianAddress): Located {
  const region = canadianRegions.get(tokens(address.provinceTerritory).join(" "));
  const typed = address.postalCode.trim().toUpperCase();
  const postal = postalCodePattern.exec(typed.replace(/\s+/g, " "));
  const problem = problemOf(region?.code, postal?.[1]);
  const streetAddress2 = tidy(address.streetAddress2 ?? "");
  return {
    normalizedAddress: {
      streetAddress1: tidy(address.streetAddress1),
      ...(streetAddress2 === "" ? {} : { streetAddress2 }),
      city: tidy(address.city),
      provinceTerritory: region?.code ?? tidy(address.provinceTerritory),
      postalCode: postal === null ? tidy(typed) : `${postal[1]} ${postal[2]}`,
    },
    region: region?.code,
    country: "CA",
    codes: problem === undefined ? [] : [problem],
    verified: problem === undefined,
    geocoded: false,
    places: [],
    problems: problem === undefined ? [] : [{ code: problem }],
  };
}

function problemOf(province: string | undefined, area: string | undefined): ResultCode | undefined {
  if (area === undefined) return "POSTAL_CODE_INVALID";
  const owners = provinces.filter(({ postalPrefixes }) =>
    postalPrefixes.some((prefix) => area.startsWith(prefix)),
  );
  if (owners.length === 0) return "POSTAL_CODE_INVALID";
  return owners.some(({ code }) => code === province) ? undefined : "PROVINCE_MISMATCH";
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
