export interface ResultMessage {
  readonly message: string;
  readonly description: string;
}

/**
 * Result codes: the public Melissa family that the specification shows (AS, AC, AE, GS, GE), as far as this package can
 * honestly emit them, and two of our own for Canada, where the family has nothing as exact.
 */
const messages = {
  AS01: {
    message: "Valid Address",
    description:
      "The street, a range with this house number, the city, the state and the ZIP code were found together.",
  },
  AC01: {
    message: "ZIP Code Change",
    description: "The ZIP code was corrected to the one of the city and state.",
  },
  AC02: {
    message: "State Change",
    description:
      "What was sent is not a state. It was replaced by the state that both the city and the ZIP code name.",
  },
  AC03: { message: "City Change", description: "The city was corrected to the one the ZIP code belongs to." },
  AC06: {
    message: "Address Lines Swapped",
    description: "The street was found in the second address line and the two lines changed places.",
  },
  AC10: { message: "Street Name Change", description: "The street name was corrected to the one on record." },
  AC11: {
    message: "Street Suffix Change",
    description: "The street suffix was corrected to the one on record.",
  },
  AC12: {
    message: "Street Directional Change",
    description: "A compass direction before or after the street name was corrected to the one on record.",
  },
  AE01: {
    message: "General Error",
    description:
      "This ZIP Code is not known, or it does not belong to this city and state. Please check the address. We go by the state that was entered.",
  },
  AE02: {
    message: "Unknown Street",
    description: "No such street and house number is on record in this place.",
  },
  AE05: {
    message: "Multiple Match",
    description: "Several streets on record fit equally well; more detail is needed to choose one.",
  },
  AE09: {
    message: "Unit Number Missing",
    description: "An apartment, suite or similar is named without its number.",
  },
  AE11: { message: "House Number Missing", description: "The street has no house number." },
  AE13: {
    message: "Box Number Missing",
    description: "A post office box or rural route is named without its box number.",
  },
  POSTAL_CODE_INVALID: {
    message: "Invalid Postal Code",
    description:
      "This cannot be a Canadian postal code. Please check it. We go by the province or territory that was entered.",
  },
  PROVINCE_MISMATCH: {
    message: "Province Mismatch",
    description:
      "This postal code belongs to another province or territory. Please check it. We go by the province or territory that was entered.",
  },
  GS01: {
    message: "Geocoded to Street Level",
    description: "The coordinates lie on the street, estimated from the house numbers along it.",
  },
  GS03: {
    message: "Geocoded to Community Level",
    description:
      "The coordinates are the centre of the ZIP code area. The street and house number were not looked up.",
  },
  GE01: { message: "Regional Geocode Not Found", description: "No coordinates are known for this ZIP code." },
  GE02: {
    message: "No Geocode for Input Address",
    description: "City, state and ZIP code contradict each other, so no coordinates are given.",
  },
} as const satisfies Record<string, ResultMessage>;

export type ResultCode = keyof typeof messages;

/** English label and description of every code that can be emitted. */
export const resultMessages: Readonly<Record<ResultCode, ResultMessage>> = messages;

const order: ReadonlyMap<ResultCode, number> = new Map(
  (Object.keys(resultMessages) as ResultCode[]).map((code, index) => [code, index]),
);

/** The order of the table above, whatever the order in which the codes were found. */
export function inOrder(codes: ResultCode[]): ResultCode[] {
  return codes.length < 2 ? codes : codes.sort((a, b) => order.get(a)! - order.get(b)!);
}

/** AE codes and our own two are problems; the others only tell what was done. */
export function isProblem(code: ResultCode): boolean {
  return code.startsWith("AE") || code.includes("_");
}
