import * as schemas from "@withholding-forms/contract/schemas";
import { alabama, fillAlabama, ontario } from "@withholding-forms/testing/people/samples";
import { startTestServer, testCatalog } from "@withholding-forms/testing/service/server";
import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { specified } from "./test/specified.js";

// What a client of the specification sees of each of its endpoints: responses with only the members that it defines, at
// every depth. Members of ours that replaced or moved one of these would be missing here.

const { app, apiKey, call } = await startTestServer();

/** What is read of a schema, which for its library's types is any object. */
interface Schema {
  readonly $id?: string;
  readonly anyOf?: readonly object[];
  readonly items?: object;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, object>>;
}

function reduced(schema: object, value: unknown): unknown {
  const { $id = "", anyOf, items = {}, properties, patternProperties }: Schema = schema;
  if (Array.isArray(value)) return value.map((one) => reduced(items, one));
  if (typeof value !== "object" || value === null) return value;
  if (anyOf !== undefined) return reduced(anyOf.find((shape) => fits(shape, value)) ?? {}, value);
  const members = specified[$id];
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (members?.includes(name) === false) return [];
      if (members?.includes(`${name}.whenRequired`) === true)
        return [[name, { whenRequired: member.whenRequired }]];
      const part = properties?.[name] ?? Object.values(patternProperties ?? {})[0] ?? {};
      return [[name, reduced(part, member)]];
    }),
  );
}

/** Of several shapes: the value has all required members, and no other word. */
function fits({ properties = {}, required = [] }: Schema, value: object): boolean {
  const members = new Map(Object.entries(value));
  return (
    required.every((name) => members.has(name)) &&
    Object.entries(properties).every(([name, { enum: words }]: [string, Schema]) => {
      return words === undefined || !members.has(name) || words.includes(members.get(name));
    })
  );
}

async function seen(schema: object, request: InjectOptions & { readonly url: string }): Promise<unknown> {
  const response = await call(request);
  expect(response.statusCode).toBe(200);
  return reduced(schema, response.json());
}

const latest = (formId: string): string =>
  testCatalog()
    .current("2026-11-16")
    .find(({ id }) => id === formId)?.version ?? "";
const post = (endpoint: string, payload: object) =>
  ({ method: "POST", url: `/v1/${endpoint}`, payload }) as const;

const w4 = {
  id: "W4101",
  name: "W-4",
  title: "Employee's Withholding Certificate",
  formVersion: latest("W4101"),
  formLocality: "FEDERAL",
  formType: "RESIDENT",
  initialQuestionSet: "QS1",
};
const a4 = {
  id: "AL101",
  name: "A4",
  title: "Employee's Withholding Tax Exemption Certificate",
  formVersion: latest("AL101"),
  formLocality: "AL",
  formType: "RESIDENT",
  initialQuestionSet: "QS1",
};
const home = {
  id: "home",
  inputAddress: alabama.homeAddress,
  normalizedAddress: {
    streetAddress1: "11 S UNION ST",
    city: "MONTGOMERY",
    state: "AL",
    zipCode: expect.stringMatching(/^36130/),
  },
  addressResultMessages: expect.any(Object),
  latitude: expect.stringMatching(/^32\./),
  longitude: expect.stringMatching(/^-86\./),
  verified: true,
  geocoded: true,
};

test("login", async () => {
  const response = await app.inject({ url: "/authentication/login", headers: { "api-key": apiKey } });
  expect(reduced(schemas.Login, response.json())).toEqual({ accessToken: expect.any(String) });
});

test("forms", async () => {
  const { forms, ...rest } = (await seen(schemas.FormsResponse, post("forms", alabama))) as {
    readonly forms: readonly { readonly recommended: boolean }[];
  };
  expect(forms.filter(({ recommended }) => recommended)).toEqual([
    { ...w4, recommended: true },
    { ...a4, recommended: true },
  ]);
  expect(rest).toEqual({ locationData: [home, { ...home, id: "work1" }], errors: [] });
});

