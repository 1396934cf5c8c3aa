import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Template } from "@withholding-forms/pdf";
import { fieldBoxes, type PagesRead, readPages } from "../../../pdf/src/test/pdfjs.js";
import { digest } from "../agency/store.js";
import { mismarked, misread, type Piece, type Places, placesOf } from "./boxes.js";
import { type Fill, filled, modes, type Subject } from "./filled.js";

/** Says what another program finds wrong with a file: nothing, when it is as it was filled in. */
export type Judge = (fill: Fill) => Promise<readonly unknown[]>;

/** Structure and streams. */
export async function qpdfJudge(fills: readonly Fill[]): Promise<Judge> {
  const said = await runOnAll('qpdf --check "$file"', fills);
  return async ({ digest }) => {
    const { stdout, stderr, code } = said.get(digest)!;
    const sound = stdout.includes("No syntax or stream encoding errors found") && !/warning/i.test(stdout);
    return code === 0 && stderr === "" && sound ? [] : [`qpdf ended with ${code}`, stdout, stderr];
  };
}

/** The text in every box. */
export async function popplerJudge(subject: Subject, fills: readonly Fill[]): Promise<Judge> {
  const places = placesOf(subject.template.slots, await fieldBoxes(subject.blank));
  const last = Math.max(...subject.template.slots.map((slot) => slot.page)) + 1;
  const said = await runOnAll(`pdftotext -bbox -l ${last} "$file" -`, fills);
  return async ({ digest, values }) => {
    const { stdout, stderr, code } = said.get(digest)!;
    const complaints = code === 0 && stderr === "" ? [] : [`pdftotext ended with ${code}`, stderr];
    return [...complaints, ...misread(places, values, popplerPieces(stdout))];
  };
}

/** The text in every box, the marks, and the fields that are still open. */
export async function pdfjsJudge({ blank, template, printed }: Subject): Promise<Judge> {
  const places: Places = placesOf(template.slots, await fieldBoxes(blank));
  const read = pdfjsReader(template);
  const signs = new Set(printed.flatMap(({ name, role }) => (role === undefined ? [] : [name])));
  const unmarked = new Map<string, PagesRead["strokes"]>();
  for (const mode of modes) unmarked.set(mode, (await read(filled(template, {}, mode))).strokes);
  return async ({ values, mode, pdf }) => {
    const { texts, open, strokes } = await read(pdf);
    const pieces = texts.map(({ page, text, x, y, width, size }) => {
      return { page, text, left: x, right: x + width, bottom: y, top: y + size * 0.7 };
    });
    const wanted = mode === "SIGN_EXTERNALLY" ? [...signs].sort().join() : "";
    const found = [...new Set(open)].sort().join();
    return [
      ...misread(places, values, pieces),
      ...mismarked(places, values, strokes, unmarked.get(mode) ?? []),
      ...(found === wanted ? [] : [`open are ${found}, not ${wanted}`]),
    ];
  };
}

/** Reads every file, but no page twice whose bytes are the same as in a file before. */
function pdfjsReader(template: Template): (pdf: Uint8Array) => Promise<PagesRead> {
  const known = new Map<string, Pick<PagesRead, "texts" | "strokes">>();
  return async (pdf) => {
    const keys = pageBytes(pdf, template);
    const news = new Set([...keys].flatMap(([page, key]) => (known.has(key) ? [] : [page])));
    const { open, texts, strokes } = await readPages(pdf, news);
    for (const page of news) {
      const here = (one: { readonly page: number }): boolean => one.page === page;
      known.set(keys.get(page)!, { texts: texts.filter(here), strokes: strokes.filter(here) });
    }
    const pages = [...keys.values()].map((key) => known.get(key)!);
    return {
      open,
      texts: pages.flatMap((page) => page.texts),
      strokes: pages.flatMap((page) => page.strokes),
    };
  };
}

/**
 * By page, the digest of everything it is made of that differs from file to file: its own values, and all that follows
 * the values of the last page (fonts, pages, open fields) up to the table of references, which qpdf judges. What stands
 * before the values is the same in all files of a template.
 */
function pageBytes(pdf: Uint8Array, { ready, tail }: Template): Map<number, string> {
  const file = Buffer.from(pdf);
  const end = "\nendstream endobj\n";
  const values = new Map<number, Buffer>();
  let at = ready.length;
  for (const { page, fill } of tail.pages) {
    const next = file.indexOf(end, at) + end.length;
    const bytes = file.subarray(at, next);
    if (!bytes.toString("latin1").startsWith(`${fill} 0 obj`))
      throw new Error("values are not where they are looked for");
    values.set(page, bytes);
    at = next;
  }
  const table = Number(
    file.toString("latin1", file.lastIndexOf("startxref\n") + "startxref\n".length).split("\n")[0],
  );
  const rest = file.subarray(at, table);
  return new Map([...values].map(([page, bytes]) => [page, digest(Buffer.concat([bytes, rest]))]));
}

/** The words of `pdftotext -bbox`, upwards from the foot of the page. Their height depends on the font's own idea of
 * it, so that only the middle tells where they stand. */
function popplerPieces(html: string): Piece[] {
  const pieces: Piece[] = [];
  let page = -1;
  let height = 0;
  for (const [, tall, left, top, right, bottom, text] of html.matchAll(pageOrWord)) {
    if (tall !== undefined) {
      page += 1;
      height = Number(tall);
      continue;
    }
    const middle = height - (Number(top) + Number(bottom)) / 2;
    pieces.push({
      page,
      text: text!.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => entities[name]),
      left: Number(left),
      right: Number(right),
      bottom: middle,
      top: middle,
    });
  }
  return pieces;
}

const pageOrWord =
  /<page width="[\d.]+" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const;

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** What a command says of each file, by digest. One shell runs it on all: starting processes from here takes longer. */
async function runOnAll(command: string, fills: readonly Fill[]): Promise<ReadonlyMap<string, Said>> {
  const folder = mkdtempSync(join(tmpdir(), "filled-forms-"));
  try {
    const files = new Map(fills.map((fill) => [fill.digest, fill.pdf]));
    for (const [name, pdf] of files) writeFileSync(join(folder, `${name}.pdf`), pdf);
    const script = `for file in *.pdf; do ${command} >"$file.out" 2>"$file.err"; echo $? >"$file.code"; done`;
    await promisify(execFile)("sh", ["-c", script], { cwd: folder });
    const read = (name: string, kind: string): string =>
      readFileSync(join(folder, `${name}.pdf.${kind}`), "utf8");
    return new Map(
      [...files.keys()].map((name) => [
        name,
        { stdout: read(name, "out"), stderr: read(name, "err"), code: Number(read(name, "code")) },
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
