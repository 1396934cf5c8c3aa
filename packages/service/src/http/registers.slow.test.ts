import { placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { americanEmployee, fillAlabama } from "@withholding-forms/testing/people/samples";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";
import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";

// The names are real, the rates are made up. Adamstown lies in two counties. Adams has two townships of one name.
const register = newFile(
  "psd.csv",
  [
    "county,municipality,schoolDistrict,psdCode,nonresidentPercent,totalResidentPercent,lstTotal",
    "Montgomery,Abington Twp,Abington S D,460101,1,1.25,52",
    "Adams,Berwick Twp,Conewago Valley S D,010203,1,1.7,52",
    "Adams,Abbottstown Boro,Conewago Valley S D,010201,1,1.5,52",
    "Adams,Berwick Twp,Bermudian Springs S D,010102,0.5,1.0625,52",
    "Berks,Adamstown Boro,Cocalico S D,360201,0,1,52",
    "Lancaster,Adamstown Boro,Cocalico S D,360201,0,1,52",
  ].join("\n"),
);
const env = { PSD_REGISTER: register };
const catalog = openCatalog(readConfig({ DATA_DIR: newFolder(), ...env }));
const { call } = await startTestServer({ env, options: { catalog } });
const without = await startTestServer();

const version = "formVersion=2017.5.0";
const set = async (id: string, language = "en", server = call) => {
  const response = await server({
    url: `/v1/formQuestionSet/PA102/${id}?${version}`,
    headers: { "accept-language": language },
  });
  return response.json();
};

const pennsylvanian = { ...americanEmployee, address: { ...americanEmployee.address, state: "PA" } };
const fill = async (fields: object, server = call) =>
  server({
    method: "POST",
    url: "/v1/fillPdf",
    payload: { ...fillAlabama, employee: pennsylvanian, formId: "PA102", formVersion: "2017.5.0", fields },
  });

const chosen = {
  homeInPennsylvania: true,
  homeCounty: "Adams",
  residentPsdCode: "010102",
  workCounty: "Montgomery",
  workPsdCode: "460101",
};
const typed = {
  ...chosen,
  homeMunicipality: "Berwick Township",
  residentEitRate: "2",
  workMunicipality: "Abington Township",
  workNonresidentEitRate: "0.5",
};

describe("with the operator's register", () => {
  test("the groups are a pick list, and the chosen group leads to its rows", async () => {
    const { questions, navigation } = await set("QS2");
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      id: "homeCounty",
      htmlType: "SELECT",
      validationRegex: "^(?:Adams|Berks|Lancaster|Montgomery)$",
      validationErrorMessage: "Choose one of the options in the list.",
      questionOptions: ["Adams", "Berks", "Lancaster", "Montgomery"].map((value) => ({
        label: value,
        value,
      })),
    });
    expect(navigation).toEqual({
      navigationType: "VARIABLE",
      questionId: "homeCounty",
      navigationMappings: {
        Adams: { hasMoreQuestions: true, nextQuestionSetId: "QS3001" },
        Berks: { hasMoreQuestions: true, nextQuestionSetId: "QS3002" },
        Lancaster: { hasMoreQuestions: true, nextQuestionSetId: "QS3003" },
        Montgomery: { hasMoreQuestions: true, nextQuestionSetId: "QS3004" },
      },
    });
  });

  test.each([
    ["en", "In which city, borough or township do you live?"],
    ["es", "¿En qué ciudad, borough o township vive usted?"],
    ["fr", "Dans quelle ville (city), quel borough ou quel township habitez-vous?"],
  ])(
    "the rows of a group are a pick list in %s, and nothing else is asked",
    async (language, questionText) => {
      const { questions, navigation } = await set("QS3001", language);
      expect(questions).toHaveLength(1);
      expect(questions[0]).toMatchObject({
        id: "residentPsdCode",
        questionText,
        htmlType: "SELECT",
        validationRegex: "^(?:010201|010102|010203)$",
        questionOptions: [
          { label: "Abbottstown Boro, Conewago Valley S D (010201)", value: "010201" },
          { label: "Berwick Twp, Bermudian Springs S D (010102)", value: "010102" },
          { label: "Berwick Twp, Conewago Valley S D (010203)", value: "010203" },
        ],
      });
      expect(questions[0]).not.toHaveProperty("displayType");
      expect(navigation.navigationMapping.nextQuestionSetId).toBe("QS4");
    },
  );

  test("a divided set does not exist undivided", async () => {
    expect(await set("QS3")).toMatchObject({ status: 404 });
  });

  test("names and rates come from the row", async () => {
    const response = await fill(chosen);
    expect(response.json()).toMatchObject({
      taxParameters: [
        { id: "PA.residentPsdCode", value: "010102", valueType: "string" },
        { id: "PA.residentEitRate", value: "1.0625", valueType: "percent" },
        { id: "PA.workPsdCode", value: "460101", valueType: "string" },
        { id: "PA.workNonResidentEitRate", value: "1", valueType: "percent" },
        { id: "PA.isNonResident", value: "false", valueType: "boolean" },
      ],
      ignoredFields: [],
    });
    const texts = (await placedTexts(Buffer.from(response.json().pdf, "base64"))).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Berwick Twp", "Adams", "1.0625", "Abington Twp"]));
  });

  test.each([
    ["a code that is in another group", { ...chosen, residentPsdCode: "460101" }, "residentPsdCode"],
    ["a code that is not in the register", { ...chosen, workPsdCode: "460102" }, "workPsdCode"],
    ["a group that is not in the register", { ...chosen, homeCounty: "York" }, "homeCounty"],
  ])("%s is rejected", async (_, fields, field) => {
    const response = await fill(fields);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ pointer: `/fields/${field}`, code: "INVALID" }]);
  });

  test("the form information lists what is asked", async () => {
    const { fields } = (await call({ url: `/v1/fillPdf/PA102?${version}` })).json().formFields;
    expect(fields["homeCounty"]).toBe("^(?:Adams|Berks|Lancaster|Montgomery)$");
    expect(Object.keys(fields)).toEqual([
      "homeInPennsylvania",
      "homeCounty",
      "residentPsdCode",
      "workCounty",
      "workPsdCode",
      "daytimePhone",
      "email",
    ]);
  });

  test("another register changes the content's digest", () => {
    const fewer = newFile(
      "fewer.csv",
      "county,municipality,schoolDistrict,psdCode,nonresidentPercent,totalResidentPercent\nMontgomery,Abington Twp,Abington S D,460101,1,1.25",
    );
    const digests = [{}, { psd: register }, { psd: fewer }].map(
      (registers) => openCatalog({ ...readConfig({ DATA_DIR: newFolder() }), registers }).digest,
    );
    expect(new Set(digests).size).toBe(3);
  });
});

