/**
 * Rules for identity numbers that a readable pattern cannot express. The content's patterns check the format; these check
 * whether a number in that format can have been issued. Undefined input and other formats are ignored.
 */
export function impossibleNumbers(employee: Readonly<Record<string, unknown>>): IdentityNumber[] {
  const found: IdentityNumber[] = [];
  for (const [name, possible] of rules) {
    const value = Object.hasOwn(employee, name) ? employee[name] : undefined;
    const digits = typeof value === "string" && value.length <= 11 ? value.replace(/[- ]/g, "") : "";
    if (/^[0-9]{9}$/.test(digits) && !possible(digits)) found.push(name);
  }
  return found;
}

export type IdentityNumber = "socialSecurityNumber" | "socialInsuranceNumber";

const rules: readonly (readonly [IdentityNumber, (digits: string) => boolean])[] = [
  ["socialSecurityNumber", possibleSsn],
  ["socialInsuranceNumber", possibleSin],
];

/**
 * The Social Security Administration never issues area 000 or 666, group 00 or serial 0000. 078-05-1120 was printed on
 * sample cards and withdrawn. Numbers that begin with 9 are no SSN but may be taxpayer identification numbers (ITIN): the
 * pattern of each form says whether it takes them.
 */
function possibleSsn(digits: string): boolean {
  const area = digits.slice(0, 3);
  return (
    area !== "000" &&
    area !== "666" &&
    digits.slice(3, 5) !== "00" &&
    digits.slice(5) !== "0000" &&
    digits !== "078051120"
  );
}

/** The last digit of a social insurance number is a Luhn check digit; nine zeros would pass it. */
function possibleSin(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const digit = Number(digits[at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0 && digits !== "000000000";
}
