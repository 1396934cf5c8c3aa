import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOfficial } from "@withholding-forms/catalog/agency/make";
import { withOfficial } from "@withholding-forms/catalog/agency/overlay";
import { digest, type OfficialFiles, writeOfficial } from "@withholding-forms/catalog/agency/store";
import { readArtifact, writeArtifact } from "@withholding-forms/catalog/model/artifact";
import type { Catalog, FormVersion } from "@withholding-forms/catalog/model/catalog";
import { catalogOf } from "@withholding-forms/catalog/runtime/load";
import type { Language, QuestionSet } from "@withholding-forms/interview";
import { type FillMode, fill } from "@withholding-forms/pdf";
import { compileTemplate, drawBlank, encodeTemplate } from "@withholding-forms/pdf/build";
import { content } from "@withholding-forms/testing/catalog/content";
import { faults } from "@withholding-forms/testing/pdf/checks";
import {
  officialBytes,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { casesOf, sampleDay, samplePeople } from "../src/check/cases.js";
import type { FormParts } from "../src/compile/form.js";
import type { Case } from "../src/schema/cases.js";

// The content's own bindings, checked against the agencies' files if those are available.

const bound = content.forms.filter(({ form }) => form.official !== undefined);
const files = new Map(officialNames().map((name) => [digest(officialBytes(name)), officialBytes(name)]));
const day = "2026-11-16";
/** A state's form that follows the federal one's questions. */
const follower = "NM101";

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
  expect(bound.length).toBeGreaterThanOrEqual(4);
});

const made = new Map<string, OfficialFiles>();
let catalog: Catalog;
let plain: Catalog;

beforeAll(async () => {
  if (!officialPresent) return;
  const folder = mkdtempSync(join(tmpdir(), "official-"));
  for (const { form } of bound) {
    const { official } = form;
    const file = files.get(official?.sha256 ?? "");
    if (official === undefined || file === undefined)
      throw new Error(`${form.id} is bound to a file that is not here`);
    const one = await makeOfficial({ ...form, official }, file);
    made.set(`${form.id} ${form.version}`, one);
    writeOfficial(folder, { formId: form.id, version: form.version }, official, one, new Date());
  }
  // Only what is compared: drawing every form would take longer than the tests.
  const forms = content.forms.filter((parts) => bound.includes(parts) || parts.form.id === follower);
  const parts = forms.map(async ({ form, sets, taxParameters, layout }) => {
    const blank = await drawBlank(layout);
    return { form, sets, taxParameters, blank, template: encodeTemplate(await compileTemplate(blank)) };
  });
  const artifact = readArtifact(writeArtifact(content.shared, [], await Promise.all(parts)));
  plain = catalogOf(artifact);
  catalog = catalogOf(withOfficial(artifact, folder));
});

function version(from: Catalog, id: string, number: string): FormVersion {
  const found = from.find(id, number, day);
  if (typeof found === "string") throw new Error(found);
  return found.form;
}

