import { describe, expect, it } from "vitest";
import type { FieldProblem } from "../../model/catalog.js";
import type { Identity, IdentityField } from "../../model/identity.js";
import { figures, type IdentityRequest, readIdentity } from "./identity.js";

const field = (pattern: string, more: Partial<IdentityField> = {}): IdentityField => ({
  pattern,
  message: { en: "wrong", es: "mal", fr: "faux" },
  required: "always",
  ...more,
});
const name = field("^[\\p{L}][\\p{L}\\p{M} .'-]{0,9}$");
const line = field("^[^\\p{Cc}]{1,20}$");
const optional = field("^[^\\p{Cc}]{1,20}$", { required: "never" });
const employer = {
  name: { ...line, required: "always" as const },
  federalEIN: field("^(?:[0-9]{2}-[0-9]{7}|[0-9]{9})$", { format: "##-#######", required: "never" }),
};

const identity: Identity = {
  parties: {
    US: {
      employee: {
        firstName: name,
        middleInitial: field("^\\p{L}$", { required: "never" }),
        lastName: name,
        socialSecurityNumber: field("^(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})$", { format: "###-##-####" }),
      },
      employer,
    },
    CA: {
      employee: {
        firstName: name,
        lastName: name,
        socialInsuranceNumber: field("^[0-9 ]{9,11}$", { format: "### ### ###" }),
        socialInsuranceNumberExpiryDate: field("^[0-9/-]{10}$", {
          required: "never",
          requiredWhenNumberStartsWith: "9",
          date: true,
          expired: { en: "over", es: "vencido", fr: "terminé" },
        }),
      },
      employer: {},
    },
  },
  homeAbroad: { en: "live here", es: "viva aquí", fr: "habitez ici" },
  employerAbroad: { en: "work here", es: "trabaje aquí", fr: "travaillez ici" },
  address: {
    US: {
      streetAddress1: line,
      streetAddress2: optional,
      city: line,
      state: field("^[A-Z]{2}$"),
      zipCode: field("^[0-9]{5}$"),
    },
    CA: {
      streetAddress1: line,
      streetAddress2: optional,
      city: line,
      provinceTerritory: field("^(?:ON|QC)$"),
      postalCode: field("^[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]$"),
    },
  },
};

const home = { streetAddress1: "1 Main St", city: "Troy", state: "AL", zipCode: "36081" };
const jane = {
  firstName: "Jane",
  middleInitial: "Q",
  lastName: "Doe",
  socialSecurityNumber: "123456789",
  address: home,
};
const works = { name: "Works Inc.", federalEIN: "987654321", address: home };

function read(more: Partial<IdentityRequest>): {
  values: Map<string, string>;
  problems: FieldProblem[];
  ignored: string[];
} {
  return readIdentity(identity, {
    day: "2026-11-16",
    residentsOnly: false,
    employee: jane,
    employer: works,
    country: "US",
    needs: {
      employee: {
        firstName: "always",
        middleInitial: "never",
        lastName: "always",
        socialSecurityNumber: "always",
        address: "always",
      },
      employer: { name: "always", federalEIN: "never", address: "always" },
    },
    language: "en",
    ...more,
  });
}
const faults = (more: Partial<IdentityRequest>): string[] =>
  read(more).problems.map(({ pointer, code }) => `${pointer} ${code}`);

