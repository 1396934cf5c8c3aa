import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkContent } from "../check/check.js";
import { compileContent } from "../compile/compile.js";
import { contentRoot } from "../read/paths.js";
import { newFormFromFacts } from "./new-form-from-facts.js";

const facts = fileURLToPath(new URL("./test/ZZ.yaml", import.meta.url));
const today = "2026-03-02";
const folder = "us/ZZ/ZZ101/2026.1.0";

let root = "";
let written: string[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "facts-"));
  const shared = ["answers", "identity", "blocks", "federal-values", "parameters", "notices"].map(
    (name) => `${name}.yaml`,
  );
  for (const name of [...shared, "es.po", "fr.po", "us/TX", "us/FL", "us/AL/jurisdiction.yaml"])
    cpSync(join(contentRoot, name), join(root, name), { recursive: true });
  mkdirSync(join(root, "us/ZZ"));
  writeFileSync(
    join(root, "us/ZZ/jurisdiction.yaml"),
    "name: Zedland\ncountry: US\nwageTax: true\nagency: {name: Zedland Revenue, url: https://zz.example/}\nreciprocity: [TX]\nsources: []\ndoubts: []\n",
  );
  // The national forms of ordinary employees are those of the last flow, which has no filter.
  mkdirSync(join(root, "us/FEDERAL"));
  writeFileSync(
    join(root, "us/FEDERAL/jurisdiction.yaml"),
    "name: Federal\ncountry: US\nwageTax: true\nagency: {name: IRS, url: https://irs.example/}\nreciprocity: []\nsources: []\ndoubts: []\nflows: {FEDERAL: [{home: [TX], work: [TX], forms: []}, {forms: [W4101]}]}\n",
  );
  written = start();
});
afterAll(() => rmSync(root, { recursive: true }));

function start(form?: string): string[] {
  const compiled = compileContent(root, () => {});
  if (compiled === undefined) throw new Error("the content cannot be read");
  return newFormFromFacts(root, compiled, { facts, today, ...(form === undefined ? {} : { form }) });
}

const text = (name: string): string => readFileSync(join(root, name), "utf8");
const data = (name: string): unknown => parse(text(name));

it("writes the files of the forms to be authored, of their place and of its figures", () => {
  expect(written.sort()).toEqual(
    [
      "us/ZZ/jurisdiction.yaml",
      "us/ZZ/situations.yaml",
      "us/ZZ/figures/2026.yaml",
      ...["form", "questions", "parameters", "page", "cases"].map((name) => `${folder}/${name}.yaml`),
    ].sort(),
  );
});

it("writes form.yaml with validity, sources, doubts and verification", () => {
  expect(data(`${folder}/form.yaml`)).toEqual({
    name: "Z-4",
    title: "Zedland certificate",
    type: "RESIDENT",
    language: "en",
    agency: "Zedland Revenue",
    revision: "Rev. 1/2026",
    published: "https://zz.example/z4.pdf",
    effective: "2026-01-01",
    year: 2026,
    figures: 2026,
    valid: {
      until: "REPLACED",
      basis: "printed",
      exemption: [
        { when: 'claim == "NO_TAX"', until: "FEB_15", basis: "printed" },
        { when: "false", until: "NOT_STATED", basis: "reading", note: "see page 2" },
      ],
    },
    use: "Everybody gives it to the employer.",
    duties: [],
    sources: [
      { document: "official address", address: "https://zz.example/z4.pdf", seen: today },
      { document: "a stored text of 2025", seen: today },
    ],
    doubts: ["The print of 2026 was not seen.", "Line 4 may have moved."],
    verification: {
      face: "OLDER_REVISION",
      rules: "AGENCY_TEXT",
      revision: "2025 complete",
      checked: today,
    },
  });
});