const named = bound.map((parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const);

describe.runIf(officialPresent).each(named)("%s", (name, parts) => {
  const official = parts.form.official!;

  test("uses the agency's exact words, as another reader extracts them, in the order of the pages", () => {
    const pages = new Map<number, string>();
    const seen = (page: number): string => {
      const words = pages.get(page) ?? rawText(made.get(name)!.agency, page);
      pages.set(page, words);
      return words;
    };
    // Notes of ours that are left out have no words of the agency.
    const words = made.get(name)!.words.words.filter(({ text }) => text !== "");
    expect(words).toHaveLength(official.wording.length);
    const last = new Map<number, number>();
    words.forEach(({ text }, index) => {
      const { page } = official.wording[index]!;
      const at = seen(page).indexOf(text, last.get(page) ?? 0);
      expect([text, at >= 0]).toEqual([text, true]);
      last.set(page, at + text.length);
    });
  });

  // pdf.content.test.ts fills this template on every path in every mode, and three programs look for each value in its box.
  test("is filled on the template of the agency's file", () => {
    const template = version(catalog, parts.form.id, parts.form.version).template();
    expect(Buffer.compare(encodeTemplate(template), made.get(name)!.template)).toBe(0);
  });

  test.each(["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const)("is valid for qpdf and mupdf: %s", (mode) => {
    for (const one of tellingCases(parts))
      expect([one.case, faults(completed(parts, one, mode).pdf)]).toEqual([one.case, ""]);
  });

  test("worksheets are empty in the file for the employer", () => {
    const secret = official.printed.filter((field) => field.private === true).map((field) => field.name);
    for (const one of tellingCases(parts)) {
      for (const mode of ["SIGN", "SIGN_EXTERNALLY"] as const) {
        const { values } = completed(parts, one, mode);
        expect(Object.keys(values).filter((field) => secret.includes(field))).toEqual([]);
      }
    }
  });

  test("another file is rejected", async () => {
    const other = Buffer.concat([made.get(name)!.agency, Buffer.from("%")]);
    await expect(makeOfficial({ ...parts.form, official }, other)).rejects.toThrow(
      "This is a different file",
    );
  });

  test("every page of ours that a note shows is one of the agency's", () => {
    const form = version(catalog, parts.form.id, parts.form.version);
    for (const set of parts.sets.en.plain) {
      const notes = [...(set.notes ?? []), ...set.questions.flatMap((question) => question.notes ?? [])];
      for (const note of notes)
        if (note.htmlType === "IMAGE") expect(Number(note.href)).toBeLessThanOrEqual(form.pages);
    }
  });
});

describe.runIf(officialPresent)("the words of the federal form", () => {
  test.each([
    ["W4101 2025.12.0", "Single or Married", "Employers Only", "ExemptfromwithholdingStep5:SignHere"],
    ["W4101 2024.12.0", "Single or Married", "Employers Only", "Step5:SignHere"],
    ["W4101SP 2025.12.0", "Soltero o Casado", "Para Uso", "ExentodelaretenciónPaso5:FirmeAquí"],
    [
      "W4102 2025.12.0",
      "Single or Married",
      "For Privacy Act",
      "NowithholdingStep5:SignHereYoursignatureDate",
    ],
    ["W4102 2024.12.0", "Single or Married", "For Privacy Act", "Step5:SignHereYoursignatureDate"],
  ])("fill the steps of %s without a gap", (name, from, to, headings) => {
    let rest = rawText(made.get(name)!.agency, 1);
    rest = rest.slice(rest.indexOf(from), rest.indexOf(to));
    for (const { text } of made.get(name)!.words.words) rest = rest.replace(text, "|");
    // The label of the line to sign is no statement; dots lead to boxes, which have numbers and a dollar sign.
    const left = rest
      .replace(/(?:Employee’s signature|Firma del empleado) \(.*$/, "")
      .replace(/[|\s.$]|\b[34](?:\([abc]\))?(?!\w)/g, "");
    expect(left).toBe(headings);
  });

  test("are asked, chosen and agreed to in English and Spanish as printed, in either edition", () => {
    const english = made.get("W4101 2025.12.0")!.words.words.map(({ text }) => text);
    const spanish = made.get("W4101SP 2025.12.0")!.words.words.map(({ text }) => text);
    for (const id of ["W4101", "W4101SP"]) {
      expect(spokenIn(id, "en", english)).toEqual(english);
      expect(spokenIn(id, "es", spanish)).toEqual(spanish);
    }
  });

  test("stay ours in French, and in forms of other places that follow the federal one", () => {
    const ours = (from: Catalog, id: string, number: string, language: Language) =>
      setsOf(version(from, id, number), language);
    expect(ours(catalog, "W4101", "2025.12.0", "fr")).toEqual(ours(plain, "W4101", "2025.12.0", "fr"));
    for (const language of ["en", "es", "fr"] as const)
      expect(ours(catalog, follower, "2025.12.0", language)).toEqual(
        ours(plain, follower, "2025.12.0", language),
      );
  });

  test.each([
    [
      "W4101",
      "2025.12.0",
      "en",
      "(b) Use the Multiple Jobs Worksheet on page 3",
      /spouse also works|estimator at/,
    ],
    [
      "W4101",
      "2024.12.0",
      "en",
      "(b) Use the Multiple Jobs Worksheet on page 3",
      /spouse also works|estimator at/,
    ],
    ["W4101SP", "2025.12.0", "es", "(b) Use la Hoja de Trabajo", /su cónyuge|estimador en/],
  ] as const)(
    "never ask a nonresident alien about a spouse (%s %s)",
    (id, number, language, worksheet, spouse) => {
      const set = (from: Catalog): QuestionSet =>
        version(from, id, number).questionSet("QS14", language, false)!;
      const [asked] = set(catalog).questions;
      expect(asked?.id).toBe("multipleJobsOption");
      expect(asked?.questionText).toBe(set(plain).questions[0]?.questionText);
      expect(set(catalog).notes).toEqual(set(plain).notes);
      expect(asked?.questionOptions?.find(({ value }) => value === "WORKSHEET")?.label).toContain(worksheet);
      // Residents are asked with these words.
      expect(JSON.stringify(version(catalog, id, number).questionSet("QS4", language, false))).toMatch(
        spouse,
      );
      const { questionText, questionOptions } = asked!;
      expect(JSON.stringify([questionText, questionOptions, set(catalog).notes ?? []])).not.toMatch(spouse);
    },
  );

  test("change neither ids, patterns, formulas nor paths", () => {
    const bare = (from: Catalog) =>
      setsOf(version(from, "W4101", "2025.12.0"), "en").map(({ questions, navigation }) => ({
        questions: questions.map(({ id, validationRegex, calculation, required, checks }) => ({
          id,
          validationRegex,
          calculation,
          required,
          checks,
        })),
        navigation: JSON.stringify(navigation).replace(/"perjuryStatement":"[^"]*"/g, ""),
      }));
    expect(bare(catalog)).toEqual(bare(plain));
  });
});

/** Those of the texts that some question, option, note or statement of the form says, in order. */
function spokenIn(id: string, language: Language, texts: readonly string[]): string[] {
  const published = JSON.stringify(setsOf(version(catalog, id, "2025.12.0"), language));
  return texts.filter((text) => published.includes(JSON.stringify(text).slice(1, -1)));
}

function setsOf(form: FormVersion, language: Language): QuestionSet[] {
  const found: QuestionSet[] = [];
  for (let number = 1; number <= 30; number += 1) {
    const set = form.questionSet(`QS${number}`, language, false);
    if (set !== undefined) found.push(set);
  }
  return found;
}

interface Filled {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly pdf: Uint8Array;
}

function completed(
  { form }: FormParts,
  one: {
    readonly answers: Readonly<Record<string, unknown>>;
    readonly federalValues?: Readonly<Record<string, unknown>>;
    readonly region?: string;
  },
  mode: FillMode,
): Filled {
  const target = version(catalog, form.id, form.version);
  const done = target.complete({
    ...samplePeople(form.country, one.region),
    fields: one.answers,
    federalValues: one.federalValues,
    mode,
    language: "en",
    instant: new Date(`${sampleDay(form)}T12:00:00Z`),
    timeZone: "UTC",
  });
  if (done.outcome !== "COMPLETE") throw new Error(JSON.stringify(done));
  const result = fill(target.template(), { values: done.printed, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return { values: done.printed, pdf: result.pdf };
}

/** A page as poppler reads it, in the order of the file. */
function rawText(pdf: Uint8Array, page: number): string {
  const args = ["-raw", "-f", String(page), "-l", String(page), inputFile, "-"];
  const lines = tool("pdftotext", args, pdf).stdout.toString("utf8");
  // A word with its own hyphen may be split after it at the end of a line.
  return lines
    .replace(/-\n(?=\p{Ll})/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** As few hand-written cases as print something in every field that any case prints in. */
function tellingCases(parts: FormParts): Case[] {
  const cases = casesOf(parts.context.form.cases).filter(
    (one) => one.problems === undefined && one.ends === undefined,
  );
  const prints = new Map(
    cases.map((one) => {
      const { values } = completed(parts, one, "PREVIEW");
      return [
        one,
        Object.keys(values).filter((name) => values[name] !== "" && values[name] !== false),
      ] as const;
    }),
  );
  const covered = new Set<string>();
  const chosen: Case[] = [];
  for (;;) {
    const news = (one: Case): number => prints.get(one)!.filter((name) => !covered.has(name)).length;
    const best = [...cases].sort((a, b) => news(b) - news(a))[0];
    if (best === undefined || news(best) === 0) return chosen;
    chosen.push(best);
    for (const name of prints.get(best)!) covered.add(name);
  }
}
