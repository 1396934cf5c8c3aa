import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Template } from "@withholding-forms/pdf";
import { digest } from "../../../catalog/src/agency/store.js";
import { readyLength } from "../../../pdf/src/fill/ready-parts.js";
import { type Run, runOnFiles, type Said } from "../pdf/shell.js";
import type { Fill } from "./filled.js";

/**
 * The pages of many files in one, so that a reader starts once per form and not once per file. qpdf puts it together: to
 * do so it reads every file, with all that changes from file to file, and decodes every stream of every page.
 */
export interface Batch {
  /**
   * All pages that differ, each with nothing but its values and fields: what is printed on every copy of the form takes a
   * reader most of its time. Empty if qpdf could not read one of the files.
   */
  readonly values: Uint8Array;
  /** By page of a file that has values, the page in the batch that has the same bytes. */
  pagesOf(fill: Fill): ReadonlyMap<number, number>;
  /** What qpdf says about the file. */
  complaints(fill: Fill): readonly string[];
  /** What the tools say about all pages, by the name of the tool. */
  readonly together: ReadonlyMap<string, Said>;
  /** What they say about a file as it is, if it is one of the samples. */
  alone(tool: string, fill: Fill): Said | undefined;
}

/** What a batch is read with besides pdf.js. `$file` is the file. */
export interface Commands {
  /** All pages, with nothing but their values. */
  readonly together: Readonly<Record<string, string>>;
  /** Each sample as it is. */
  readonly alone: Readonly<Record<string, string>>;
}

export async function batchOf(
  template: Template,
  fills: readonly Fill[],
  samples: readonly Fill[],
  commands: Commands,
): Promise<Batch> {
  const folder = mkdtempSync(join(tmpdir(), "filled-forms-"));
  try {
    const { files, pages, words } = pagesThatDiffer(template, fills);
    for (const [name, pdf] of files) writeFileSync(join(folder, `${name}.pdf`), pdf);
    const merge = { merge: `qpdf --stream-data=uncompress --empty --pages ${words.join(" ")} -- "$file"` };
    const names = [...new Set(samples.map((fill) => fill.digest))];
    const sampled = names.map((name) => `${name}.pdf`);
    const resultOf = await runOnFiles(folder, [
      ...runsOf(merge, ["all.pdf"]),
      ...runsOf(commands.alone, sampled),
    ]);
    const { stderr, code } = resultOf("merge", "all.pdf");
    const values = code === 0 ? valuesOnly(readFileSync(join(folder, "all.pdf"))) : Buffer.alloc(0);
    writeFileSync(join(folder, "values.pdf"), values);
    const saidTogether = await runOnFiles(folder, runsOf(commands.together, ["values.pdf"]));
    const tools = Object.keys(commands.together);
    const alone = new Map(
      Object.keys(commands.alone).flatMap((tool) =>
        names.map((name) => [`${tool} ${name}`, resultOf(tool, `${name}.pdf`)] as const),
      ),
    );
    const lines = stderr.split("\n").filter((line) => line !== "");
    const unnamed = lines.filter((line) => ![...files.keys()].some((name) => line.includes(name)));
    return {
      values,
      pagesOf: (fill) => pages.get(fill.digest)!,
      complaints(fill) {
        const about = [...lines.filter((line) => line.includes(fill.digest)), ...unnamed];
        return code === 0 && about.length === 0 ? [] : [`qpdf ended with ${code}`, ...about];
      },
      together: new Map(tools.map((tool) => [tool, saidTogether(tool, "values.pdf")])),
      alone: (tool, fill) => alone.get(`${tool} ${fill.digest}`),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files by name, where each of their pages is in the batch, and the pages of each file for qpdf. */
function pagesThatDiffer(template: Template, fills: readonly Fill[]) {
  const files = new Map(fills.map((fill) => [fill.digest, fill.pdf]));
  const pages = new Map<string, ReadonlyMap<number, number>>();
  const known = new Map<string, number>();
  const words: string[] = [];
  let count = 0;
  for (const [name, pdf] of files) {
    const keys = pageKeys(pdf, template);
    const fresh = [...keys].filter(([, key]) => !known.has(key));
    for (const [, key] of fresh) known.set(key, count++);
    // A file without its own page is read all the same.
    if (fresh.length === 0) count++;
    words.push(`${name}.pdf`, fresh.length === 0 ? "1" : fresh.map(([page]) => page + 1).join());
    pages.set(name, new Map([...keys].map(([page, key]) => [page, known.get(key)!])));
  }
  return { files, pages, words };
}

/**
 * By page, the digest of everything it is made of that differs from file to file: its own values, and all that follows
 * the values of the last page (fonts, pages, open fields) up to the table of references, which qpdf judges. What is
 * before the values is the same in all files of a template.
 */
function pageKeys(pdf: Uint8Array, template: Template): Map<number, string> {
  const { tail } = template;
  const file = Buffer.from(pdf);
  const end = "\nendstream\nendobj\n";
  const values = new Map<number, Buffer>();
  let at = readyLength(template);
  for (const { page, fill } of tail.pages) {
    const next = file.indexOf(end, at) + end.length;
    const bytes = file.subarray(at, next);
    // Not as we write it: then no page of it counts as known.
    if (!bytes.toString("latin1").startsWith(`${fill} 0 obj`))
      return new Map(tail.pages.map((one) => [one.page, `${one.page} ${digest(pdf)}`]));
    values.set(page, bytes);
    at = next;
  }
  const table = Number(
    file.toString("latin1", file.lastIndexOf("startxref\n") + "startxref\n".length).split("\n")[0],
  );
  const rest = file.subarray(at, table);
  return new Map(
    [...values].map(([page, bytes]) => [page, `${page} ${digest(Buffer.concat([bytes, rest]))}`]),
  );
}

/** Writes spaces over the content of each page but its last stream, which has the values. All offsets stay the same. */
function valuesOnly(pdf: Buffer): Buffer {
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/\n(\d+) 0 obj\n<< \/Length \d+ >>\nstream\n/g)].map((found) => [
      found[1]!,
      found.index + found[0].length,
    ]),
  );
  for (const [, contents] of text.matchAll(/\/Contents \[ ([0-9R ]+) \]/g)) {
    const streams = [...contents!.matchAll(/(\d+) 0 R/g)].map(([, id]) => id!);
    for (const id of streams.slice(0, -1)) {
      const start = objects.get(id);
      if (start === undefined) throw new Error(`the content ${id} of a page is not where it is looked for`);
      pdf.fill(" ", start, text.indexOf("endstream", start) - 1);
    }
  }
  return pdf;
}

function runsOf(commands: Readonly<Record<string, string>>, files: readonly string[]): readonly Run[] {
  return Object.entries(commands).flatMap(([tool, command]) =>
    files.map((file) => ({ tool, command, file })),
  );
}
