import type { LocationRequest, Person } from "@withholding-forms/client";

/** Made-up people at public buildings. */
export const montgomery = {
  streetAddress1: "11 S Union St",
  city: "Montgomery",
  state: "AL",
  zipCode: "36130",
};

export const alabama: LocationRequest = { homeAddress: montgomery, workAddresses: [montgomery] };

export const phoenix = {
  streetAddress1: "1700 W Washington St",
  city: "Phoenix",
  state: "AZ",
  zipCode: "85007",
};

export const ottawa = {
  streetAddress1: "111 Wellington St",
  city: "Ottawa",
  provinceTerritory: "ON",
  postalCode: "K1A 0A9",
} as const;

export const john = {
  employee: {
    firstName: "John",
    lastName: "Smith",
    socialSecurityNumber: "123-45-6789",
    address: montgomery,
  },
  employer: {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "456-867-5309",
    address: montgomery,
  },
} satisfies Person;

export const zoe = {
  employee: {
    firstName: "Zoé",
    lastName: "Tremblay",
    // A common test number: its check digit is valid and nobody has it.
    socialInsuranceNumber: "046 454 286",
    address: ottawa,
  },
} satisfies Person;