describe("questions.yaml", () => {
  it("asks what decides first, then what each answer leads to", () => {
    const { sets } = data(`${folder}/questions.yaml`) as {
      sets: Record<string, { questions: object; next?: unknown; end?: string }>;
    };
    const shape = Object.entries(sets).map(([id, set]) => [
      id,
      Object.keys(set.questions),
      set.next ?? set.end,
    ]);
    expect(shape).toEqual([
      ["QS1", ["claim"], { by: "claim", NONE: "QS2", NO_TAX: "QS3", SPOUSE: "QS5" }],
      ["QS2", ["children", "credit", "share", "extra", "phone"], "standard"],
      ["QS3", ["owedNothing"], { by: "owedNothing", true: "QS4", false: "INELIGIBLE" }],
      ["QS4", ["phone"], "standard"],
      [
        "QS5",
        ["spouseServes", "homeState", "livedTogether", "eligibleQS5"],
        { by: "eligibleQS5", true: "QS6", false: "INELIGIBLE" },
      ],
      ["QS6", ["phone"], "standard"],
    ]);
  });

  it("translates kinds, limits, conditions and calculations", () => {
    const { sets } = data(`${folder}/questions.yaml`) as { sets: Record<string, { questions: unknown }> };
    expect(sets["QS2"]?.questions).toMatchObject({
      children: {
        answer: "count",
        checks: [{ must: "children >= 0 and children <= 8", message: "Enter a number from 0 to 8." }],
      },
      credit: { calculate: "children * figure.perChild", scale: 0 },
      share: { calculate: 0, scale: 2, rounding: "FLOOR" },
      extra: { answer: "dollars", required: "never" },
    });
    expect(sets["QS5"]?.questions).toMatchObject({
      homeState: { answer: "state", except: ["ZZ"] },
      livedTogether: { when: 'homeState == "TX"' },
      eligibleQS5: { calculate: 'spouseServes and (not (homeState == "TX") or livedTogether)' },
    });
  });
});

it("writes parameters, without the end of a claim, which comes from `valid`", () => {
  expect(data(`${folder}/parameters.yaml`)).toEqual({
    "ZZ.isExempt": { value: 'claim == "NO_TAX" or claim == "SPOUSE"' },
    "ZZ.exemptReason": {
      from: "claim",
      map: { NONE: "NONE", NO_TAX: "NO_LIABILITY", SPOUSE: "MILITARY_SPOUSE" },
    },
    "ZZ.additionalWithholding": { value: "extra", when: 'claim == "NONE"' },
    "ZZ.dependents": { value: '""' },
    "ZZ.isNonResident": { value: "false" },
  });
});

it("writes a page with the printed lines, and an example for each claim", () => {
  const { blocks } = data(`${folder}/page.yaml`) as { blocks: Record<string, unknown> };
  expect(Object.keys(blocks)).toEqual([
    ...["employeeSection", "employee", "certificateSection", "claim_NO_TAX", "claim_SPOUSE"],
    ...[
      "children",
      "credit",
      "share",
      "extra",
      "spouseServes",
      "homeState",
      "livedTogether",
      "declaration",
      "sign",
      "employerSection",
      "employer",
    ],
  ]);
  expect(blocks).toMatchObject({
    claim_SPOUSE: { check: "claim_SPOUSE", text: "I am a military spouse", on: 'claim == "SPOUSE"' },
    extra: { line: "extra", unit: "$", number: "5" },
    spouseServes: { check: "spouseServes", number: "7" },
    homeState: { line: "homeState", wide: true, number: "8" },
  });
  expect(data(`${folder}/cases.yaml`)).toEqual([
    {
      case: "claim NONE",
      answers: { claim: "NONE", children: 1, extra: 1, phone: "555-123-4567" },
      path: ["QS1", "QS2"],
    },
    {
      case: "claim NO_TAX",
      answers: { claim: "NO_TAX", owedNothing: true, phone: "555-123-4567" },
      path: ["QS1", "QS3", "QS4"],
    },
    {
      case: "claim SPOUSE",
      answers: { claim: "SPOUSE", spouseServes: true, homeState: "AL", phone: "555-123-4567" },
      path: ["QS1", "QS5", "QS6"],
    },
  ]);
});