describe("readIdentity", () => {
  it("gives what a page prints, each number in its shape", () => {
    const { values, problems } = read({});
    expect(problems).toEqual([]);
    expect(Object.fromEntries(values)).toEqual({
      "employee.firstName": "Jane",
      "employee.middleInitial": "Q",
      "employee.lastName": "Doe",
      "employee.socialSecurityNumber": "123-45-6789",
      "employee.street": "1 Main St",
      "employee.city": "Troy",
      "employee.region": "AL",
      "employee.postal": "36081",
      "employee.cityRegionPostal": "Troy, AL 36081",
      "employer.name": "Works Inc.",
      "employer.federalEIN": "98-7654321",
      "employer.street": "1 Main St",
      "employer.city": "Troy",
      "employer.region": "AL",
      "employer.postal": "36081",
      "employer.cityRegionPostal": "Troy, AL 36081",
      "employee.fullName": "Jane Q Doe",
      "employer.nameAndAddress": "Works Inc., 1 Main St, Troy, AL 36081",
    });
  });

  it("joins the second line of an address, and leaves out what is not there", () => {
    const { values } = read({
      employee: { ...jane, middleInitial: "", address: { ...home, streetAddress2: "Apt 5" } },
    });
    expect(values.get("employee.street")).toBe("1 Main St, Apt 5");
    expect(values.get("employee.fullName")).toBe("Jane Doe");
  });

  it("lists everything that is missing or wrong together", () => {
    expect(
      faults({
        employee: {
          firstName: "",
          lastName: "D0e",
          socialSecurityNumber: "12-345",
          address: { ...home, state: "Alabama" },
        },
        employer: { federalEIN: "1", address: { ...home, zipCode: null } },
      }),
    ).toEqual([
      "/employee/firstName REQUIRED",
      "/employee/lastName INVALID",
      "/employee/socialSecurityNumber INVALID",
      "/employee/address/state INVALID",
      "/employer/name REQUIRED",
      "/employer/federalEIN INVALID",
      "/employer/address/zipCode REQUIRED",
    ]);
  });

  it("reports problems in the requested language", () => {
    const { problems } = read({ employee: { ...jane, firstName: "7" }, language: "fr" });
    expect(problems).toEqual([{ pointer: "/employee/firstName", code: "INVALID", message: "faux" }]);
  });

  it("treats blanks as missing and trims the rest", () => {
    expect(faults({ employee: { ...jane, address: { ...home, streetAddress1: "   " } } })).toEqual([
      "/employee/address/streetAddress1 REQUIRED",
    ]);
    expect(read({ employee: { ...jane, firstName: "  Jane " } }).values.get("employee.firstName")).toBe(
      "Jane",
    );
  });

  it("composes letters before it measures them", () => {
    const { values, problems } = read({ employee: { ...jane, firstName: "Jose\u0301" } });
    expect(problems).toEqual([]);
    expect(values.get("employee.firstName")).toBe("Jos\u00e9");
  });

  it("rejects what is not text, not an object, or far too long", () => {
    expect(faults({ employee: { ...jane, firstName: 5 } })).toEqual(["/employee/firstName INVALID"]);
    expect(faults({ employee: { ...jane, firstName: ["Jane"] } })).toEqual(["/employee/firstName INVALID"]);
    expect(faults({ employee: { ...jane, address: "1 Main St" } })).toEqual(["/employee/address INVALID"]);
    expect(faults({ employee: { ...jane, address: [home] } })).toEqual(["/employee/address INVALID"]);
    expect(faults({ employee: { ...jane, address: null } })).toEqual(["/employee/address REQUIRED"]);
    expect(faults({ employee: { ...jane, lastName: "D".repeat(100_000) } })).toEqual([
      "/employee/lastName INVALID",
    ]);
  });

  it("needs what the form needs, and nothing more", () => {
    const needs = {
      employee: { firstName: "always", lastName: "always", socialSecurityNumber: "never", address: "never" },
      employer: { name: "never", address: "never" },
    } as const;
    expect(faults({ employee: { firstName: "Jane", lastName: "Doe" }, employer: undefined, needs })).toEqual(
      [],
    );
    expect(
      faults({ employee: { firstName: "Jane", lastName: "Doe" }, employer: { name: "\u0007" }, needs }),
    ).toEqual(["/employer/name CHARACTER"]);
  });

  it("requires the employer's name and address if any employer data is needed", () => {
    expect(faults({ employer: undefined })).toEqual([
      "/employer/name REQUIRED",
      "/employer/address REQUIRED",
    ]);
  });

  it("reads an address of the other country by its own shape", () => {
    const address = { streetAddress1: "1 Rue", city: "Laval", provinceTerritory: "QC", postalCode: "h7a0a1" };
    const { values, problems } = read({ employee: { ...jane, address } });
    expect(problems).toEqual([]);
    expect(values.get("employee.cityRegionPostal")).toBe("Laval, QC H7A 0A1");
  });

  it("rejects a home in the other country where the form is only for residents", () => {
    const address = {
      streetAddress1: "1 Rue",
      city: "Laval",
      provinceTerritory: "QC",
      postalCode: "H7A 0A1",
    };
    expect(read({ employee: { ...jane, address }, residentsOnly: true, language: "es" }).problems).toEqual([
      { pointer: "/employee/address", code: "NOT_ACCEPTED", message: "viva aquí" },
    ]);
    expect(faults({ residentsOnly: true })).toEqual([]);
  });

  it.each([
    ["a form that also takes homes in the other country", false, "always", []],
    ["a form for residents that does not print the employer's address", true, "never", []],
    [
      "a form for residents that prints it",
      true,
      "always",
      [{ pointer: "/employer/address", code: "NOT_ACCEPTED", message: "travaillez ici" }],
    ],
  ] as const)("judges an employer in the other country: %s", (_, residentsOnly, address, expected) => {
    const laval = {
      streetAddress1: "1 Rue",
      city: "Laval",
      provinceTerritory: "QC",
      postalCode: "H7A 0A1",
    };
    const employee = { address: "always" } as const;
    const { problems } = read({
      employer: { ...works, address: laval },
      needs: { employee, employer: { name: "always", federalEIN: "never", address } },
      residentsOnly,
      language: "fr",
    });
    expect(problems).toEqual(expected);
  });
});

