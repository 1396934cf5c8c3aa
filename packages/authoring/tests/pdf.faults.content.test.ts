import { digest } from "@withholding-forms/catalog/agency/store";
import type { Slot } from "@withholding-forms/pdf";
import { batchOf } from "@withholding-forms/testing/catalog/batch";
import {
  answersOf,
  editions,
  type Fill,
  filled,
  fillsOf,
  type Subject,
  type Values,
} from "@withholding-forms/testing/catalog/filled";
import { type Judges, judgesOf } from "@withholding-forms/testing/catalog/judges";
import { beforeAll, describe, expect, it } from "vitest";

// Tests the judges of the filled forms: each gets faulty files whose errors it must find.

let subject: Subject;
let fill: Fill;
/** Files of the same form in the same mode, so that the one in the middle is only read in the batch. */
let before: Fill;
let after: Fill;
/** What a judge reports about a file in a batch. */
let judges: Readonly<Record<keyof Judges, (one: Fill) => Promise<readonly unknown[]>>>;

beforeAll(async () => {
  for (const [, make] of editions) {
    subject = await make();
    const fills = fillsOf(subject, answersOf(subject.parts));
    const telling = fills.find(
      ({ values }) =>
        marked(values).length > 0 && unmarked(values).length > 0 && emptyText(values) !== undefined,
    );
    if (telling === undefined) continue;
    fill = telling;
    [before, after] = fills.filter(
      ({ mode, digest }) => mode === telling.mode && digest !== telling.digest,
    ) as [Fill, Fill];
    break;
  }
  const inBatch =
    (name: keyof Judges) =>
    async (one: Fill): Promise<readonly unknown[]> =>
      (await judgesOf(subject, [before, one, after]))[name](one);
  judges = { qpdf: inBatch("qpdf"), poppler: inBatch("poppler"), pdfjs: inBatch("pdfjs") };
});

it("a page that two files share is in the batch once", async () => {
  const { template } = await subjectWithPages(2);
  const [first, second] = template.tail.pages.map(({ page }) => page);
  const slot = template.slots.find(({ page, kind, role }) => page === first && kind === "text" && !role)!;
  const [one, other] = ["a", "b"].map((text) => changed(filled(template, { [slot.name]: text }, "SIGN")));
  const batch = await batchOf(template, [one!, other!], [], { together: {}, alone: {} });
  expect(batch.pagesOf(one!).get(first!)).not.toBe(batch.pagesOf(other!).get(first!));
  expect(batch.pagesOf(one!).get(second!)).toBe(batch.pagesOf(other!).get(second!));
});

it("all judges accept a valid file", async () => {
  for (const judge of Object.values(judges)) expect(await judge(fill)).toEqual([]);
});

describe.each(["poppler", "pdfjs"] as const)("%s finds", (name) => {
  const found = (values: Values): Promise<readonly unknown[]> => judges[name](instead(values));

  it("a value that is in another field's box", async () => {
    const [from, to] = filledAndEmpty();
    const value = fill.values[from.name] as string;
    expect(await found({ ...fill.values, [from.name]: "", [to.name]: value })).toEqual(
      inOrder([
        [from.name, value, ""],
        [to.name, "", value],
      ]),
    );
  });

  it("two values that changed places", async () => {
    const [one, two] = subject.template.slots.filter(isFilledText);
    const [first, second] = [String(fill.values[one!.name]), String(fill.values[two!.name])];
    const changed = { ...fill.values, [one!.name]: second, [two!.name]: first };
    expect(await found(changed)).toEqual(
      inOrder([
        [one!.name, first, second],
        [two!.name, second, first],
      ]),
    );
  });

  it("a missing value", async () => {
    const [from] = filledAndEmpty();
    expect(await found({ ...fill.values, [from.name]: "" })).toEqual([
      [from.name, fill.values[from.name], ""],
    ]);
  });

  it("a value that is right but a little outside its box", async () => {
    const [from] = filledAndEmpty();
    const moved = (slot: Slot): Slot =>
      slot.name === from.name ? { ...slot, align: "left", rect: { ...slot.rect, x: slot.rect.x - 8 } } : slot;
    const template = { ...subject.template, slots: subject.template.slots.map(moved) };
    const faults = await judges[name](changed(filled(template, fill.values, fill.mode)));
    expect(faults).toContainEqual([from.name, fill.values[from.name], ""]);
  });
});

