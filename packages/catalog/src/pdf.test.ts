import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { fieldBoxes, type PlacedText, readPages } from "../../pdf/src/test/pdfjs.js";
import {
  answersOf,
  filled,
  formNames,
  modes,
  numbers,
  overflowing,
  type Subject,
  subjectOf,
  tellingAnswers,
  type Values,
} from "./test/filled.js";

// What leaves the service, for every form of the content: each value where it belongs, and nothing else.

describe.each(formNames)("%s", (_, parts) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await subjectOf(parts);
  });
  const { printed, traces, masked } = numbers[parts.form.country];

  it("can be completed on every way, in every mode; a preview has no trace of the number", () => {
    const constant = decompressed(Buffer.from(subject.template.ready));
    expect(traces.filter((trace) => constant.includes(trace))).toEqual([]);
    const kinds = new Map(subject.template.slots.map(({ name, kind }) => [name, kind]));
    for (const one of answersOf(parts)) {
      for (const mode of modes) {
        const values = subject.values(one, mode);
        const pdf = Buffer.from(filled(subject.template, values, mode));
        const tail = decompressed(pdf.subarray(subject.template.ready.length));
        const about = `${one.about} ${mode}`;
        const expected = mode === "PREVIEW" ? masked : printed;
        const other = mode === "PREVIEW" ? printed : masked;
        expect([about, Object.values(values).filter((value) => value === other)]).toEqual([about, []]);
        if (mode === "PREVIEW")
          expect([about, traces.filter((trace) => tail.includes(trace))]).toEqual([about, []]);
        // The figures of a comb stand one by one.
        const whole = Object.keys(values).some(
          (name) => values[name] === expected && kinds.get(name) === "text",
        );
        if (whole) expect(tail).toContain(`(${expected})`);
      }
    }
  });

  it("shows each value in its own box, each mark, and in SIGN_EXTERNALLY just the fields to sign", async () => {
    const boxes = await fieldBoxes(subject.blank);
    const pages = new Set(subject.template.slots.map((slot) => slot.page));
    const signs = new Set(parts.form.printed.flatMap(({ name, role }) => (role === undefined ? [] : [name])));
    const blankStrokes = (await readPages(filled(subject.template, {}, "PREVIEW"), pages)).strokes;
    const chosen = tellingAnswers(subject, 12);
    for (const [index, one] of chosen.entries()) {
      // The least and the most in every mode; the others in turn.
      for (const mode of index < 2 ? modes : [modes[index % modes.length]!]) {
        const values = subject.values(one, mode);
        const { texts, open, strokes } = await readPages(filled(subject.template, values, mode), pages);
        const about = `${one.about} ${mode}`;
        expect([about, misplaced(values, boxes, texts)]).toEqual([about, []]);
        const ticked = Object.entries(values)
          .filter(([, value]) => value === true)
          .reduce((sum, [name]) => sum + (boxes.get(name)?.length ?? 0), 0);
        expect([about, strokes]).toEqual([about, blankStrokes + ticked]);
        const wanted = mode === "SIGN_EXTERNALLY" ? [...signs].sort() : [];
        expect([about, [...new Set(open)].sort()]).toEqual([about, wanted]);
      }
    }
  });

  it("refuses what does not fit, with the field and its limit, and takes as much as the limit says", () => {
    const texts = subject.template.slots.filter(({ kind, role }) => kind !== "check" && role === undefined);
    const { problems, longest } = overflowing(subject.template);
    expect(new Set(problems.map(({ field }) => field))).toEqual(new Set(texts.map(({ name }) => name)));
    for (const { field, code, limit } of problems)
      expect([field, code, (limit ?? 0) > 0]).toEqual([field, "TOO_LONG", true]);
    for (const mode of modes) filled(subject.template, longest, mode);
  });
});

type Boxes = Awaited<ReturnType<typeof fieldBoxes>>;

/** Values that cannot be read in every box of their field, with what is read there. */
function misplaced(values: Values, boxes: Boxes, texts: readonly PlacedText[]): [string, string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string, string][] => {
    if (typeof value !== "string" || value.trim() === "") return [];
    const places = boxes.get(name) ?? [];
    if (places.length === 0) return [[name, value, "has no box"]];
    return places.flatMap(({ page, rect }): [string, string, string][] => {
      const read = textIn(page, rect, texts);
      return plain(read) === plain(value) ? [] : [[name, value, read]];
    });
  });
}

function textIn(page: number, [left, bottom, right, top]: number[], texts: readonly PlacedText[]): string {
  return texts
    .filter(
      ({ page: at, text, x, y, width, size }) =>
        at === page &&
        text.trim() !== "" &&
        x >= left! - 0.1 &&
        x + width <= right! + 0.1 &&
        y >= bottom! - 0.1 &&
        y + size * 0.7 <= top! + 0.1,
    )
    .sort((a, b) => b.y - a.y || a.x - b.x)
    .map(({ text }) => text)
    .join(" ");
}

/** Lines are broken and comb cells set apart where there is no space in the value. */
function plain(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The bytes and what every packed stream among them holds, one character a byte. */
function decompressed(bytes: Buffer): string {
  const found = [bytes.toString("latin1")];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 7)) {
    const end = bytes.indexOf("endstream", at);
    try {
      found.push(inflateSync(bytes.subarray(at + 7, end)).toString("latin1"));
    } catch {
      // Not packed: its bytes are looked at as they are.
    }
  }
  return found.join("\n");
}
