import { Type } from "../typebox.js";
import { placeKinds } from "../words.js";
import { optionalOrNull, type Shape, words } from "./build.js";

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
  Type.String({
    maxLength: 100,
    description: "Apartment, suite, or the like. Empty or left out if there is none",
  }),
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

export const AddressPlace = Type.Object(
  {
    kind: words(placeKinds, "CITY: a city, village, or borough with its own government"),
    code: Type.String({
      description:
        "Census GEOID, or the code in the operator's boundary file. NONE with the kind CITY: the address is in no city",
    }),
    name: Type.String({ description: "As the Census Bureau writes it. Empty for NONE" }),
    certainty: words(
      ["INSIDE", "LIKELY", "POSSIBLE"],
      "INSIDE: the street or the coordinates were found inside. LIKELY: nearly every address of the ZIP Code is. POSSIBLE: one of several, or close to a border",
    ),
    source: words(
      ["embedded", "census", "boundaries"],
      "ZIP Code data, the Census Geocoder, or boundary files",
    ),
  },
  {
    $id: "AddressPlace",
    description: "Extension. A place below the state in which an address is, or may be",
  },
);
export type AddressPlace = Shape<typeof AddressPlace>;

export const UsAddress = Type.Object(
  {
    streetAddress1: firstLine,
    streetAddress2: secondLine,
    city,
    state: line(
      40,
      "Two-letter state abbreviation, in capital letters. forms and guided-flows also accept lowercase letters and the name of the state",
    ),
    zipCode: Type.String({
      maxLength: 10,
      pattern: "^[0-9]{5}(?:-?[0-9]{4})?$",
      description:
        "36130 or 36130-2102. forms and guided-flows also accept 361302102. The normalized address can have ZIP+4",
    }),
    latitude: degrees(90, "Latitude"),
    longitude: degrees(180, "Longitude"),
  },
  {
    $id: "UsAddress",
    additionalProperties: false,
    description: "Address in the United States",
    examples: [{ streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" }],
  },
);
export type UsAddress = Shape<typeof UsAddress>;

export const CanadianAddress = Type.Object(
  {
    streetAddress1: firstLine,
    streetAddress2: secondLine,
    city,
    provinceTerritory: words(
      ["AB", "BC", "MB", "NB", "NL", "NT", "NS", "NU", "ON", "PE", "QC", "SK", "YT"],
      "Province or territory",
    ),
    postalCode: Type.String({
      maxLength: 7,
      pattern: "^[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]$",
      description: "Canadian postal code, with or without the single space in the middle",
    }),
  },
  {
    $id: "CanadianAddress",
    additionalProperties: false,
    description: "Address in Canada",
    examples: [
      {
        streetAddress1: "111 Wellington St",
        city: "Ottawa",
        provinceTerritory: "ON",
        postalCode: "K1A 0A9",
      },
    ],
  },
);
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

export const LocationRequest = Type.Object(
  {
    homeAddress: Address,
    workAddresses: Type.Array(Address, {
      minItems: 1,
      maxItems: maxWorkAddresses,
      description: "One per physical work location",
    }),
    paymentType: optionalOrNull(PaymentType),
  },
  {
    $id: "LocationRequest",
    additionalProperties: false,
    description: "One home address and one or more work addresses",
    examples: [
      {
        homeAddress: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        workAddresses: [
          { streetAddress1: "64 N Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        ],
      },
    ],
  },
);
export type LocationRequest = Shape<typeof LocationRequest>;

const AddressResultMessage = Type.Object(
  {
    message: Type.String({ description: "Short name of the code" }),
    description: Type.String({ description: "What it means for this address" }),
  },
  { $id: "AddressResultMessage", description: "What an address result code means" },
);

/** Without limits: uppercase can have more characters than lowercase, and a unit can get a `#`. */
const NormalizedAddress = Type.Object(
  {
    streetAddress1: Type.String({ description: "In capital letters, with standard abbreviations" }),
    streetAddress2: Type.Optional(Type.String({ description: "Left out if it is empty" })),
    city: Type.String({ description: "In capital letters" }),
    state: Type.String({ description: "Two-letter state abbreviation" }),
    zipCode: Type.String({ description: "ZIP Code or ZIP+4" }),
  },
  { $id: "NormalizedAddress", description: "A US address as normalized" },
);

/** In examples of several schemas. */
export const locationDataExample = {
  id: "home",
  inputAddress: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
  normalizedAddress: {
    streetAddress1: "11 S UNION ST",
    city: "MONTGOMERY",
    state: "AL",
    zipCode: "36130",
  },
  addressResultMessages: {
    GS03: {
      message: "Geocoded to Community Level",
      description:
        "The coordinates are the center of the ZIP Code area. The street and house number were not looked up.",
    },
  },
  latitude: "32.233400",
  longitude: "-86.208500",
  verified: true,
  geocoded: true,
  places: [
    { kind: "COUNTY", code: "01101", name: "Montgomery County", certainty: "LIKELY", source: "embedded" },
  ],
};

export const LocationData = Type.Object(
  {
    id: Type.String({ description: "`home`, or `work1`, `work2` and so on in request order" }),
    inputAddress: UsAddress,
    normalizedAddress: NormalizedAddress,
    addressResultMessages: Type.Record(Type.String(), AddressResultMessage, {
      description:
        "Keys are result codes (docs/errors.md, Result codes). Texts are in the language of the request",
    }),
    latitude: Type.Optional(
      Type.String({ description: "Decimal degrees with six decimal places. Present if geocoded is true" }),
    ),
    longitude: Type.Optional(
      Type.String({ description: "Decimal degrees with six decimal places. Present if geocoded is true" }),
    ),
    verified: Type.Boolean({
      description:
        "The city, state, and ZIP Code match, and nothing is missing. Always false for military mail (APO, FPO, DPO)",
    }),
    geocoded: Type.Boolean({
      description: "Whether coordinates are included. A GS code says how precise they are",
    }),
    places: Type.Optional(
      Type.Array(AddressPlace, {
        description: "Extension. County, city, and the like, as far as they are known. Absent if nothing is",
      }),
    ),
  },
  {
    $id: "LocationData",
    description: "A US address after validation, normalization, and geocoding",
    examples: [locationDataExample],
  },
);
export type LocationData = Shape<typeof LocationData>;

export const Agency = Type.Object(
  {
    name: Type.String({ description: "In English, unless `language` says otherwise" }),
    url: Type.String({ format: "uri", description: "Its website" }),
    language: Type.Optional(words(["es", "fr"], "Language of the name, if it is not English")),
  },
  { $id: "Agency", description: "The agency that publishes a jurisdiction's forms, with its website" },
);

export const AddressError = Type.Object(
  {
    addressId: Type.String({ description: "`home`, `work1`, `work2` and so on" }),
    code: Type.String({
      description:
        "JURISDICTION_NOT_COVERED, PENSION_NOT_COVERED, FORM_NOT_AVAILABLE, JURISDICTION_UNKNOWN, MILITARY_ADDRESS, POSTAL_CODE_INVALID, PROVINCE_MISMATCH, COORDINATES_MISMATCH, or a result code that starts with AE (docs/errors.md, Address codes)",
    }),
    message: Type.String({ description: "In the language of the request" }),
    locality: Type.Optional(
      Type.String({
        description:
          "For JURISDICTION_NOT_COVERED, PENSION_NOT_COVERED, and FORM_NOT_AVAILABLE: code of the jurisdiction or locality (MI_EAST_LANSING) whose forms are not available",
      }),
    ),
    localityFullName: Type.Optional(Type.String({ description: "Name of that jurisdiction, in English" })),
    agency: Type.Optional(Agency),
    formName: Type.Optional(
      Type.String({ description: "Name of the form that is not available, if it is known" }),
    ),
  },
  {
    $id: "AddressError",
    description: "A problem with an address that did not prevent a result",
    examples: [
      {
        addressId: "work1",
        code: "JURISDICTION_NOT_COVERED",
        message: "The form W-4 (allowance style) for American Samoa is not available yet.",
        locality: "AS",
        localityFullName: "American Samoa",
        agency: { name: "American Samoa Government", url: "https://www.americansamoa.gov/" },
        formName: "W-4 (allowance style)",
      },
    ],
  },
);
export type AddressError = Shape<typeof AddressError>;