test("guided-flows, in the United States and in Canada", async () => {
  expect(await seen(schemas.GuidedFlowsResponse, post("guided-flows", alabama))).toEqual({
    flows: [
      {
        id: "FEDERAL",
        locality: "FEDERAL",
        hasFlowQuestions: true,
        initialQuestionSetId: "QS1",
        localityFullName: "Federal",
      },
      {
        id: "AL_RESIDENT",
        locality: "AL",
        residencyStatus: "RESIDENT",
        hasFlowQuestions: true,
        initialQuestionSetId: "QS1",
        localityFullName: "Alabama",
      },
    ],
    locationData: [home, { ...home, id: "work1" }],
    errors: [],
  });
  const canada = await seen(schemas.GuidedFlowsResponse, post("guided-flows", ontario));
  expect(canada).toMatchObject({
    flows: [
      { id: "CANADA_FEDERAL", locality: "CANADA_FEDERAL", residencyStatus: "CANADA_RESIDENT" },
      { id: "ON_CANADA_RESIDENT", locality: "ON", localityFullName: "Ontario" },
    ],
    locationData: [],
  });
});

test("flowQuestionSet", async () => {
  const set = await seen(schemas.QuestionSet, { url: "/v1/flowQuestionSet/AL_RESIDENT/QS1" });
  expect(set).toEqual({
    id: "QS1",
    breadcrumbTitle: expect.any(String),
    questions: [
      {
        id: "alGuidedQ1",
        questionText: expect.any(String),
        validationRegex: expect.any(String),
        validationErrorMessage: expect.any(String),
        htmlType: "INPUT",
        displayType: "RADIO",
        required: { whenRequired: "ALWAYS" },
        questionOptions: expect.arrayContaining([
          { id: expect.any(String), label: expect.any(String), value: "english", formsToComplete: [a4] },
        ]),
        isCalculated: false,
        notes: expect.arrayContaining([
          { htmlType: "PARAGRAPH", suggestedPlacement: "BELOW_QUESTION", text: expect.any(String) },
        ]),
      },
    ],
    navigation: expect.any(Object),
  });
});

test("formQuestionSet, with its notice", async () => {
  const set = await seen(schemas.QuestionSet, { url: "/v1/formQuestionSet/AL101/QS1" });
  expect(set).toMatchObject({
    id: "QS1",
    questions: [
      {
        id: "filingStatus",
        required: { whenRequired: "ALWAYS" },
        questionOptions: expect.arrayContaining([{ label: expect.any(String), value: "SINGLE" }]),
      },
    ],
    notice: { type: "WARNING", message: expect.any(String) },
  });
});

test("fillPdf, in all modes", async () => {
  for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]) {
    const filled = await seen(
      schemas.FillPdfResponse,
      post("fillPdf", { ...fillAlabama, formVersion: undefined, signForm }),
    );
    expect(filled).toEqual({
      form: "AL101",
      pdf: expect.stringMatching(/^JVBERi/),
      taxParameters: [
        { id: "AL.filingStatus", value: "S", valueType: "code" },
        { id: "AL.dependents", value: "1", valueType: "integer" },
        { id: "AL.additionalWithholding", value: "0.00", valueType: "dollarAmount" },
        { id: "AL.isExempt", value: "false", valueType: "boolean" },
      ],
      notice: { type: "WARNING", message: expect.any(String) },
      formVersion: latest("AL101"),
      formType: "RESIDENT",
      name: "A4",
      title: "Employee's Withholding Tax Exemption Certificate",
      locality: "AL",
    });
  }
});

test("form information", async () => {
  const { initialQuestionSet, formLocality: locality, ...same } = a4;
  const seenAs = await seen(schemas.FormInformation, { url: "/v1/fillPdf/AL101" });
  expect(seenAs).toEqual({
    ...same,
    locality,
    formType: expect.any(String),
    initialQuestionSetId: initialQuestionSet,
    effectiveDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    formFields: expect.objectContaining({ formId: expect.any(String), signForm: "PREVIEW" }),
    blankFormImages: expect.arrayContaining([expect.any(String)]),
    taxParameters: expect.arrayContaining([
      { id: "AL.filingStatus", valueType: "code", description: expect.any(String) },
    ]),
  });
});

test("getAllFormIds and getAllFormsCatalog", async () => {
  const ids = (await call({ url: "/v1/getAllFormIds" })).json();
  expect(ids).toEqual(expect.arrayContaining(["W4101", "AL101", "MO101", "NJ102", "WV101"]));
  const catalog = await seen(schemas.FormsCatalog, { url: "/v1/getAllFormsCatalog" });
  expect(catalog).toContainEqual({ id: "AL101", version: latest("AL101") });
});
