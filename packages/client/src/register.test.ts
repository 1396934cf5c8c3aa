import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCatalog } from "@withholding-forms/catalog";
import { afterAll, describe, expect, it } from "vitest";
import { type FormSource, type LocationData, walk } from "./index.js";

type Place = NonNullable<LocationData["places"]>[number];

// The names are real, the rates are made up.
const folder = mkdtempSync(join(tmpdir(), "client-register-"));
afterAll(() => rmSync(folder, { recursive: true }));
const psd = join(folder, "psd.csv");
writeFileSync(
  psd,
  `psdCode,county,municipality,schoolDistrict,totalResidentPercent,nonresidentPercent
010201,Adams,Abbottstown Boro,Conewago Valley S D,1.5,1
010102,Adams,Berwick Twp,Bermudian Springs S D,1.0625,0.5
010203,Adams,Berwick Twp,Conewago Valley S D,1.7,1
460101,Montgomery,Abington Twp,Abington S D,1,1
`,
);
const found = loadCatalog(undefined, undefined, undefined, { psd }).find("PA102", "2017.5.0", "2026-11-16");
if (typeof found === "string") throw new Error(found);
const source: FormSource = {
  formQuestionSet: async (_formId, id, { language = "en" }) => {
    const set = found.form.questionSet(id, language, false);
    if (set === undefined) throw new Error(`no set ${id}`);
    return set;
  },
};

it("walks pick lists of an operator's register like any other form", async () => {
  const journey = await walk(source, { formId: "PA102", region: "PA" });
  const step = async (answers: Readonly<Record<string, string | boolean>>) => {
    journey.answer(answers);
    await journey.next();
  };
  await step({ homeInPennsylvania: true });
  await step({ homeCounty: "Adams" });
  expect(journey.view.questions.map(({ question }) => question.questionOptions)).toEqual([
    [
      { label: "Abbottstown Boro, Conewago Valley S D (010201)", value: "010201" },
      { label: "Berwick Twp, Bermudian Springs S D (010102)", value: "010102" },
      { label: "Berwick Twp, Conewago Valley S D (010203)", value: "010203" },
    ],
  ]);
  journey.answer({ residentPsdCode: "460101" });
  await journey.next();
  expect(journey.view).toMatchObject({
    status: "ASKING",
    problems: [{ questionId: "residentPsdCode", code: "INVALID" }],
  });
  await step({ residentPsdCode: "010201" });
  await step({ workCounty: "Montgomery" });
  await step({ workPsdCode: "460101" });
  await step({});
  expect(journey.view.status).toBe("COMPLETE");
  expect(journey.view.path.map(({ questionSetId }) => questionSetId)).toEqual([
    "QS1",
    "QS2",
    "QS3001",
    "QS4",
    "QS5002",
    "QS6",
  ]);
});

describe("with the places of the home", () => {
  const inside = (kind: Place["kind"], code: string, name: string): Place => ({
    kind,
    code,
    name,
    certainty: "INSIDE",
    source: "census",
  });
  const adams = inside("COUNTY", "42001", "Adams County");
  const at = async (...places: Place[]) => {
    const locationData = [{ id: "home", places }];
    const journey = await walk(source, { formId: "PA102", region: "PA", locationData });
    journey.answer({ homeInPennsylvania: true });
    await journey.advance();
    return [journey.view.set.id, journey.view.values.get("residentPsdCode")];
  };

  it("the municipality is the row, wherever the register abbreviates it", async () => {
    expect(await at(adams, inside("CITY", "4200124", "Abbottstown borough"))).toEqual(["QS4", "010201"]);
    const montgomery = inside("COUNTY", "42091", "Montgomery County");
    expect(await at(montgomery, inside("TOWNSHIP", "4209100156", "Abington township"))).toEqual([
      "QS4",
      "460101",
    ]);
  });

  it("a municipality with two school districts, of another county, or unknown stays open", async () => {
    const open = ["QS3001", undefined];
    expect(await at(adams, inside("TOWNSHIP", "4200105608", "Berwick township"))).toEqual(open);
    expect(await at(adams, inside("TOWNSHIP", "4209100156", "Abington township"))).toEqual(open);
    expect(await at(adams)).toEqual(open);
  });
});
