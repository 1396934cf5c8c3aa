import { Type } from "../typebox.js";
import { placeKinds } from "../words.js";
import {
  closedObject,
  flag,
  list,
  mapOf,
  namedObject,
  optional,
  optionalOrNull,
  optionalText,
  type Shape,
  text,
  words,
} from "./build.js";

/** White space at the ends does not count, so at least one other character. */
const line = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "\\S",
    ...(description === undefined ? {} : { description }),
  });

const firstLine = line(100, "House number and street, or a PO box. fillPdf prints at most 80 characters");
const secondLine = optionalOrNull(
  text("Apartment, suite, or the like. Empty or left out if there is none", { maxLength: 100 }),
);
const city = line(60, "Name of the city. fillPdf prints at most 50 characters");

const degrees = (max: number, what: string) =>
  optionalOrNull(
    Type.Number({
      minimum: -max,
      maximum: max,
      description: `Extension. ${what} of the house in decimal degrees (WGS 84), if you know it. Send both or neither. forms and guided-flows look up places with it; fillPdf ignores it`,
    }),
  );

export const AddressPlace = namedObject(
  "AddressPlace",
  "Extension. A place below the state in which an address is, or may be",
  {
    kind: words(placeKinds, "CITY: a city, village, or borough with its own government"),
    code: text(
      "Census GEOID, or the code in the operator's boundary file. NONE with the kind CITY: the address is in no city",
    ),
    name: text("As the Census Bureau writes it. Empty for NONE"),
    certainty: words(
      ["INSIDE", "LIKELY", "POSSIBLE"],
      "INSIDE: the street or the coordinates were found inside. LIKELY: nearly every address of the ZIP Code is. POSSIBLE: one of several, or close to a border",
    ),
    source: words(
      ["embedded", "census", "boundaries"],
      "ZIP Code data, the Census Geocoder, or boundary files",
    ),
  },
);
export type AddressPlace = Shape<typeof AddressPlace>;

export const UsAddress = closedObject("UsAddress", "Address in the United States", {
  streetAddress1: firstLine,
  streetAddress2: secondLine,
  city,
  state: line(
    40,
    "Two-letter state abbreviation, in capital letters. forms and guided-flows also accept lowercase letters and the name of the state",
  ),
  zipCode: text(
    "36130 or 36130-2102. forms and guided-flows also accept 361302102. The normalized address can have ZIP+4",
    { maxLength: 10, pattern: "^[0-9]{5}(?:-?[0-9]{4})?$" },
  ),
  latitude: degrees(90, "Latitude"),
  longitude: degrees(180, "Longitude"),
});
export type UsAddress = Shape<typeof UsAddress>;

export const CanadianAddress = closedObject("CanadianAddress", "Address in Canada", {
  streetAddress1: firstLine,
  streetAddress2: secondLine,
  city,
  provinceTerritory: words(
    ["AB", "BC", "MB", "NB", "NL", "NT", "NS", "NU", "ON", "PE", "QC", "SK", "YT"],
    "Province or territory",
  ),
  postalCode: text("Canadian postal code, with or without the single space in the middle", {
    maxLength: 7,
    pattern: "^[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]$",
  }),
});
export type CanadianAddress = Shape<typeof CanadianAddress>;

export const Address = Type.Union([UsAddress, CanadianAddress], {
  $id: "Address",
  description: "US or Canadian address",
});
export type Address = Shape<typeof Address>;

export const maxWorkAddresses = 50;

export const PaymentType = words(
  ["WAGES", "PENSION"],
  "Extension. What the forms are for: wages, or a pension or annuity. WAGES by default. With PENSION, only the home address determines the forms",
);
export type PaymentType = Shape<typeof PaymentType>;

export const LocationRequest = closedObject(
  "LocationRequest",
  "One home address and one or more work addresses",
  {
    homeAddress: Address,
    workAddresses: list(Address, "One per physical work location", {
      minItems: 1,
      maxItems: maxWorkAddresses,
    }),
    paymentType: optionalOrNull(PaymentType),
  },
);
export type LocationRequest = Shape<typeof LocationRequest>;

const AddressResultMessage = namedObject("AddressResultMessage", "What an address result code means", {
  message: text("Short name of the code"),
  description: text("What it means for this address"),
});

/** Without limits: uppercase can have more characters than lowercase, and a unit can get a `#`. */
const NormalizedAddress = namedObject("NormalizedAddress", "A US address as normalized", {
  streetAddress1: text("In capital letters, with standard abbreviations"),
  streetAddress2: optionalText("Left out if it is empty"),
  city: text("In capital letters"),
  state: text("Two-letter state abbreviation"),
  zipCode: text("ZIP Code or ZIP+4"),
});

export const LocationData = namedObject(
  "LocationData",
  "A US address after validation, normalization, and geocoding",
  {
    id: text("`home`, or `work1`, `work2` and so on in request order"),
    inputAddress: UsAddress,
    normalizedAddress: NormalizedAddress,
    addressResultMessages: mapOf(
      AddressResultMessage,
      "Keys are result codes (docs/errors.md, Result codes). Texts are in the language of the request",
    ),
    latitude: optionalText("Decimal degrees with six decimal places. Present if geocoded is true"),
    longitude: optionalText("Decimal degrees with six decimal places. Present if geocoded is true"),
    verified: flag(
      "The city, state, and ZIP Code match, and nothing is missing. Always false for military mail (APO, FPO, DPO)",
    ),
    geocoded: flag("Whether coordinates are included. A GS code says how precise they are"),
    places: optional(
      list(
        AddressPlace,
        "Extension. County, city, and the like, as far as they are known. Absent if nothing is",
      ),
    ),
  },
);
export type LocationData = Shape<typeof LocationData>;

export const Agency = namedObject(
  "Agency",
  "The agency that publishes a jurisdiction's forms, with its website",
  {
    name: text("In English, unless `language` says otherwise"),
    url: text("Its website", { format: "uri" }),
    language: optional(words(["es", "fr"], "Language of the name, if it is not English")),
  },
);

export const AddressError = namedObject(
  "AddressError",
  "A problem with an address that did not prevent a result",
  {
    addressId: text("`home`, `work1`, `work2` and so on"),
    code: text(
      "JURISDICTION_NOT_COVERED, PENSION_NOT_COVERED, FORM_NOT_AVAILABLE, JURISDICTION_UNKNOWN, MILITARY_ADDRESS, POSTAL_CODE_INVALID, PROVINCE_MISMATCH, COORDINATES_MISMATCH, or a result code that starts with AE (docs/errors.md, Address codes)",
    ),
    message: text("In the language of the request"),
    locality: optionalText(
      "For JURISDICTION_NOT_COVERED, PENSION_NOT_COVERED, and FORM_NOT_AVAILABLE: code of the jurisdiction or locality (MI_EAST_LANSING) whose forms are not available",
    ),
    localityFullName: optionalText("Name of that jurisdiction, in English"),
    agency: optional(Agency),
    formName: optionalText("Name of the form that is not available, if it is known"),
  },
);
export type AddressError = Shape<typeof AddressError>;