describe("pdf.js finds", () => {
  it("a missing mark", async () => {
    const [mark] = marked(fill.values);
    expect(await judges.pdfjs(instead({ ...fill.values, [mark!]: false }))).toEqual([
      `${mark} has 0 of 1`,
      `${marked(fill.values).length - 1} marks, not ${marked(fill.values).length}`,
    ]);
  });

  it("an extra mark", async () => {
    const [empty] = unmarked(fill.values);
    expect(await judges.pdfjs(instead({ ...fill.values, [empty!]: true }))).toEqual([
      `${empty} has 1 of 0`,
      `${marked(fill.values).length + 1} marks, not ${marked(fill.values).length}`,
    ]);
  });

  it("a mark in another box, though their number is right", async () => {
    const [mark] = marked(fill.values);
    const [empty] = unmarked(fill.values);
    const faults = await judges.pdfjs(instead({ ...fill.values, [mark!]: false, [empty!]: true }));
    expect([...faults].sort()).toEqual([`${mark} has 0 of 1`, `${empty} has 1 of 0`].sort());
  });

  it("fields that should be closed", async () => {
    const open = filled(subject.template, fill.values, "SIGN_EXTERNALLY");
    expect((await judges.pdfjs(changed(open))).join()).toContain("open are ");
  });
});

describe("qpdf finds", () => {
  const complaints = async (pdf: Buffer): Promise<string> => (await judges.qpdf(changed(pdf))).join("\n");

  it("a table of references that is not where the file says", async () => {
    const pdf = Buffer.from(fill.pdf);
    const at = pdf.lastIndexOf("startxref\n") + "startxref\n".length;
    pdf.write("1", at, "latin1");
    expect(await complaints(pdf)).toContain("xref not found");
  });

  it("an object that is not where the table says", async () => {
    // A character more before the last object: its place in the table is one too low.
    const pdf = Buffer.from(fill.pdf);
    const at = pdf.lastIndexOf("endobj\n", pdf.lastIndexOf(" 0 obj")) + "endobj\n".length;
    expect(
      await complaints(Buffer.concat([pdf.subarray(0, at), Buffer.from("%"), pdf.subarray(at)])),
    ).toContain("ended with");
  });

  it("a stream that is shorter than it says", async () => {
    const text = Buffer.from(fill.pdf).toString("latin1");
    const at = text.lastIndexOf("endstream");
    expect(await complaints(Buffer.from(`${text.slice(0, at - 5)}${text.slice(at)}`, "latin1"))).toContain(
      "ended with",
    );
  });

  it("a file that stops in the middle", async () => {
    expect(await complaints(Buffer.from(fill.pdf.subarray(0, fill.pdf.length - 60)))).toContain("ended with");
  });
});

describe("of a file that is read as it is", () => {
  const damaged = (): Fill => changed(Buffer.from(fill.pdf.subarray(0, fill.pdf.length - 60)));
  const complaints = async (name: keyof Judges, one: Fill): Promise<string> =>
    (await judgesOf(subject, [one]))[name](one).join("\n");

  it("qpdf's check and poppler say that its table of references is gone", async () => {
    // Once when it makes the batch and once when it checks the file.
    expect((await complaints("qpdf", damaged())).match(/can't find startxref/g)).toHaveLength(2);
    expect(await complaints("poppler", damaged())).toContain("Syntax");
  });

  it("pdf.js finds a value in the wrong box", async () => {
    const [from] = filledAndEmpty();
    expect(await complaints("pdfjs", instead({ ...fill.values, [from.name]: "" }))).toContain(from.name);
  });
});

it("a file that qpdf cannot read leaves no other in its batch without a complaint", async () => {
  const cut = changed(Buffer.from(fill.pdf.subarray(0, fill.pdf.length - 60)));
  const all = await judgesOf(subject, [before, cut, after]);
  for (const name of ["qpdf", "poppler", "pdfjs"] as const) expect(all[name](before)).not.toEqual([]);
});

async function subjectWithPages(count: number): Promise<Subject> {
  for (const [, make] of editions) {
    const made = await make();
    if (made.template.tail.pages.length >= count) return made;
  }
  throw new Error(`no form has values on ${count} pages`);
}

/** The same answers, printed wrongly. */
function instead(values: Values): Fill {
  return changed(filled(subject.template, values, fill.mode));
}

function changed(pdf: Uint8Array): Fill {
  return { ...fill, pdf, digest: digest(pdf) };
}

function marked(values: Values): string[] {
  return Object.keys(values).filter((name) => values[name] === true);
}

function unmarked(values: Values): string[] {
  return Object.keys(values).filter((name) => values[name] === false);
}

function isFilledText({ name, kind, role }: Slot): boolean {
  return kind === "text" && role === undefined && String(fill.values[name] ?? "") !== "";
}

/** A field that is filled, and an empty one that takes its value. */
function filledAndEmpty(): [Slot, Slot] {
  return [subject.template.slots.find(isFilledText)!, emptyText(fill.values)!];
}

function emptyText(values: Values): Slot | undefined {
  return subject.template.slots.find(
    ({ kind, role, name }) => kind === "text" && role === undefined && values[name] === "",
  );
}

/** As the fields are in the file. */
function inOrder(faults: [string, string, string][]): [string, string, string][] {
  const order = subject.template.slots.map(({ name }) => name);
  return faults.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}