it("writes the figures that a form prints or computes with", () => {
  expect(data("us/ZZ/figures/2026.yaml")).toEqual({
    figures: {
      perChild: { amount: 250, source: "Z-4" },
      rate: { percent: 3.5, source: "Z-4" },
      mostChildren: { count: 8, source: "Z-4" },
    },
  });
});

it("writes flows and situations", () => {
  const spouse = {
    question: "zzSpouse",
    title: "Zedland",
    ask: "Are you a military spouse?",
    options: [
      { value: "true", label: "Yes", forms: ["ZZ101"] },
      { value: "false", label: "No", forms: ["ZZ101"] },
    ],
  };
  expect((data("us/ZZ/jurisdiction.yaml") as { flows: unknown }).flows).toEqual({
    RESIDENT: [
      {
        id: "ZZ_RESIDENT_ELSEWHERE",
        worksAtHome: false,
        workNot: ["NO_WAGE_TAX", "AL"],
        sets: {
          QS1: {
            question: "zzWithholdsElsewhere",
            title: "Zedland",
            ask: "Does your employer withhold Zedland tax?",
            options: [
              { value: "false", label: "No", forms: [], ordinary: true },
              { value: "true", label: "Yes", next: "QS2" },
            ],
          },
          QS2: spouse,
        },
      },
      { forms: ["ZZ101"] },
    ],
    NONRESIDENT: [{ home: ["TX"], optional: ["ZZ101"], forms: [] }, { forms: ["ZZ101"] }],
  });
  expect(data("us/ZZ/situations.yaml")).toEqual([
    {
      situation: "lives and works in Zedland",
      home: "ZZ",
      work: ["ZZ"],
      requires: ["W4101", "ZZ101"],
      why: "In the form: claim NONE",
    },
    { situation: "works only in Alabama", home: "ZZ", work: ["AL"], requires: ["W4101", "ZZ101", "AL101"] },
    {
      situation: "lives in Texas",
      home: "TX",
      work: ["ZZ"],
      requires: ["W4101"],
      optional: ["ZZ101"],
      why: "agreement",
    },
    { situation: "lives in Alabama", home: "AL", work: ["ZZ"], requires: ["W4101", "ZZ101"] },
  ]);
});

it("writes prose as TODO comments, and the checker reports every one", async () => {
  const { problems } = await checkContent(root, { only: "us/ZZ", draw: false });
  const placeholders = problems.filter(({ rule }) => rule === "placeholder");
  const marked = written.flatMap((name) => text(name).match(/# TODO:/g) ?? []);
  expect(placeholders).toHaveLength(marked.length);
  for (const words of [
    "half of the credit, if married",
    "to the dollar",
    "when the employer wants it",
    "limits: ten digits",
    "the claim: any other",
    "lasts until forever",
    "children, but never more than allowed",
    "rule of the form: Nobody may claim twice.",
    'worksheet: {"name":"Worksheet A","purpose":"line 4"}',
    "elsewhere: whatever Alabama wants",
    "Ask claim first.",
  ])
    expect(
      placeholders.some(({ message }) => message.includes(words)),
      words,
    ).toBe(true);
  // A draft matches the schemas of the content files.
  expect(problems.filter(({ rule }) => ["yaml", "schema", "formula"].includes(rule))).toEqual([]);
});

it("changes nothing that exists, and reports what it cannot do", () => {
  expect(start()).toEqual([]);
  expect(() => start("ZZ109")).toThrow("has no form ZZ109: it has ZZ101, ZZ102");
  expect(start("ZZ102")).toContain("us/ZZ/ZZ102/2026.1.0/form.yaml");
  // Its paper has no box for the employer, so its page prints nothing about the employer.
  expect(JSON.stringify(data("us/ZZ/ZZ102/2026.1.0/page.yaml"))).not.toContain("usEmployer");
  expect(JSON.stringify(data("us/ZZ/ZZ101/2026.1.0/page.yaml"))).toContain("usEmployer");
});