describe("without a register", () => {
  test("the answers are typed", async () => {
    const { questions, navigation } = await set("QS2", "en", without.call);
    expect(questions[0]).toMatchObject({ id: "homeCounty", htmlType: "INPUT", displayType: "TEXT" });
    expect(navigation.navigationMapping.nextQuestionSetId).toBe("QS3");
    expect((await fill(typed, without.call)).json().taxParameters).toMatchObject([
      { value: "010102" },
      { value: "2" },
      { value: "460101" },
      { value: "0.5" },
      { value: "false" },
    ]);
  });
});

describe("neither the service nor `forms` starts, and one line says why,", () => {
  test.each([
    [
      "if a row is not valid",
      {
        PSD_REGISTER: newFile(
          "bad.csv",
          "county,municipality,schoolDistrict,psdCode,nonresidentPercent,totalResidentPercent\nAdams,Berwick Twp,Conewago Valley S D,10203,1,1.7",
        ),
      },
      /^withholding-forms: The register psd \(.*bad\.csv\) cannot be used: row 2, column psdCode: "10203" is not valid\.\n$/,
    ],
    [
      "if the content has no such register",
      { TOWNS_REGISTER: register },
      /^withholding-forms: There is no register towns\. The content uses: psd\.\n$/,
    ],
  ])("%s", async (_, settings, line) => {
    for (const command of ["serve", "forms"]) {
      const ended = await run([command], "", { DATA_DIR: newFolder(), PORT: "0", ...settings });
      expect([command, ended.code, ended.stdout]).toEqual([command, 1, ""]);
      expect(ended.stderr).toMatch(line);
    }
  });
});
