import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PDFDocument as CantooDocument } from "@cantoo/pdf-lib";
import { PDF } from "@libpdf/core";
import { loadCatalog } from "@withholding-forms/catalog";
import { type FillRequest, fill, type Template } from "@withholding-forms/pdf";
import { compileTemplate } from "@withholding-forms/pdf/build";
import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import type { BenchTable } from "./table.js";

type Values = Readonly<Record<string, string | boolean>>;

interface Contestant {
  readonly name: string;
  /** Calls per round; slow libraries get fewer. */
  readonly calls: number;
  /** The completed file in base64, as a reply carries it. */
  readonly run: () => string | Promise<string>;
}

/** The targets are stated for the federal W-4. */
const formId = "W4101";
const rounds = 12;

/**
 * The same blank and the same values through every library: from the blank's bytes to a completed, flat file in
 * base64. The floor does no work at all: it copies a file of that size and encodes it.
 */
export async function benchPdf(): Promise<BenchTable> {
  const found = loadCatalog().find(formId, undefined, new Date().toISOString().slice(0, 10));
  if (typeof found === "string") throw new Error(`The content has no ${formId}.`);
  const blank = found.form.blank();
  const template = await compileTemplate(blank);
  const values = valuesFor(template);
  const completed = Buffer.from(bytesOf(template, { values, mode: "SIGN" }));

  const contestants: Contestant[] = [
    { name: "floor: copy and encode", calls: 500, run: () => Buffer.from(completed).toString("base64") },
    { name: "this package", calls: 500, run: () => base64Of(template, { values, mode: "SIGN" }) },
    {
      name: "this package, with digest",
      calls: 500,
      run: () => base64Of(template, { values, mode: "SIGN", digest: true }),
    },
    {
      name: "this package, external signature",
      calls: 500,
      run: () => base64Of(template, { values, mode: "SIGN_EXTERNALLY" }),
    },
    {
      name: "this package, a name beyond Latin-1",
      calls: 100,
      run: () => base64Of(template, { values: beyondLatin(template, values), mode: "SIGN" }),
    },
    { name: "pdf-lib", calls: 4, run: () => byPdfLib(blank, values) },
    { name: "@cantoo/pdf-lib", calls: 4, run: () => byCantoo(blank, values) },
    { name: "@libpdf/core", calls: 4, run: () => byLibPdf(blank, values) },
    { name: "mupdf", calls: 4, run: () => byMupdf(blank, values) },
  ];
  const times = await measure(contestants);
  const kept = keptMemory(template, { values, mode: "SIGN" });

  const median = (name: string): number => quantile(times.get(name)!, 0.5);
  const own = median("this package");
  const floor = median("floor: copy and encode");
  const rows = contestants.map(({ name }) => ({
    library: name,
    "median µs": rounded(median(name)),
    "p99 µs": rounded(quantile(times.get(name)!, 0.99)),
    "times this package": rounded(median(name) / own),
    "times the floor": rounded(median(name) / floor),
    calls: times.get(name)!.length,
  }));
  const faster = median("pdf-lib") / own;
  return {
    name: `Filling ${formId} ${found.form.version}: ${template.slots.length} fields, ${completed.length} bytes`,
    rows,
    targets: [
      target("faster than pdf-lib", "1,000 times", `${rounded(faster)} times`, faster >= 1000),
      target(
        "slower than copying and encoding",
        "3 times",
        `${rounded(own / floor)} times`,
        own / floor <= 3,
      ),
      target(
        "size of a completed form",
        "80 KB",
        `${rounded(completed.length / 1000)} KB`,
        completed.length <= 80_000,
      ),
      target(
        "memory kept after 100,000 fills",
        "2 MB",
        `${rounded(kept.heap / 2 ** 20)} MB of heap, ${rounded(kept.buffers / 2 ** 20)} MB of buffers`,
        kept.heap + kept.buffers <= 2 * 2 ** 20,
      ),
    ],
  };
}

/** In turns, so that a slow moment of the machine affects all libraries. */
async function measure(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  // Where a response would be written.
  const body = Buffer.alloc(4 * 2 ** 20);
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, calls, run } of contestants) {
      for (let call = 0; call < calls; call += 1) {
        const start = process.hrtime.bigint();
        const made = run();
        body.write(typeof made === "string" ? made : await made, "latin1");
        const microseconds = Number(process.hrtime.bigint() - start) / 1000;
        // The first round warms the code up.
        if (round >= 0) times.get(name)!.push(microseconds);
      }
    }
  }
  return times;
}

function keptMemory(template: Template, request: FillRequest): { heap: number; buffers: number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { heap: heapUsed, buffers: arrayBuffers };
  };
  const run = (times: number): void => {
    for (let call = 0; call < times; call += 1) base64Of(template, request);
  };
  run(1000);
  const before = used();
  run(100_000);
  const after = used();
  return { heap: after.heap - before.heap, buffers: after.buffers - before.buffers };
}

function base64Of(template: Template, request: FillRequest): string {
  return bytesOf(template, request).toString("base64");
}

function bytesOf(template: Template, request: FillRequest): Buffer {
  const result = fill(template, request);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}

async function byPdfLib(blank: Uint8Array, values: Values): Promise<string> {
  const document = await PDFDocument.load(blank);
  const form = document.getForm();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") form.getTextField(name).setText(value);
    else if (value) form.getCheckBox(name).check();
  }
  form.flatten();
  return Buffer.from(await document.save()).toString("base64");
}

async function byCantoo(blank: Uint8Array, values: Values): Promise<string> {
  const document = await CantooDocument.load(blank);
  const form = document.getForm();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") form.getTextField(name).setText(value);
    else if (value) form.getCheckBox(name).check();
  }
  form.flatten();
  return Buffer.from(await document.save()).toString("base64");
}

async function byLibPdf(blank: Uint8Array, values: Values): Promise<string> {
  const document = await PDF.load(blank);
  const form = document.getForm();
  if (form === null) throw new Error("@libpdf/core finds no form.");
  form.fill({ ...values });
  form.flatten();
  return Buffer.from(await document.save()).toString("base64");
}

function byMupdf(blank: Uint8Array, values: Values): string {
  const document = new mupdf.PDFDocument(blank);
  try {
    for (let index = 0; index < document.countPages(); index += 1) {
      const page = document.loadPage(index);
      for (const widget of page.getWidgets()) {
        const value = values[widget.getName()];
        if (typeof value === "string") widget.setTextValue(value);
        else if (value === true) widget.toggle();
      }
      page.update();
      page.destroy();
    }
    document.bake(false, true);
    const buffer = document.saveToBuffer("compress");
    const text = Buffer.from(buffer.asUint8Array()).toString("base64");
    buffer.destroy();
    return text;
  } finally {
    document.destroy();
  }
}

/** Values of everyday length for every field, in letters that all the libraries can write. */
function valuesFor(template: Template): Values {
  return Object.fromEntries(
    template.slots.map(({ name, kind, cells, align, role }) => {
      if (kind === "check") return [name, name.length % 2 === 0];
      if (kind === "comb") return [name, "123456789".slice(0, cells)];
      if (role === "date") return [name, "11/15/2026"];
      return [name, align === "right" ? "1,250" : "Zoë O'Brien"];
    }),
  );
}

function beyondLatin(template: Template, values: Values): Values {
  const first = template.slots.find(({ kind, align }) => kind === "text" && align === "left");
  return first === undefined ? values : { ...values, [first.name]: "Łukasz" };
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function target(what: string, limit: string, measured: string, met: boolean) {
  return { what, target: limit, measured, met };
}
