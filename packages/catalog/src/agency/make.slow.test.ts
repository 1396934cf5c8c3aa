import { decodeTemplate } from "@withholding-forms/pdf";
import { type Bound, boundContent } from "@withholding-forms/testing/catalog/bound";
import { beforeAll, describe, expect, test } from "vitest";
import { makeOfficial } from "./make.js";
import type { OfficialProblem } from "./problem.js";
import { contentsOf } from "./store.js";

let bound: Bound;
beforeAll(async () => {
  bound = await boundContent();
});

const refusal = (made: Promise<unknown>): Promise<Pick<OfficialProblem, "kind" | "message">> =>
  made.then(
    () => {
      throw new Error("was taken");
    },
    ({ kind, message }: OfficialProblem) => ({ kind, message }),
  );

test("a bound file becomes a blank, a template and the words", async () => {
  const { template, words, agency } = await makeOfficial(bound.form, bound.agency);
  expect(agency).toBe(bound.agency);
  const slots = decodeTemplate(template).slots.map(({ name, role }) => [name, role ?? ""].join(" ").trim());
  expect(slots.sort()).toEqual([
    "date date",
    "extra",
    "page1.allowance",
    "page1.children",
    "page1.employer",
    "page1.name",
    "page1.ssn",
    "page1.status#0",
    "page1.status#1",
    "signatureLine signature",
  ]);
  expect(words).toEqual({
    language: "en",
    words: [
      {
        text: "What is, for this year, your status",
        into: [{ part: "ask", set: "QS1", question: "status" }],
      },
      {
        text: "Single person (also without spouse",
        into: [{ part: "option", set: "QS1", question: "status", value: "SINGLE" }],
      },
      {
        text: "I swear that what I say is true.",
        into: [
          { part: "perjury", set: "QS3", answer: "MARRIED" },
          { part: "note", set: "QS3" },
        ],
      },
    ],
  });
});

test("the same file gives the same bytes", async () => {
  const [one, two] = await Promise.all([
    makeOfficial(bound.form, bound.agency),
    makeOfficial(bound.form, bound.agency),
  ]);
  for (const [name, bytes] of Object.entries(contentsOf(one)))
    expect([name, Buffer.compare(bytes, contentsOf(two)[name]!)]).toEqual([name, 0]);
});

describe("rejected", () => {
  test.each([
    ["a web page", "<!DOCTYPE html><title>Gone</title>", "The file is not a PDF (it is a web page)."],
    ["nothing", "", "The file is not a PDF (it is empty)."],
    ["something else", "PK\u0003\u0004", "The file is not a PDF."],
  ])("%s", async (_, text, reason) => {
    const { kind, message } = await refusal(makeOfficial(bound.form, Buffer.from(text)));
    expect(kind).toBe("other-file");
    expect(message).toBe(`${reason} Form TS101 2026.1.0 needs the agency's revision 1/2026.`);
  });

  test("another PDF, by its hash", async () => {
    const other = Buffer.concat([bound.agency, Buffer.from("\n")]);
    const { kind, message } = await refusal(makeOfficial(bound.form, other));
    expect(kind).toBe("other-file");
    expect(message).toMatch(
      /^This is a different file: its SHA-256 is [0-9a-f]{64}\. .* SHA-256 [0-9a-f]{64}\.$/,
    );
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "a field that is not bound",
      { "  name: employee.fullName\n": "" },
      'its field "page1.name" is neither bound nor unused.',
    ],
    ["a name that is not there", { "  ssn:": "  snn:" }, 'the file has no field "page1.snn". And 1 more.'],
    [
      "a reason for a field that is not there",
      { "  employer: The": "  boss: The" },
      'the file has no field "page1.boss". And 1 more.',
    ],
    [
      "a mark for text",
      { "whole(allowance)": "allowance > 0" },
      '"page1.allowance" takes text, but its expression gives true or false.',
    ],
    [
      "text for a box",
      { 'status == "SINGLE"': "label(status)" },
      '"page1.status#0" is a check box, but its expression gives text.',
    ],
    [
      "a place on no page",
      { "{ page: 1, rect: [50": "{ page: 7, rect: [50" },
      "signatureLine is on page 7 of 1.",
    ],
    [
      "a field to take over that is not there",
      { "field: date": "field: day" },
      'The file has no field "page1.day" to take for date.',
    ],
    [
      "words that are not there",
      { "from: I swear": "from: I do not swear" },
      'page 1 does not say "I do not swear".',
    ],
  ])("%s", async (_, change, reason) => {
    const { form, agency } = await boundContent(change);
    expect(await refusal(makeOfficial(form, agency))).toEqual({
      kind: "misfit",
      message: `The file does not fit the binding of TS101 2026.1.0: ${reason}`,
    });
  });

  test("a bound file that no reader can open", async () => {
    const broken = Buffer.from("%PDF-1.7\nnothing follows");
    const { digest } = await import("./store.js");
    const form = { ...bound.form, official: { ...bound.form.official, sha256: digest(broken) } };
    expect((await refusal(makeOfficial(form, broken))).kind).toBe("misfit");
  });
});
