import { startService } from "@withholding-forms/testing/wizard/service";
import { expect, test } from "vitest";
import { emptyAddress } from "./session/address.js";
import { targetOf } from "./session/refusals.js";
import type { FormEntry, State } from "./session/state.js";

const service = await startService();

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Every place in a request that the service can name, by its own description. */
function pointersOf(name: string): readonly string[] {
  const { components } = service.description() as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const found = new Set<string>();
  const collect = (schema: Schema | undefined, pointer: string): void => {
    found.add(pointer);
    if (schema?.$ref !== undefined) collect(components.schemas[schema.$ref.split("/").at(-1) ?? ""], pointer);
    for (const one of [schema?.anyOf, schema?.oneOf, schema?.allOf].flatMap((shapes) => shapes ?? []))
      collect(one, pointer);
    for (const [member, inner] of Object.entries(schema?.properties ?? {}))
      collect(inner, `${pointer}/${member}`);
    if (schema?.items !== undefined) collect(schema.items, `${pointer}/0`);
  };
  collect(components.schemas[name], "");
  return [...found];
}

const question = { question: { id: "dependents" } };
const form = {
  summary: { id: "F", formLocality: "FEDERAL", name: "F" },
  information: {
    required: {
      employee: {},
      employer: {
        name: "ALWAYS",
        federalEIN: "ALWAYS",
        telephoneNumber: "ALWAYS",
        address: { city: "ALWAYS" },
      },
    },
    formFields: {
      employee: Object.fromEntries(
        [
          "firstName",
          "middleInitial",
          "lastName",
          "socialSecurityNumber",
          "socialInsuranceNumber",
          "socialInsuranceNumberExpiryDate",
        ].map((field) => [field, "^.*$"]),
      ),
    },
  },
  view: { path: [{ questionSetId: "QS2", questions: [question] }] },
} as unknown as FormEntry;
const home = { ...emptyAddress, streetAddress1: "1 Main St" };
const state = {
  setup: {},
  forms: [form],
  home,
  works: [home, { ...home, streetAddress1: "2 Main St" }],
  worksAt: "WORKPLACE",
  addressesGiven: false,
  person: { socialInsuranceNumber: "9" },
  personFixed: [],
  keptAsTyped: new Set<string>(),
} as unknown as State;
const at = (pointer: string, in_: State = state): string | undefined => {
  const target = targetOf({ pointer }, form, in_);
  return target && `${target.page} ${target.field}`;
};

/** Where the employee can change it. The employer's address is the second work location: the first is the home. */
const pages: Readonly<Record<string, string>> = {
  "/employee/firstName": "person p-firstName",
  "/employee/middleInitial": "person p-middleInitial",
  "/employee/lastName": "person p-lastName",
  "/employee/socialSecurityNumber": "person p-socialSecurityNumber",
  "/employee/socialInsuranceNumber": "person p-socialInsuranceNumber",
  "/employee/socialInsuranceNumberExpiryDate": "person p-socialInsuranceNumberExpiryDate",
  "/employee/address": "addresses home-streetAddress1",
  "/employee/address/streetAddress1": "addresses home-streetAddress1",
  "/employee/address/streetAddress2": "addresses home-streetAddress2",
  "/employee/address/city": "addresses home-city",
  "/employee/address/state": "addresses home-region",
  "/employee/address/zipCode": "addresses home-code",
  "/employee/address/provinceTerritory": "addresses home-region",
  "/employee/address/postalCode": "addresses home-code",
  "/employer/name": "person p-name",
  "/employer/address": "addresses work2-streetAddress1",
  "/employer/address/streetAddress1": "addresses work2-streetAddress1",
  "/employer/address/streetAddress2": "addresses work2-streetAddress2",
  "/employer/address/city": "addresses work2-city",
  "/employer/address/state": "addresses work2-region",
  "/employer/address/zipCode": "addresses work2-code",
  "/employer/address/provinceTerritory": "addresses work2-region",
  "/employer/address/postalCode": "addresses work2-code",
  "/homeAddress": "addresses home-streetAddress1",
  "/homeAddress/streetAddress1": "addresses home-streetAddress1",
  "/homeAddress/streetAddress2": "addresses home-streetAddress2",
  "/homeAddress/city": "addresses home-city",
  "/homeAddress/state": "addresses home-region",
  "/homeAddress/zipCode": "addresses home-code",
  "/homeAddress/provinceTerritory": "addresses home-region",
  "/homeAddress/postalCode": "addresses home-code",
  "/workAddresses": "addresses work1-streetAddress1",
  "/workAddresses/0": "addresses work1-streetAddress1",
  "/workAddresses/0/streetAddress1": "addresses work1-streetAddress1",
  "/workAddresses/0/streetAddress2": "addresses work1-streetAddress2",
  "/workAddresses/0/city": "addresses work1-city",
  "/workAddresses/0/state": "addresses work1-region",
  "/workAddresses/0/zipCode": "addresses work1-code",
  "/workAddresses/0/provinceTerritory": "addresses work1-region",
  "/workAddresses/0/postalCode": "addresses work1-code",
  // Coordinates are no entries: they belong to the street.
  "/employee/address/latitude": "addresses home-streetAddress1",
  "/employee/address/longitude": "addresses home-streetAddress1",
  "/employer/address/latitude": "addresses work2-streetAddress1",
  "/employer/address/longitude": "addresses work2-streetAddress1",
  "/homeAddress/latitude": "addresses home-streetAddress1",
  "/homeAddress/longitude": "addresses home-streetAddress1",
  "/workAddresses/0/latitude": "addresses work1-streetAddress1",
  "/workAddresses/0/longitude": "addresses work1-streetAddress1",
};

