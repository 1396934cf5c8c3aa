import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { displayType } from "./form-information.js";

const live = await startTestServer();
const small = await startTestServer({ options: { catalog: await smallCatalog() } });
const { call } = live;

const information = async (path: string, { call } = path.startsWith("TS") ? small : live) => {
  const response = await call({ url: `/v1/fillPdf/${path}` });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const addressMembers = {
  streetAddress1: "ALWAYS",
  streetAddress2: "NEVER",
  city: "ALWAYS",
  state: "DEPENDENT",
  zipCode: "DEPENDENT",
};

test("a form is described with its fields, images and tax parameters", async () => {
  // It is current on this day, whatever is published later.
  live.setTime(new Date("2025-05-02T12:00:00Z"));
  const form = await information("AL101?formVersion=2025.04.0");
  live.setTime(testTime);
  expect(form).toEqual({
    id: "AL101",
    locality: "AL",
    name: "A4",
    title: "Employee's Withholding Tax Exemption Certificate",
    formType: "Resident",
    initialQuestionSetId: "QS1",
    effectiveDate: "2025-04-01",
    formVersion: "2025.4.0",
    formFields: {
      formId: expect.any(String),
      formVersion: expect.any(String),
      employee: expect.objectContaining({
        firstName: expect.any(String),
        socialSecurityNumber: expect.any(String),
        address: expect.objectContaining({ zipCode: expect.any(String) }),
      }),
      employer: expect.objectContaining({ federalEIN: expect.any(String) }),
      fields: expect.objectContaining({ dependents: "^[0-9]{1,2}$" }),
      signForm: "PREVIEW",
    },
    versions: expect.any(Array),
    required: {
      employee: {
        firstName: "ALWAYS",
        middleInitial: "NEVER",
        lastName: "ALWAYS",
        socialSecurityNumber: "ALWAYS",
        address: addressMembers,
      },
      employer: {
        name: "ALWAYS",
        federalEIN: "NEVER",
        telephoneNumber: "NEVER",
        address: addressMembers,
      },
    },
    otherCountryAddress: expect.objectContaining({
      postalCode: "^[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]$",
    }),
    blankFormImages: expect.arrayContaining(["https://forms.example.com/images/AL101/2025.4.0/1.png"]),
    signatureFields: [
      { id: "signatureLine", type: "SIGNATURE", signer: "EMPLOYEE" },
      { id: "date", type: "DATE", signer: "EMPLOYEE", format: "MM/DD/YYYY" },
    ],
    language: "en",
    acceptsFederalValues: false,
    official: false,
    notices: [
      expect.objectContaining({ code: "REPORT_CLAIM", optional: true }),
      expect.objectContaining({ code: "KEEP_FORM" }),
      expect.objectContaining({ code: "REPORT_DOUBTFUL_CLAIM" }),
    ],
    verification: {
      face: expect.any(String),
      rules: expect.any(String),
      revision: expect.any(String),
      checked: expect.any(String),
      doubts: expect.arrayContaining([expect.any(String)]),
    },
    taxParameters: expect.arrayContaining([
      {
        id: "AL.additionalWithholding",
        valueType: "dollarAmount",
        description: "Extra tax to withhold.",
        optional: false,
        period: "PAY",
        calculation: { formula: "additionalWithholding" },
      },
    ]),
  });
});

test("a form that is for a single year says which one, and others say none", async () => {
  expect((await information("TS101?formVersion=2026.1.0")).taxYear).toBe(2026);
  // Its version is from 2026, but it stays valid until a new one replaces it.
  expect(await information("TS102?formVersion=2026.1.0")).not.toHaveProperty("taxYear");
});

test("without a version it is the latest one, without a notice", async () => {
  const form = await information("TS102");
  expect(form.formVersion).toBe("2026.1.0");
  expect(form).not.toHaveProperty("notice");
});

test.each([
  [
    "en",
    "The law sets the wording of this form, but the agency's file has not been added. Questions and PDF use our own wording.",
  ],
  [
    "es",
    "La ley fija el texto de este formulario, pero no se ha agregado el archivo de la agencia. Las preguntas y el PDF usan nuestro propio texto.",
  ],
  [
    "fr",
    "La loi fixe le texte de ce formulaire, mais le fichier de l'organisme n'a pas été ajouté. Les questions et le PDF utilisent notre propre texte.",
  ],
])(
  "a form whose words the law fixes warns while the agency's file is missing, in %s",
  async (language, message) => {
    const response = await small.call({
      url: "/v1/fillPdf/TS101",
      headers: { "accept-language": language },
    });
    const { notice, notices } = response.json();
    expect(notice).toBeUndefined();
    expect(notices[0]).toMatchObject({ code: "WORDING_PARAPHRASED", audience: "OPERATOR", message });
  },
);

test.each([
  ["en", "may be limited if you are not resident in Canada"],
  ["es", "pueden estar limitados si usted no es residente de Canadá"],
  ["fr", "peuvent être limités si vous n'êtes pas résident du Canada"],
])("Quebec's return warns about employees who are not resident, in %s", async (language, words) => {
  for (const id of ["QC101", "QC101FR"]) {
    const response = await call({ url: `/v1/fillPdf/${id}`, headers: { "accept-language": language } });
    expect(response.json().notice).toEqual({ type: "WARNING", message: expect.stringContaining(words) });
  }
});

test("the form information lists every notice, and says which ones depend on the answers", async () => {
  const { notice, notices } = await information("NJ102");
  expect(notice).toBeUndefined();
  expect(notices).toEqual([
    {
      code: "ATTACH_DOCUMENT",
      audience: "EMPLOYEE",
      action: "ATTACH_DOCUMENT",
      due: "WITH_FORM",
      blocksPayroll: true,
      message: expect.stringContaining("your spousal military identification card"),
      optional: true,
    },
    {
      code: "KEEP_FORM",
      audience: "EMPLOYER",
      action: "KEEP",
      blocksPayroll: false,
      message: "The employer keeps this form with the payroll records.",
    },
  ]);
});

test("a deprecated version names the current one", async () => {
  small.setTime(new Date("2026-03-01T12:00:00Z"));
  const response = await small.call({ url: "/v1/fillPdf/TS101?formVersion=2025.1.0" });
  expect(response.json().notice).toEqual({
    type: "DEPRECATION",
    message: "Version 2025.1.0 of this form is deprecated. The current version is 2026.1.0.",
  });
  expect(response.headers["deprecation"]).toBe("@1767225600");
});

test("each page of the blank has one image", async () => {
  const { blankFormImages } = await information("W4101?formVersion=2025.12.0");
  expect(blankFormImages[0]).toBe("https://forms.example.com/images/W4101/2025.12.0/1.png");
  expect(new Set(blankFormImages).size).toBe(blankFormImages.length);
  expect(blankFormImages.length).toBeGreaterThan(1);
});

test.each([
  ["RESIDENT", "Resident"],
  ["CANADA_RESIDENT", "Canada Resident"],
  ["EXEMPT_MILITARY_SPOUSE", "Exempt Military Spouse"],
])("%s is shown as %s", (code, shown) => {
  expect(displayType(code)).toBe(shown);
});

test("a form says in which language it is printed and whether it follows the federal values", async () => {
  expect(await information("NM101")).toMatchObject({ language: "en", acceptsFederalValues: true });
  expect(await information("ON101FR")).toMatchObject({ language: "fr", acceptsFederalValues: false });
});

test("a form with a second signer says which fields belong to whom", async () => {
  expect((await information("W8101")).signatureFields).toEqual([
    { id: "signatureLine", type: "SIGNATURE", signer: "EMPLOYEE" },
    { id: "date", type: "DATE", signer: "EMPLOYEE", format: "MM/DD/YYYY" },
    { id: "agentSignature", type: "SIGNATURE", signer: "WITHHOLDING_AGENT" },
    { id: "agentDate", type: "DATE", signer: "WITHHOLDING_AGENT", format: "MM/DD/YYYY" },
  ]);
  expect((await information("CAN103")).signatureFields).toEqual([
    { id: "signatureLine", type: "SIGNATURE", signer: "EMPLOYEE" },
    { id: "date", type: "DATE", signer: "EMPLOYEE", format: "YYYY/MM/DD" },
    { id: "employerName", type: "TEXT", signer: "EMPLOYER" },
    { id: "employerSignature", type: "SIGNATURE", signer: "EMPLOYER" },
    { id: "employerDate", type: "DATE", signer: "EMPLOYER", format: "YYYY/MM/DD" },
  ]);
});

test("a parameter that another form yields, too, says which value counts", async () => {
  const { taxParameters } = await information("W8101");
  const parameter = (id: string) => taxParameters.find((one: { id: string }) => one.id === id);
  const description =
    "A nonresident alien cannot claim exemption on Form W-4, and Form 8233 covers only the amount of the treaty.";
  expect(parameter("FED.isExempt").together).toEqual([
    { forms: ["W4101", "W8101"], rule: "ALL", staysInForce: true, description },
    { forms: ["W4101SP", "W8101"], rule: "ALL", staysInForce: true, description },
  ]);
  expect(parameter("FED.isNonResidentAlien").together).toMatchObject([
    { forms: ["W4101", "W8101"], rule: "ANY" },
    { forms: ["W4101SP", "W8101"], rule: "ANY" },
  ]);
  expect(parameter("FED.treatyCountry")).not.toHaveProperty("together");
});

test("Form 673 also says which value counts together with the Spanish Form W-4, and that both stay in force", async () => {
  const { taxParameters } = await information("W6101");
  const exempt = taxParameters.find((one: { id: string }) => one.id === "FED.isExempt");
  expect(exempt.together).toMatchObject([
    { forms: ["W4101", "W6101"], rule: "FIRST", staysInForce: true },
    { forms: ["W4101SP", "W6101"], rule: "FIRST", staysInForce: true },
  ]);
});

test("a form needs of the employer what it prints and an employee can know", async () => {
  const employer = async (form: string) =>
    Object.entries((await information(form)).required.employer)
      .filter(([, need]) => need === "ALWAYS" || Object.values(need as object).includes("ALWAYS"))
      .map(([name]) => name);
  for (const form of ["AZ101", "AZ102", "AZ103", "AZ107", "AZ108", "WV101", "WV102"])
    expect([form, await employer(form)]).toEqual([form, []]);
  expect(await employer("NM102")).toEqual(["name"]);
  expect(await employer("AL101")).toEqual(["name", "address"]);
  expect(await employer("W4101")).toEqual(["name", "address"]);
  expect(await employer("W8101")).toEqual(["name", "address"]);
  expect(await employer("CAN103")).toEqual([]);
});

test("a form that takes a taxpayer number says so in its pattern", async () => {
  const takes = async (form: string, number: string) =>
    new RegExp((await information(form)).formFields.employee.socialSecurityNumber, "u").test(number);
  const numbers = ["123-45-6789", "123456789", "912-70-1234", "912701234", "912-93-1234", "APPLIED FOR"];
  const taken = async (form: string) => Promise.all(numbers.map((number) => takes(form, number)));
  expect(await taken("W8101")).toEqual([true, true, true, true, false, true]);
  expect(await taken("CO103")).toEqual([true, true, true, true, false, false]);
  expect(await taken("W4101")).toEqual([true, true, false, false, false, false]);
});

test("the members of an address that may be left out are required if it is sent", async () => {
  const { employer } = (await information("AZ101")).required;
  expect(employer.address).toEqual({
    streetAddress1: "DEPENDENT",
    streetAddress2: "NEVER",
    city: "DEPENDENT",
    state: "DEPENDENT",
    zipCode: "DEPENDENT",
  });
});

test("a Canadian form says nothing of US employers, and that an expiry date depends on the number", async () => {
  const { formFields, required, otherCountryAddress } = await information("CAN101");
  expect(Object.keys(formFields.employer)).toEqual(["name"]);
  expect(required.employer).toEqual({ name: "NEVER" });
  expect(required.employee).toMatchObject({
    socialInsuranceNumber: "ALWAYS",
    socialInsuranceNumberExpiryDate: "DEPENDENT",
  });
  expect(Object.keys(otherCountryAddress)).toContain("zipCode");
});

test("a form that is only for residents has no patterns of the other country, and requires a state", async () => {
  const form = await information("IN102");
  expect(form).not.toHaveProperty("otherCountryAddress");
  const address = { ...addressMembers, state: "ALWAYS", zipCode: "ALWAYS" };
  expect(form.required).toMatchObject({ employee: { address }, employer: { address } });
});

test.each([
  ["AL", true],
  ["DC", true],
  ["PR", true],
  ["GU", true],
  ["VI", true],
  ["AS", true],
  ["MP", true],
  ["PW", true],
  ["AA", true],
  ["AE", true],
  ["AP", true],
  ["QQ", false],
  ["ON", false],
  ["UK", false],
  ["al", false],
])("the published pattern of a state says that %s is accepted: %s", async (state, accepted) => {
  const { employee, employer } = (await information("AL101")).formFields;
  expect([employee, employer].map(({ address }) => new RegExp(address.state).test(state))).toEqual([
    accepted,
    accepted,
  ]);
});

test.each([
  ["00501", true],
  ["00601-1234", true],
  ["01001", true],
  ["09021", true],
  ["10001", true],
  ["99950", true],
  ["00000", false],
  ["00499", false],
  ["04999", true],
  ["3613", false],
])("the published pattern of a ZIP Code says that %s is accepted: %s", async (zipCode, accepted) => {
  const { employee } = (await information("AL101")).formFields;
  expect(new RegExp(employee.address.zipCode).test(zipCode)).toBe(accepted);
});

test("all versions that can be requested are listed with their status and dates, newest first", async () => {
  small.setTime(new Date("2026-03-01T12:00:00Z"));
  const versions = [
    { formVersion: "2026.1.0", status: "CURRENT", effectiveDate: "2026-01-01" },
    { formVersion: "2025.1.0", status: "DEPRECATED", effectiveDate: "2025-01-01", lastDate: "2026-06-30" },
  ];
  expect((await information("TS101")).versions).toEqual(versions);
  expect((await information("TS101?formVersion=2025.1.0")).versions).toEqual(versions);
});

test("a parameter says whether it is optional, its period, and which answer gives which code", async () => {
  const { taxParameters } = await information("W4101");
  const parameter = (id: string) => taxParameters.find((one: { id: string }) => one.id === id);
  expect(parameter("FED.exemptExpires")).toMatchObject({ optional: true, valueType: "date" });
  expect(parameter("FED.isExempt").optional).toBe(false);
  expect(parameter("FED.dependentsAmt")).toMatchObject({ optional: false, period: "YEAR" });
  expect(parameter("FED.filingStatus").givenBy).toEqual({
    S: [{ filingStatus: ["SINGLE_OR_MARRIED_FILING_SEPARATELY"] }],
    M: [{ filingStatus: ["MARRIED_FILING_JOINTLY"] }],
    H: [{ filingStatus: ["HEAD_OF_HOUSEHOLD"] }],
    NOT_APPLICABLE: [{ filingStatus: [""] }],
  });
});

test.each([
  ["en", "Extra tax to withhold.", "Head of family"],
  ["es", "Impuesto adicional que se retiene.", "Jefe de familia"],
  ["fr", "Impôt supplémentaire à retenir.", "Chef de famille"],
])("tax parameters are described in %s", async (language, extra, head) => {
  const response = await call({ url: "/v1/fillPdf/AL101", headers: { "accept-language": language } });
  expect(response.headers["content-language"]).toBe(language);
  expect(response.headers.vary).toContain("accept-language");
  const { taxParameters } = response.json();
  const parameter = (id: string) => taxParameters.find((one: { id: string }) => one.id === id);
  expect(parameter("AL.additionalWithholding")).toMatchObject({ description: extra, period: "PAY" });
  expect(parameter("AL.filingStatus").values.H).toBe(head);
});
