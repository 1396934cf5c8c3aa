/**
 * Whether a number of the right spelling can have been issued, by the service's own rules: said on the page where it is
 * typed, and not after the whole form. Another spelling is not our question.
 */
export function canBeIssued(field: "socialSecurityNumber" | "socialInsuranceNumber", typed: string): boolean {
  const digits = typed.replace(/[- ]/g, "");
  if (!/^\d{9}$/.test(digits)) return true;
  return field === "socialSecurityNumber" ? possibleSsn(digits) : possibleSin(digits);
}

/** Never issued: area 000, 666 or from 900, group 00, serial 0000, and the number of the sample cards. */
function possibleSsn(digits: string): boolean {
  return !/^(?:000|666|9)|^...00|0000$/.test(digits) && digits !== "078051120";
}

/** The last figure is a Luhn check digit; nine zeros would pass it. */
function possibleSin(digits: string): boolean {
  const sum = [...digits].reduce((total, figure, at) => {
    const value = Number(figure) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && digits !== "000000000";
}