/** What the wizard itself sends: no entry of the employee, so the employer is named. */
const employerOnly = [
  "",
  "/formId",
  "/formVersion",
  "/signForm",
  "/paymentType",
  "/employee",
  "/employer",
  "/employer/federalEIN",
  "/employer/telephoneNumber",
  "/fields",
  "/federalValues",
  "/federalValues/filingStatus",
  "/federalValues/isExempt",
  "/federalValues/isNonResidentAlien",
  "/federalValues/twoJobs",
  "/federalValues/additionalWithholding",
  "/federalValues/dependentsAmt",
  "/federalValues/otherIncome",
  "/federalValues/deductions",
];

test("every place that the service can reject has a page and a field, or is known to be out of reach", () => {
  const pointers = [...new Set([...pointersOf("FillPdfRequest"), ...pointersOf("LocationRequest")])];
  expect(pointers.toSorted()).toEqual([...Object.keys(pages), ...employerOnly].toSorted());
  expect(
    Object.fromEntries(pointers.flatMap((one) => (at(one) === undefined ? [] : [[one, at(one)]]))),
  ).toEqual(pages);
});

test("an answer leads to its page, by its pointer or its id; one that no page asks leads nowhere", () => {
  expect(targetOf({ pointer: "/fields/dependents" }, form, state)).toEqual({
    page: "questions",
    questionSetId: "QS2",
    field: "q-dependents",
    key: "dependents",
  });
  expect(targetOf({ pointer: "", questionId: "dependents" }, form, state)?.field).toBe("q-dependents");
  expect(at("/fields/other")).toBeUndefined();
  expect(targetOf({ pointer: "/fields/dependents" }, undefined, state)).toBeUndefined();
});

test("what the host gave is the employer's to change", () => {
  const given = { ...state, addressesGiven: true };
  const employer = {
    name: "A",
    address: { streetAddress1: "3 Main St", city: "B", state: "AL", zipCode: "36130" },
  };
  const byHost: State = { ...state, setup: { mode: "sign", employer } };
  expect(at("/employee/address/city", given)).toBeUndefined();
  expect(at("/employer/address/city", given)).toBeUndefined();
  expect(at("/homeAddress/city", given)).toBeUndefined();
  expect(at("/employer/name", byHost)).toBeUndefined();
  expect(at("/employer/address/city", byHost)).toBeUndefined();
  expect(at("/employer/federalEIN", byHost)).toBeUndefined();
  // The employee lives at the work address, so the employee entered the employer's address.
  expect(at("/employer/address/city", { ...state, works: [home] })).toBe("person employer-city");
});

test("what a signed form carries cannot change, but answers to the next form can", () => {
  const signed: State = {
    ...state,
    forms: [{ ...form, completed: {} as never }],
    personFixed: ["firstName", "lastName"],
  };
  expect(at("/employee/lastName", signed)).toBeUndefined();
  // Lost with a reload.
  expect(at("/employee/socialSecurityNumber", signed)).toBe("person p-socialSecurityNumber");
  expect(at("/employee/address/city", signed)).toBeUndefined();
  expect(at("/employer/address/city", { ...signed, works: [home] })).toBeUndefined();
  expect(at("/fields/dependents", signed)).toBe("questions q-dependents");
});
