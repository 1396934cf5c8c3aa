export interface ResultMessage {
  readonly message: string;
  readonly description: string;
}

/**
 * Result codes: the public Melissa family that the specification shows (AS, AC, AE, GS, GE), as far as this package can
 * honestly emit them, and four of our own, where the family has nothing as exact.
 */
const messages = {
  AS01: {
    message: "Valid Address",
    description: "We found a record that matches the street, house number range, city, state, and ZIP Code.",
  },
  AC01: {
    message: "ZIP Code Change",
    description: "The ZIP Code was corrected to match the city and state.",
  },
  AC02: {
    message: "State Change",
    description:
      "The value sent is not a state. It was replaced with the state that matches both the city and the ZIP Code.",
  },
  AC03: { message: "City Change", description: "The city was corrected to match the ZIP Code." },
  AC06: {
    message: "Address Lines Swapped",
    description: "The street was on the second address line, so the two lines were swapped.",
  },
  AC10: { message: "Street Name Change", description: "The street name was corrected to match our records." },
  AC11: {
    message: "Street Suffix Change",
    description: "The street suffix was corrected to match our records.",
  },
  AC12: {
    message: "Street Directional Change",
    description:
      "A direction before or after the street name, such as N or SW, was corrected to match our records.",
  },
  AE01: {
    message: "General Error",
    description:
      "We do not recognize this ZIP Code, or it does not match this city and state. Check the address. For now, we use the state you entered.",
  },
  AE02: {
    message: "Unknown Street",
    description: "We could not find this street and house number in this city. Check the address.",
  },
  AE05: {
    message: "Multiple Match",
    description: "More than one street matches this address. Add more detail.",
  },
  AE09: {
    message: "Unit Number Missing",
    description: "The apartment, suite, or unit number is missing.",
  },
  AE11: { message: "House Number Missing", description: "The house number is missing." },
  AE13: {
    message: "Box Number Missing",
    description: "The PO box or rural route is missing its box number.",
  },
  JURISDICTION_UNKNOWN: {
    message: "Jurisdiction Unknown",
    description:
      "The state, province, or territory of this address does not exist in the United States or Canada. Enter its two-letter abbreviation, such as AL or ON. There are no forms for other countries, such as Palau.",
  },
  MILITARY_ADDRESS: {
    message: "Military Address",
    description:
      "This is a military mailing address (APO, FPO, or DPO). It does not say which forms apply. For your home address, enter the street address of your legal residence (domicile), not the military mailbox. For your work address, enter the street address where you work or, if that is outside the United States and Canada, your legal residence again.",
  },
  POSTAL_CODE_INVALID: {
    message: "Invalid Postal Code",
    description:
      "This is not a valid Canadian postal code. Check it. For now, we use the province or territory you entered.",
  },
  PROVINCE_MISMATCH: {
    message: "Province Mismatch",
    description:
      "This postal code is in another province or territory. Check it. For now, we use the province or territory you entered.",
  },
  COORDINATES_MISMATCH: {
    message: "Coordinates Mismatch",
    description:
      "The coordinates are far from this ZIP Code, so we did not use them. Check both. Longitude is negative in most of the United States.",
  },
  GS01: {
    message: "Geocoded to Street Level",
    description: "The coordinates are on the street, estimated from its house number range.",
  },
  GS03: {
    message: "Geocoded to Community Level",
    description:
      "The coordinates are the center of the ZIP Code area. The street and house number were not looked up.",
  },
  GE01: { message: "Regional Geocode Not Found", description: "We have no coordinates for this ZIP Code." },
  GE02: {
    message: "No Geocode for Input Address",
    description: "The city, state, and ZIP Code do not match, so there are no coordinates.",
  },
} as const satisfies Record<string, ResultMessage>;

export type ResultCode = keyof typeof messages;

/** English label and description of every code that can be emitted. */
export const resultMessages: Readonly<Record<ResultCode, ResultMessage>> = messages;

const order: ReadonlyMap<ResultCode, number> = new Map(
  (Object.keys(resultMessages) as ResultCode[]).map((code, index) => [code, index]),
);

/** In the order of the table above, whatever the order in which the codes were found. */
export function inOrder(codes: ResultCode[]): ResultCode[] {
  return codes.length < 2 ? codes : codes.sort((a, b) => order.get(a)! - order.get(b)!);
}

/** AE codes and our own are problems. The others only report what was done. */
export function isProblem(code: ResultCode): boolean {
  return code.startsWith("AE") || code.includes("_");
}