describe("a Canadian number", () => {
  const needs = {
    employee: { firstName: "always", lastName: "always", address: "never" },
    employer: {},
  } as const;
  const canadian = (more: object): string[] =>
    faults({
      country: "CA",
      needs,
      employer: undefined,
      employee: { firstName: "A", lastName: "B", ...more },
    });

  it("needs the date of its end only where it belongs to a temporary resident", () => {
    expect(canadian({ socialInsuranceNumber: "123456789" })).toEqual([]);
    expect(canadian({ socialInsuranceNumber: "923456789" })).toEqual([
      "/employee/socialInsuranceNumberExpiryDate REQUIRED",
    ]);
  });

  it("is rejected once it has expired, and not on its last day", () => {
    const number = { socialInsuranceNumber: " 923456789" };
    expect(canadian({ ...number, socialInsuranceNumberExpiryDate: "2026-11-16" })).toEqual([]);
    expect(canadian({ ...number, socialInsuranceNumberExpiryDate: "11/15/2026" })).toEqual([
      "/employee/socialInsuranceNumberExpiryDate EXPIRED",
    ]);
  });

  it("is rejected on a US form, and a US number on a Canadian form", () => {
    expect(
      faults({
        employee: {
          ...jane,
          socialInsuranceNumber: "123456789",
          socialInsuranceNumberExpiryDate: "2027-01-01",
        },
      }),
    ).toEqual([
      "/employee/socialInsuranceNumber NOT_ACCEPTED",
      "/employee/socialInsuranceNumberExpiryDate NOT_ACCEPTED",
    ]);
    expect(canadian({ socialInsuranceNumber: "123456789", socialSecurityNumber: "123-45-6789" })).toEqual([
      "/employee/socialSecurityNumber NOT_ACCEPTED",
    ]);
    expect(faults({ employee: { ...jane, socialInsuranceNumber: "" } })).toEqual([]);
    expect(faults({ employee: { ...jane, socialInsuranceNumber: null } })).toEqual([]);
  });

  it("does not need the employer data of US forms, and reports it", () => {
    const { ignored, problems } = read({
      country: "CA",
      needs,
      employer: { ...works, telephoneNumber: " " },
      employee: { firstName: "A", lastName: "B", socialInsuranceNumber: "123456789" },
    });
    expect(problems).toEqual([]);
    expect(ignored).toEqual(["employer.name", "employer.federalEIN", "employer.address"]);
    expect(read({}).ignored).toEqual([]);
  });

  it("reads both date formats as the same day, and accepts only days that exist", () => {
    const date = (text: string): string | undefined =>
      read({
        country: "CA",
        needs,
        employer: undefined,
        employee: {
          firstName: "A",
          lastName: "B",
          socialInsuranceNumber: "923 456 789",
          socialInsuranceNumberExpiryDate: text,
        },
      }).values.get("employee.socialInsuranceNumberExpiryDate");
    expect(date("2027-06-30")).toBe("2027-06-30");
    expect(date("06/30/2027")).toBe("2027-06-30");
    expect(date("2027-06-31")).toBeUndefined();
    expect(
      canadian({ socialInsuranceNumber: "123456789", socialInsuranceNumberExpiryDate: "2027-02-29" }),
    ).toEqual(["/employee/socialInsuranceNumberExpiryDate INVALID"]);
  });
});

describe("digits", () => {
  it("formats digits, and hides those that a preview hides", () => {
    expect(figures("123456789", "###-##-####")).toBe("123-45-6789");
    expect(figures("123-45-6789", "XXX-XX-####")).toBe("XXX-XX-6789");
    expect(figures("123 456 789", "XXX XXX ###")).toBe("XXX XXX 789");
  });
});
