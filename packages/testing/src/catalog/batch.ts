import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Template } from "@withholding-forms/pdf";
import { digest } from "../../../catalog/src/agency/store.js";
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
  /** What another tool says about all pages. */
  runOnAll(command: string): Promise<Said>;
  /** What another tool says about some of the files as they are, one run each. `$file` is the file. */
  run(command: string, fills: readonly Fill[]): Promise<ReadonlyMap<string, Said>>;
  remove(): void;
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export async function batchOf(template: Template, fills: readonly Fill[]): Promise<Batch> {
  const folder = mkdtempSync(join(tmpdir(), "filled-forms-"));
  const files = new Map(fills.map((fill) => [fill.digest, fill.pdf]));
  const pages = new Map<string, ReadonlyMap<number, number>>();
  const known = new Map<string, number>();
  const words: string[] = [];
  let count = 0;
  for (const [name, pdf] of files) {
    writeFileSync(join(folder, `${name}.pdf`), pdf);
    const keys = pageKeys(pdf, template);
    const fresh = [...keys].filter(([, key]) => !known.has(key));
    for (const [, key] of fresh) known.set(key, count++);
    // A file without a page of its own is read all the same.
    if (fresh.length === 0) count++;
    words.push(`${name}.pdf`, fresh.length === 0 ? "1" : fresh.map(([page]) => page + 1).join());
    pages.set(name, new Map([...keys].map(([page, key]) => [page, known.get(key)!])));
  }
  const merge = `qpdf --stream-data=uncompress --empty --pages ${words.join(" ")} -- all.pdf`;
  const { stderr, code } = await runOnEach(folder, merge, ["all.pdf"]).then(([said]) => said!);
  const lines = stderr.split("\n").filter((line) => line !== "");
  const unnamed = lines.filter((line) => ![...files.keys()].some((name) => line.includes(name)));
  return {
    values: code === 0 ? valuesOnly(readFileSync(join(folder, "all.pdf"))) : new Uint8Array(),
    pagesOf: (fill) => pages.get(fill.digest)!,
    complaints(fill) {
      const about = [...lines.filter((line) => line.includes(fill.digest)), ...unnamed];
      return code === 0 && about.length === 0 ? [] : [`qpdf ended with ${code}`, ...about];
    },
    runOnAll: async (command) => (await runOnEach(folder, `${command} "$file" -`, ["all.pdf"]))[0]!,
    async run(command, some) {
      const names = [...new Set(some.map((fill) => fill.digest))];
      const said = await runOnEach(
        folder,
        command,
        names.map((name) => `${name}.pdf`),
      );
      return new Map(names.map((name, at) => [name, said[at]!]));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * By page, the digest of everything it is made of that differs from file to file: its own values, and all that follows
 * the values of the last page (fonts, pages, open fields) up to the table of references, which qpdf judges. What is
 * before the values is the same in all files of a template.
 */
function pageKeys(pdf: Uint8Array, { ready, tail }: Template): Map<number, string> {
  const file = Buffer.from(pdf);
  const end = "\nendstream endobj\n";
  const values = new Map<number, Buffer>();
  let at = ready.length;
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

let runs = 0;

/** One shell runs the command on all of them: starting processes from here takes longer. */
async function runOnEach(folder: string, command: string, files: readonly string[]): Promise<Said[]> {
  // Several may run at the same time on the same files.
  const run = runs++;
  const script = `for file in ${files.join(" ")}; do ${command} >"$file.out${run}" 2>"$file.err${run}"; echo $? >"$file.code${run}"; done`;
  await promisify(execFile)("sh", ["-c", script], { cwd: folder });
  const read = (file: string, kind: string): string =>
    readFileSync(join(folder, `${file}.${kind}${run}`), "utf8");
  return files.map((file) => ({
    stdout: read(file, "out"),
    stderr: read(file, "err"),
    code: Number(read(file, "code")),
  }));
}
