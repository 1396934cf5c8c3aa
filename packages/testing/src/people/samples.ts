/** Requests that the tests start from. Numbers, names and places are made up or public buildings. */
export const montgomery = {
  streetAddress1: "11 S Union St",
  city: "Montgomery",
  state: "AL",
  zipCode: "36130",
};
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

export const alabama = { homeAddress: montgomery, workAddresses: [montgomery] };
export const ontario = { homeAddress: ottawa, workAddresses: [ottawa] };

export const employer = {
  name: "Example Payroll Inc.",
  federalEIN: "98-7654321",
  telephoneNumber: "456-867-5309",
  address: montgomery,
};

export const americanEmployee = {
  firstName: "John",
  lastName: "Smith",
  socialSecurityNumber: "123-45-6789",
  address: montgomery,
};

export const canadianEmployee = {
  firstName: "Zoé",
  lastName: "Tremblay",
  // The usual test number: its check digit is right, and it was never issued.
  socialInsuranceNumber: "046 454 286",
  address: ottawa,
};

/** Alabama's A4 as in the public sample: single, one dependent. */
export const fillAlabama = {
  formId: "AL101",
  formVersion: "2025.4.0",
  employee: americanEmployee,
  employer,
  fields: { filingStatus: "SINGLE", dependents: 1 },
};
