import { createHash } from "node:crypto";
import type { FillPdfResponse } from "@withholding-forms/contract";
import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { openFields, placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { americanEmployee, canadianEmployee, fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

const live = await startTestServer();
const { audit, keyId, setTime } = live;
const small = await startTestServer({ options: { catalog: await smallCatalog() } });

const fill = async (payload: object, headers: Record<string, string> = {}, { call } = live) => {
  const response = await call({ method: "POST", url: "/v1/fillPdf", payload, headers });
  expect(response.json().errors ?? []).toEqual([]);
  expect(response.statusCode).toBe(200);
  return response;
};

const texts = async (pdf: string): Promise<string> =>
  (await placedTexts(Buffer.from(pdf, "base64"))).map(({ text }) => text).join("\n");

test("the response has every field of the specification", async () => {
  // The version is current on this day, whatever is published later.
  setTime(new Date("2020-01-02T12:00:00Z"));
  const response = await fill(fillAlabama);
  setTime(testTime);
  expect(response.json()).toEqual({
    form: "AL101",
    pdf: expect.stringMatching(/^JVBERi0x[A-Za-z0-9+/]+=*$/),
    taxParameters: [
      { id: "AL.filingStatus", value: "S", valueType: "code" },
      { id: "AL.dependents", value: "1", valueType: "integer" },
      { id: "AL.additionalWithholding", value: "0.00", valueType: "dollarAmount" },
      { id: "AL.isExempt", value: "false", valueType: "boolean" },
    ],
    formVersion: "2025.4.0",
    formType: "RESIDENT",
    name: "A4",
    title: "Employee's Withholding Tax Exemption Certificate",
    locality: "AL",
    notices: [
      expect.objectContaining({ code: "KEEP_FORM" }),
      expect.objectContaining({ code: "REPORT_DOUBTFUL_CLAIM" }),
    ],
    ignoredFields: [],
    calculatedValues: {},
  });
  expect(response.headers["cache-control"]).toBe("no-store");
});

test("without the employer's number and telephone, their boxes stay empty, and the rest is printed", async () => {
  const { federalEIN, telephoneNumber, ...employer } = fillAlabama.employer;
  const signed = await fill({ ...fillAlabama, employer, signForm: "SIGN" });
  const without = await texts(signed.json().pdf);
  const complete = await texts((await fill({ ...fillAlabama, signForm: "SIGN" })).json().pdf);
  expect(complete).toContain(federalEIN);
  expect(without).not.toContain(federalEIN);
  expect(without).toContain("Employer identification number (EIN)");
  expect(without).toContain(employer.name);
});

describe("a notice of the form's own", () => {
  const newJersey = (spouseIdAttached: boolean) => ({
    ...fillAlabama,
    formId: "NJ102",
    formVersion: "2019.9.0",
    fields: {
      claimType: "MILITARY_SPOUSE",
      servicememberUnderOrders: true,
      hereToBeWithSpouse: true,
      domicileElsewhere: true,
      spouseIdAttached,
    },
  });

  test.each([
    [
      "en",
      "This certificate is complete only with a copy of your spousal military identification card. Until your employer has the copy, New Jersey tax is withheld.",
    ],
    [
      "es",
      "Este certificado está completo solo con una copia de su tarjeta de identificación de cónyuge de militar. Hasta que su empleador tenga la copia, se retiene impuesto de Nueva Jersey.",
    ],
    [
      "fr",
      "Ce certificat n'est complet qu'avec une copie de votre carte d'identité de conjoint de militaire. Tant que votre employeur n'a pas la copie, l'impôt du New Jersey est retenu.",
    ],
  ])("comes with the answers that call for it, in %s", async (language, message) => {
    const headers = { "accept-language": language };
    const without = (await fill(newJersey(false), headers)).json();
    expect(without.notice).toEqual({ type: "WARNING", message });
    expect(without.notices).toEqual([
      {
        code: "ATTACH_DOCUMENT",
        audience: "EMPLOYEE",
        action: "ATTACH_DOCUMENT",
        due: "WITH_FORM",
        blocksPayroll: true,
        message,
      },
      expect.objectContaining({ code: "KEEP_FORM", audience: "EMPLOYER", action: "KEEP" }),
    ]);
    expect(interventionIn(without)).toBe("true");
    const complete = (await fill(newJersey(true), headers)).json();
    expect(complete).not.toHaveProperty("notice");
    expect(complete.notices.map(({ code }: { code: string }) => code)).toEqual(["KEEP_FORM"]);
    expect(interventionIn(complete)).toBe("false");
  });

  const interventionIn = (response: FillPdfResponse) =>
    response.taxParameters.find(({ id }) => id === "NJ.employerInterventionRequired")?.value;

  test.each([
    ["en", "your federal Form W-4, $50,"],
    ["es", "su Formulario W-4 federal, $50,"],
    ["fr", "votre formulaire W-4 fédéral, 50\u00a0$,"],
  ])("names an amount of the answers, in %s", async (language, words) => {
    const body = {
      ...fillAlabama,
      formId: "NM101",
      formVersion: "2025.12.0",
      federalValues: { isExempt: false, filingStatus: "S", additionalWithholding: "50.00" },
      fields: { adjustFederalValues: "false" },
    };
    const { notices } = (await fill(body, { "accept-language": language })).json<FillPdfResponse>();
    expect(notices.find(({ code }) => code === "CARRIED_OVER_AMOUNT")?.message).toContain(words);
  });

  test("for the operator is not in the notice of the specification", async () => {
    const body = { ...fillAlabama, formId: "TS101", formVersion: "2026.1.0", fields: { status: "SINGLE" } };
    const response = (await fill(body, {}, small)).json<FillPdfResponse>();
    expect(response).not.toHaveProperty("notice");
    expect(response.notices.map(({ code }) => code)).toContain("WORDING_PARAPHRASED");
  });

  test("follows the one about the version", async () => {
    const { formVersion: _, ...latest } = newJersey(false);
    const { notice } = (await fill(latest)).json();
    expect(notice.message).toMatch(/^No form version was sent.+This certificate is complete only/);
  });
});

test("a military spouse with a home in the state of work keeps the residence elsewhere", async () => {
  const address = { ...americanEmployee.address, state: "IL" };
  const response = await fill({
    ...fillAlabama,
    formId: "IL102",
    formVersion: "2010.12.0",
    employee: { ...americanEmployee, address },
    fields: {
      exemptionReason: "MILITARY_SPOUSE",
      servicememberUnderOrders: true,
      hereToBeWithSpouse: true,
      domicileElsewhere: true,
      stateOfResidence: "TX",
    },
  });
  expect(response.json()).not.toHaveProperty("notice");
});

describe("versions", () => {
  const { formVersion: _, ...latest } = { ...fillAlabama, formId: "TS101", fields: { status: "SINGLE" } };

  test("without one the latest is filled, with a warning", async () => {
    for (const body of [latest, { ...latest, formVersion: null }]) {
      const { notice, formVersion } = (await fill(body, { "accept-language": "es" }, small)).json();
      expect(notice).toEqual({
        type: "WARNING",
        message: expect.stringContaining("No se envió ninguna versión"),
      });
      expect(formVersion).toBe("2026.1.0");
    }
  });

  test("a deprecated one is filled, with a notice and a header", async () => {
    small.setTime(new Date("2026-03-01T12:00:00Z"));
    const response = await fill({ ...latest, formVersion: "2025.1.0" }, {}, small);
    expect(response.json()).toMatchObject({
      formVersion: "2025.1.0",
      notice: { type: "DEPRECATION", message: expect.stringContaining("2026.1.0") },
    });
    expect(response.headers["deprecation"]).toBe("@1767225600");
  });

  test("2025.04.0 is 2025.4.0", async () => {
    expect((await fill({ ...fillAlabama, formVersion: "2025.04.0" })).json()).toMatchObject({
      formVersion: "2025.4.0",
    });
  });
});

describe("modes", () => {
  test("PREVIEW is the default: the number is masked, nothing is signed, nothing is open", async () => {
    const { pdf } = (await fill(fillAlabama)).json();
    const text = await texts(pdf);
    expect(text).toContain("XXX-XX-6789");
    expect(text).not.toContain("123-45-6789");
    expect(text).not.toContain("2026-11-16");
    expect(await openFields(Buffer.from(pdf, "base64"))).toEqual([]);
    expect((await fill({ ...fillAlabama, signForm: "PREVIEW" })).json().pdf).toBe(pdf);
    expect((await fill({ ...fillAlabama, signForm: null })).json().pdf).toBe(pdf);
  });

  test("SIGN prints the number, the name with date, time and zone, and the date", async () => {
    const { pdf } = (await fill({ ...fillAlabama, signForm: "SIGN" })).json();
    const text = await texts(pdf);
    expect(text).toContain("123-45-6789");
    expect(text).toContain("John Smith 2026-11-16 18:30:00 UTC");
    expect(text).toContain("11/16/2026");
    expect(await openFields(Buffer.from(pdf, "base64"))).toEqual([]);
  });

  test("SIGN_EXTERNALLY prints the number and leaves only signature and date open", async () => {
    const { pdf } = (await fill({ ...fillAlabama, signForm: "SIGN_EXTERNALLY" })).json();
    const text = await texts(pdf);
    expect(text).toContain("123-45-6789");
    expect(text).not.toContain("2026-11-16");
    const fields = await openFields(Buffer.from(pdf, "base64"));
    expect(fields.map(({ name }) => name).sort()).toEqual(["date", "signatureLine"]);
  });
});

test.each([
  // Half past midnight in UTC on 17 November is still the evening of the 16th in America.
  ["Pacific/Honolulu", "2026-11-16 14:30:00 GMT-10", "11/16/2026"],
  ["America/St_Johns", "2026-11-16 21:00:00 GMT-3:30", "11/16/2026"],
  ["UTC", "2026-11-17 00:30:00 UTC", "11/17/2026"],
])("signed in %s, the form has the local date", async (timezone, stamp, date) => {
  setTime(new Date("2026-11-17T00:30:00Z"));
  const { pdf } = (await fill({ ...fillAlabama, signForm: "SIGN" }, { timezone })).json();
  setTime(testTime);
  const text = (await texts(pdf)).replaceAll("HST", "GMT-10").replaceAll("NST", "GMT-3:30");
  expect(text).toContain(stamp);
  expect(text).toContain(date);
});

test("each signature leaves one audit event with these members and nothing of the person", async () => {
  const response = await fill(
    { ...fillAlabama, signForm: "SIGN" },
    { "x-request-id": "signed-request-1", "accept-language": "fr" },
  );
  const events = audit()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.filter(({ requestId }) => requestId === "signed-request-1")).toEqual([
    {
      time: "2026-11-16T18:30:00.000Z",
      requestId: "signed-request-1",
      keyId,
      formId: "AL101",
      formVersion: "2025.4.0",
      language: "fr",
      sha256: createHash("sha256").update(Buffer.from(response.json().pdf, "base64")).digest("hex"),
      writer: expect.stringMatching(/^[0-9a-f]{16}$/),
      sequence: expect.any(Number),
      previous: expect.stringMatching(/^(?:[0-9a-f]{64})?$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(audit()).not.toMatch(/Smith|123-45-6789|Montgomery|SINGLE/);
});

test("calculated values are returned as the form prints them, rounded to their decimal places", async () => {
  const body = {
    ...fillAlabama,
    formId: "W4101",
    formVersion: "2025.12.0",
    fields: {
      isNra: false,
      isExempt: false,
      filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY",
      multipleJobsOption: "WORKSHEET",
      numberOfJobs: "TWO",
      highestWage: 60000,
      secondWage: 19999,
      multipleJobsWorksheetLine3: 52,
      completeSteps3To4bHere: true,
      incomeWithinCreditLimit: false,
      otherAdjustmentsSurvey: false,
      useDeductionsWorksheet: false,
    },
  };
  for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]) {
    const { calculatedValues } = (await fill({ ...body, signForm })).json();
    // 3,830 of the table for two jobs, over 52 pay periods
    expect(calculatedValues).toMatchObject({
      multipleJobsWorksheetLine1: "3830",
      multipleJobsWorksheetLine4: "73.65",
      // Not asked, because the income is above the limit. Published formulas give 0 then.
      qualifyingChildrenAmount: "0",
    });
  }
});

test("SIGN returns the instant of the signature and the digest of the PDF; the other modes do not", async () => {
  const signed = (await fill({ ...fillAlabama, signForm: "SIGN" }, { timezone: "Asia/Tokyo" })).json();
  expect(signed.signedAt).toBe("2026-11-16T18:30:00.000Z");
  expect(signed.sha256).toBe(createHash("sha256").update(Buffer.from(signed.pdf, "base64")).digest("hex"));
  for (const signForm of ["PREVIEW", "SIGN_EXTERNALLY"]) {
    const unsigned = (await fill({ ...fillAlabama, signForm })).json();
    expect(unsigned).not.toHaveProperty("signedAt");
    expect(unsigned).not.toHaveProperty("sha256");
  }
});

test("PREVIEW and SIGN_EXTERNALLY leave no audit event", async () => {
  const before = audit();
  await fill(fillAlabama);
  await fill({ ...fillAlabama, signForm: "SIGN_EXTERNALLY" });
  expect(audit()).toBe(before);
});

test("answers off the path are not printed and are returned by name", async () => {
  const { ignoredFields, taxParameters } = (
    await fill({ ...fillAlabama, fields: { filingStatus: "ZERO", dependents: 7 } })
  ).json();
  expect(ignoredFields).toEqual(["dependents"]);
  expect(taxParameters).toContainEqual({ id: "AL.dependents", value: "0", valueType: "integer" });
});

test("numbers and strings are the same answer", async () => {
  const number = (await fill({ ...fillAlabama, fields: { filingStatus: "SINGLE", dependents: 2 } })).json();
  const text = (await fill({ ...fillAlabama, fields: { filingStatus: "SINGLE", dependents: "2" } })).json();
  expect(text).toEqual(number);
});

test("a Canadian form takes its own numbers and shapes, and no employer", async () => {
  const { pdf, ...rest } = (
    await fill({
      formId: "ON101",
      formVersion: "2026.1.0",
      employee: canadianEmployee,
      employer: null,
      signForm: "SIGN",
      fields: {
        dateOfBirth: "05/17/1990",
        isNonResident: false,
        moreThanOneEmployer: false,
        claimsOtherAmounts: false,
        totalIncomeLessThanClaim: false,
      },
    })
  ).json();
  expect(rest).toMatchObject({ form: "ON101", formType: "CANADA_RESIDENT", locality: "ON" });
  expect(rest.taxParameters).toContainEqual({
    id: "ON.totalClaimAmount",
    value: "12989.00",
    valueType: "dollarAmount",
  });
  const text = await texts(pdf);
  expect(text).toContain("Zoé");
  expect(text).toContain("1990/05/17");
  expect(text).toMatch(/046[- ]454[- ]286/);
});

test.each([
  ["ON101", {}],
  ["NL101FR", {}],
  ["CAN101", { basicAmountChoice: "FULL", prescribedZone: "NONE" }],
])(
  "an income below the claim of %s counts for the year, and the employer keeps the form",
  async (formId, more) => {
    const body = {
      formId,
      employee: canadianEmployee,
      employer: null,
      signForm: "PREVIEW",
      fields: {
        dateOfBirth: "05/17/1990",
        isNonResident: false,
        moreThanOneEmployer: false,
        claimsOtherAmounts: false,
        totalIncomeLessThanClaim: true,
        ...more,
      },
    };
    const { notices } = (await fill(body)).json<FillPdfResponse>();
    expect(notices).toContainEqual(
      expect.objectContaining({ code: "CLAIM_ENDS", due: "END_OF_YEAR", action: "RENEW" }),
    );
    expect(notices).toContainEqual(expect.objectContaining({ code: "KEEP_FORM" }));
    const higher = { ...body, fields: { ...body.fields, totalIncomeLessThanClaim: false } };
    const codes = (await fill(higher)).json<FillPdfResponse>().notices.map(({ code }) => code);
    expect(codes).not.toContain("CLAIM_ENDS");
  },
);

test("federal values are applied to a form that follows them", async () => {
  const { taxParameters } = (
    await fill({
      ...fillAlabama,
      formId: "NM101",
      formVersion: "2025.12.0",
      employee: americanEmployee,
      federalValues: { isExempt: false, filingStatus: "S", additionalWithholding: null },
      fields: { adjustFederalValues: "false" },
    })
  ).json();
  expect(taxParameters).toContainEqual({ id: "NM.filingStatus", value: "S", valueType: expect.any(String) });
});

test("housing expenses above the limit of the year are filled with a warning", async () => {
  const abroad = (rent: string) => ({
    ...fillAlabama,
    formId: "W6101",
    formVersion: "2019.1.0",
    fields: {
      isUsCitizen: true,
      taxYearType: "CALENDAR",
      calendarYear: 2027,
      qualifyingTest: "PHYSICAL_PRESENCE",
      presenceCountries: "Japan",
      presenceWholeYear: "WHOLE_YEAR",
      presenceTaxYear: 2027,
      claimHousing: true,
      rent,
      baseHousingAmount: 21264,
    },
  });
  const messageOf = async (housing: string) => (await fill(abroad(housing))).json().notice.message;
  expect(await messageOf("39870.00")).not.toContain("housing expenses");
  expect(await messageOf("39870.01")).toMatch(/Your housing expenses are more than \$39,870/);
});

describe("a form that takes a taxpayer number", () => {
  const treaty = {
    ...fillAlabama,
    formId: "W8101",
    formVersion: "2018.9.0",
    fields: {
      isUsPerson: false,
      taxYearType: "CALENDAR",
      taxYear: 2026,
      permanentAddress: "Hauptstrasse 5",
      permanentCity: "69117 Heidelberg",
      permanentCountry: "Germany",
      visaType: "J-1",
      citizenOfCanadaOrMexico: false,
      passportCountry: "Germany",
      passportNumber: "C01X00T47",
      entryDate: "2026-01-10",
      nonimmigrantStatus: "J-1 exchange visitor",
      statusExpires: "DS",
      isStudentTeacherResearcher: true,
      serviceDescription: "Research in physics",
      totalCompensation: 48000,
      treaty: "Germany",
      treatyArticle: "20(1)",
      exemptCompensation: 48000,
      countryOfResidence: "Germany",
      facts: "Visiting researcher for less than two years.",
    },
  };

  test.each([
    ["912-70-1234", "SIGN", "912-70-1234"],
    ["912701234", "SIGN_EXTERNALLY", "912-70-1234"],
    ["912-70-1234", "PREVIEW", "XXX-XX-1234"],
    ["123-45-6789", "SIGN", "123-45-6789"],
    ["APPLIED FOR", "SIGN", "Applied for"],
    ["APPLIED FOR", "PREVIEW", "Applied for"],
  ])("prints %s in %s as %s", async (socialSecurityNumber, signForm, printed) => {
    const employee = { ...americanEmployee, socialSecurityNumber };
    const { pdf } = (await fill({ ...treaty, employee, signForm })).json();
    expect((await texts(pdf)).split("\n")).toContain(printed);
  });

  test.each(["Germany", "Côte d'Ivoire", "Germany"])("returns %s as it was written", async (country) => {
    const { taxParameters } = (
      await fill({ ...treaty, fields: { ...treaty.fields, treaty: country } })
    ).json();
    expect(taxParameters).toContainEqual({ id: "FED.treatyCountry", value: country, valueType: "string" });
  });

  test("leaves the signature of the withholding agent open when others sign", async () => {
    const { pdf } = (await fill({ ...treaty, signForm: "SIGN_EXTERNALLY" })).json();
    const open = (await openFields(Buffer.from(pdf, "base64"))).map(({ name }) => name);
    expect(open).toEqual(["signatureLine", "date", "agentSignature", "agentDate"]);
  });
});

test.each([
  [
    "military mail",
    { streetAddress1: "PSC 3 Box 77", city: "APO", state: "AE", zipCode: "09021" },
    ["APO", "AE", "09021"],
  ],
  [
    "the other country",
    { streetAddress1: "111 Wellington St", city: "Ottawa", provinceTerritory: "ON", postalCode: "K1A 0A9" },
    ["Ottawa", "ON", "K1A 0A9"],
  ],
])("a mailing address of the employee and of the employer can be in %s", async (_, address, printed) => {
  const { employee, employer } = fillAlabama;
  const response = await fill({
    ...fillAlabama,
    employee: { ...employee, address },
    employer: { ...employer, address },
  });
  const words = (await texts(response.json().pdf)).replaceAll("\n", " ");
  for (const part of printed) expect([part, words.split(part).length - 1]).toEqual([part, 2]);
});

test("employer data that a form does not print may be omitted", async () => {
  const { employer, ...person } = fillAlabama;
  const fields = { electionType: "PERCENTAGE", withholdingPercent: "2.0", hasExtra: "false" };
  const arizona = { ...person, formId: "AZ101", formVersion: "2025.12.0", fields };
  expect((await fill(arizona)).json().form).toBe("AZ101");
  const { telephoneNumber: _, ...printed } = employer;
  expect((await fill({ ...person, employer: printed })).json().form).toBe("AL101");
});

describe("numbers and white space", () => {
  const parameter = async (payload: object, id: string): Promise<string> =>
    (await fill(payload)).json().taxParameters.find((one: { id: string }) => one.id === id).value;

  test.each(["25.5", "25.50", '"25.5"', '"25.50"', '" 25.50 "'])(
    "%s is one amount in fields",
    async (sent) => {
      const payload = `{"extra":${sent}}`;
      const { extra } = JSON.parse(payload) as { extra: unknown };
      const fields = { ...fillAlabama.fields, additionalWithholding: extra };
      expect(await parameter({ ...fillAlabama, fields }, "AL.additionalWithholding")).toBe("25.50");
    },
  );

  test.each([25.5, "25.5", "25.50", "1,025.50", " 25.50"])(
    "%j is an amount in federal values",
    async (extra) => {
      const payload = {
        ...fillAlabama,
        formId: "NM101",
        formVersion: undefined,
        fields: { adjustFederalValues: false },
        federalValues: { isExempt: "false ", filingStatus: " S", additionalWithholding: extra },
      };
      expect(await parameter(payload, "NM.additionalWithholding")).toBe(
        extra === "1,025.50" ? "1025.50" : "25.50",
      );
    },
  );

  test.each([3, "3", "3.0", "3.00", " 3"])("%j is the percentage 3.0 of a choice", async (percent) => {
    const fields = { electionType: "PERCENTAGE", withholdingPercent: percent, hasExtra: false };
    const payload = { ...fillAlabama, formId: "AZ101", formVersion: undefined, fields };
    expect(await parameter(payload, "AZ.withholdingPercent")).toBe("3.0");
  });

  test("white space at the ends is ignored everywhere", async () => {
    const padded = (value: unknown): unknown =>
      typeof value === "string"
        ? `\t${value} \n`
        : typeof value === "object" && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, padded(inner)]))
          : value;
    const plain = (await fill(fillAlabama)).json();
    const same = (await fill(padded(fillAlabama) as object)).json();
    expect(await texts(same.pdf)).toBe(await texts(plain.pdf));
    expect(same.taxParameters).toEqual(plain.taxParameters);
  });
});
