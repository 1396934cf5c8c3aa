import { inflateSync } from "node:zlib";
import {
  editions,
  type Fill,
  filled,
  fillsOf,
  formNames,
  maxPaths,
  modes,
  numbers,
  overflowing,
  readByOthers,
  type Subject,
} from "@withholding-forms/testing/catalog/filled";
import { type Judge, type Judges, judgesOf } from "@withholding-forms/testing/catalog/judges";
import { officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readyLength, readyParts } from "../../pdf/src/fill/ready-parts.js";
import { formPathsOf } from "../src/check/graph.js";

// What the service returns, for every form of the content: each value where it belongs, and nothing else. `npm run test:all`
// takes every path in every mode.

it("fills the agencies' own blanks too", ({ skip }) => {
  skip(!officialPresent, officialMissing);
  expect(editions.length).toBeGreaterThan(formNames.length);
});

it.each(formNames)("%s has few enough paths to fill all of them", (_, { sets }) => {
  for (const variant of [sets.en.plain, sets.en.federal ?? []]) {
    const formPaths = formPathsOf(new Map(variant.map((set) => [set.id, set])), "QS1");
    expect(formPaths.length).toBeLessThanOrEqual(maxPaths);
  }
});

describe.each(editions)("%s", (_, make) => {
  let subject: Subject;
  let fills: Fill[];
  let read: readonly Fill[];
  let judges: Judges;
  beforeAll(async () => {
    subject = await make();
    fills = fillsOf(subject);
    read = readByOthers(subject, fills);
    judges = await judgesOf(subject, read);
  });
  afterAll(() => {
    // The files of all editions together would fill the memory.
    fills = [];
    read = [];
  });

  it("has a place for every value, and where we draw it, no other places", () => {
    const places = new Set(subject.template.slots.map(({ name }) => name));
    const values = new Set(subject.printed.map(({ name }) => name));
    const ofAgency = subject.printed !== subject.parts.form.printed;
    expect([...values].filter((name) => !places.has(name))).toEqual([]);
    if (!ofAgency) expect([...places].filter((name) => !values.has(name))).toEqual([]);
  });

  it("can be completed in every mode, and a preview has no trace of the identity number", () => {
    const { printed, traces, masked } = numbers[subject.parts.form.country];
    const streams = new Map<string, string>();
    const constant = readyParts(subject.template).map((part) => decompressed(Buffer.from(part), streams));
    const start = readyLength(subject.template);
    expect(traces.filter((trace) => constant.some((part) => part.includes(trace)))).toEqual([]);
    const kinds = new Map(subject.template.slots.map(({ name, kind }) => [name, kind]));
    for (const { about, mode, values, pdf } of fills) {
      const tail = decompressed(Buffer.from(pdf.subarray(start)), streams);
      const expected = mode === "PREVIEW" ? masked : printed;
      const other = mode === "PREVIEW" ? printed : masked;
      expect([about, Object.values(values).filter((value) => value === other)]).toEqual([about, []]);
      if (mode === "PREVIEW")
        expect([about, traces.filter((trace) => tail.includes(trace))]).toEqual([about, []]);
      // The digits of a comb are printed one by one.
      const whole = Object.keys(values).some(
        (name) => values[name] === expected && kinds.get(name) === "text",
      );
      if (whole) expect(tail).toContain(`(${expected})`);
    }
  });

  it("prints the same in every mode, except masked numbers, the signature, and private worksheets", () => {
    const own = new Set(
      subject.printed.flatMap((one) => ((one.role ?? one.private) === undefined ? [] : [one.name])),
    );
    const previews = new Map(
      fills.flatMap((one) => (one.mode === "PREVIEW" ? [[one.formPath, one.values]] : [])),
    );
    for (const { about, formPath, values } of fills) {
      const preview = previews.get(formPath)!;
      const others = Object.keys({ ...preview, ...values }).filter(
        (name) =>
          values[name] !== preview[name] &&
          !own.has(name) &&
          !isMasked(String(preview[name]), String(values[name])),
      );
      expect([about, others]).toEqual([about, []]);
    }
  });

  const expectNothing = (judge: Judge): void => {
    for (const fill of read) expect([fill.about, judge(fill)]).toEqual([fill.about, []]);
  };

  it("passes qpdf without a warning", () => expectNothing(judges.qpdf));

  it("shows poppler each value in its own box", () => expectNothing(judges.poppler));

  it("shows pdf.js each value in its own box, each mark, and in SIGN_EXTERNALLY just the fields to sign", () =>
    expectNothing(judges.pdfjs));

  it("has up to 40 KB on one page and 80 KB on several, with its fonts; an agency's file grows by up to 30 KB", () => {
    const { template, blank } = subject;
    const drawn = template.pages.length === 1 ? 40_000 : 80_000;
    const limit = template.opening === "drawn" ? drawn : blank.length + 30_000;
    for (const { about, pdf } of fills) expect([about, pdf.length <= limit]).toEqual([about, true]);
    // At worst, every box is checked, and letters that are not in the fonts of every file are embedded.
    const values: Record<string, string | boolean> = {};
    for (const { name, kind, align } of template.slots) {
      if (kind === "check") values[name] = true;
      if (kind === "text") values[name] = align === "right" ? "1" : "Ł";
    }
    for (const mode of modes) expect(filled(template, values, mode).length).toBeLessThanOrEqual(limit);
  });

  it("rejects what does not fit, with the field and its limit, and accepts as much as the limit says", () => {
    const texts = subject.template.slots.filter(({ kind, role }) => kind !== "check" && role === undefined);
    const { problems, longest } = overflowing(subject.template);
    expect(new Set(problems.map(({ field }) => field))).toEqual(new Set(texts.map(({ name }) => name)));
    for (const { field, code, limit } of problems)
      expect([field, code, (limit ?? 0) > 0]).toEqual([field, "TOO_LONG", true]);
    for (const mode of modes) filled(subject.template, longest, mode);
  });
});

/** Whether the first shows only the last digits of the second. */
function isMasked(masked: string, number: string): boolean {
  const digits = (text: string): string => text.replace(/[^0-9]/g, "");
  // Where an agency divides the number over several fields, the first ones have no digit left.
  if (/^X{2,3}$/.test(masked)) return /^[0-9]+$/.test(number) && number.length === masked.length;
  return /^[X -]*[0-9]{3,4}$/.test(masked) && digits(number).endsWith(digits(masked));
}

/**
 * The bytes and what every compressed stream among them contains, one character per byte. The files of a form share most
 * streams, such as fonts: `known` has what was decompressed before.
 */
function decompressed(bytes: Buffer, known: Map<string, string>): string {
  const text = bytes.toString("latin1");
  const found = [text];
  let at = text.indexOf("stream\n");
  while (at >= 0) {
    const end = text.indexOf("endstream", at);
    if (end < 0) throw new Error("A stream has no end.");
    const packed = text.slice(at + 7, end);
    const content = known.get(packed) ?? inflated(packed);
    known.set(packed, content);
    found.push(content);
    at = text.indexOf("stream\n", end + 9);
  }
  return found.join("\n");
}

/** Empty if the stream is not compressed: its bytes are searched as they are. */
function inflated(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}
