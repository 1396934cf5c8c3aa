import { digest } from "../../../catalog/src/agency/store.js";
import { blankPages, type Corner, type FieldBox, readPages } from "../pdf/pdfjs.js";
import type { Said } from "../pdf/shell.js";
import { type Batch, batchOf } from "./batch.js";
import { mismarked, misread, type Piece, type Places, placesOf } from "./boxes.js";
import { type Fill, filled, modes, type Subject } from "./filled.js";

/** Reports what another program finds wrong with a file: nothing if it is as it was filled in. */
export type Judge = (fill: Fill) => readonly unknown[];

export interface Judges {
  /** Structure and streams. */
  readonly qpdf: Judge;
  /** The text in every box. */
  readonly poppler: Judge;
  /** The text in every box, the marks, and the fields that are still open. */
  readonly pdfjs: Judge;
}

/**
 * Every page of every file is read by all three, in one batch. One file of each mode is also read as it is, with what
 * does not belong to a page.
 */
export async function judgesOf(subject: Subject, fills: readonly Fill[]): Promise<Judges> {
  const unmarked = unmarkedFill(subject);
  const samples = samplesOf(fills);
  const [batch, { boxes, corners }] = await Promise.all([
    batchOf(subject.template, [...fills, unmarked], samples, commands),
    blankPages(subject.blank),
  ]);
  const places = placesOf(subject.template.slots, boxes);
  return {
    qpdf: qpdfJudge(batch),
    poppler: popplerJudge(batch, places, corners),
    pdfjs: await pdfjsJudge(batch, places, { printed: subject.printed, samples, unmarked }),
  };
}

const commands = {
  together: { poppler: 'pdftotext -bbox "$file" -' },
  alone: { qpdf: 'qpdf --check "$file"', poppler: 'pdftotext -bbox "$file" -' },
};

/** Has no marks but those of the blank. */
function unmarkedFill({ template }: Subject): Fill {
  const pdf = filled(template, {}, "SIGN");
  return { about: "nothing", formPath: "nothing", mode: "SIGN", values: {}, pdf, digest: digest(pdf) };
}

/** The last of each mode, which has the longest values. */
function samplesOf(fills: readonly Fill[]): readonly Fill[] {
  return modes.flatMap((mode) => fills.filter((fill) => fill.mode === mode).slice(-1));
}

function qpdfJudge(batch: Batch): Judge {
  return (fill) => {
    const checked = batch.alone("qpdf", fill);
    if (checked === undefined) return batch.complaints(fill);
    const { stdout, stderr, code } = checked;
    const sound = stdout.includes("No syntax or stream encoding errors found") && !/warning/i.test(stdout);
    const complaints =
      code === 0 && stderr === "" && sound ? [] : [`qpdf ended with ${code}`, stdout, stderr];
    return [...batch.complaints(fill), ...complaints];
  };
}

function popplerJudge(batch: Batch, places: Places, corners: readonly Corner[]): Judge {
  const { stdout, stderr, code } = batch.together.get("poppler")!;
  // Poppler says so of a page without values.
  const together = complaints({ stdout, stderr: stderr.replaceAll("no word list\n", ""), code });
  const read = popplerPages(stdout);
  return (fill) => {
    const alone = batch.alone("poppler", fill);
    return [
      ...together,
      ...misread(places, fill.values, fromCorners(pagesIn(batch, fill, read), corners)),
      ...(alone === undefined ? [] : complaints(alone)),
      ...(alone === undefined
        ? []
        : misread(places, fill.values, fromCorners(popplerPages(alone.stdout), corners))),
    ];
  };
}

/** Poppler counts from the corner of each page, fields from the origin of the coordinates. */
function fromCorners(
  pages: ReadonlyMap<number, readonly Piece[]>,
  corners: readonly Corner[],
): ReadonlyMap<number, readonly Piece[]> {
  const moved = (pieces: readonly Piece[], { left, bottom }: Corner): readonly Piece[] =>
    left === 0 && bottom === 0
      ? pieces
      : pieces.map((piece) => ({
          text: piece.text,
          left: piece.left + left,
          right: piece.right + left,
          bottom: piece.bottom + bottom,
          top: piece.top + bottom,
        }));
  return new Map([...pages].map(([page, pieces]) => [page, moved(pieces, corners[page]!)]));
}

function complaints({ stderr, code }: Said): string[] {
  return code === 0 && stderr === "" ? [] : [`pdftotext ended with ${code}`, stderr];
}

interface PdfjsSubject extends Pick<Subject, "printed"> {
  readonly samples: readonly Fill[];
  readonly unmarked: Fill;
}

async function pdfjsJudge(
  batch: Batch,
  places: Places,
  { printed, samples, unmarked }: PdfjsSubject,
): Promise<Judge> {
  const signs = printed.flatMap(({ name, role }) => (role === undefined ? [] : [name]));
  const together = await pdfjsPages(batch.values);
  const alone = new Map<string, Pages>();
  for (const { digest, pdf } of samples) alone.set(digest, await pdfjsPages(pdf));
  // What is printed on every copy is the same in every mode.
  const unmarkedTogether = pagesIn(batch, unmarked, together);
  const unmarkedAlone = await pdfjsPages(unmarked.pdf);
  const judge = ({ values, mode }: Fill, pages: Pages, blank: Pages): unknown[] => {
    const wanted = mode === "SIGN_EXTERNALLY" ? listed(signs) : "";
    const found = listed([...pages.values()].flatMap(({ open }) => open));
    return [
      ...misread(places, values, new Map([...pages].map(([page, { pieces }]) => [page, pieces]))),
      ...mismarked(places, values, strokesOf(pages), strokesOf(blank)),
      ...(found === wanted ? [] : [`open are ${found}, not ${wanted}`]),
    ];
  };
  return (fill) => {
    const own = alone.get(fill.digest);
    const faults = judge(fill, pagesIn(batch, fill, together), unmarkedTogether);
    return faults.length > 0 || own === undefined ? faults : judge(fill, own, unmarkedAlone);
  };
}

/** The pages of a file, as they were read in the batch. */
function pagesIn<T>(batch: Batch, fill: Fill, read: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
  const found = [...batch.pagesOf(fill)].map(([page, at]) => [page, read.get(at)] as const);
  return new Map(found.flatMap(([page, here]) => (here === undefined ? [] : [[page, here] as const])));
}

/** What pdf.js sees, by page. */
type Pages = ReadonlyMap<
  number,
  {
    readonly pieces: readonly Piece[];
    readonly strokes: readonly (readonly number[])[];
    readonly open: readonly string[];
  }
>;

/** No pages, where the file cannot be read. */
async function pdfjsPages(pdf: Uint8Array): Promise<Pages> {
  const pages = await readPages(pdf).catch(() => []);
  const read = pages.map(({ texts, strokes, open }) => ({
    pieces: texts.map(({ text, x, y, width, size }) => {
      return { text, left: x, right: x + width, bottom: y, top: y + size * 0.7 };
    }),
    strokes,
    // qpdf numbers the fields of the same name that come from different files.
    open: open.map((name) => name.replace(/\+\d+$/, "")),
  }));
  return new Map(read.entries());
}

function strokesOf(pages: Pages): FieldBox[] {
  return [...pages].flatMap(([page, { strokes }]) => strokes.map((rect) => ({ page, rect })));
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join();
}

/** The words of `pdftotext -bbox` by page, upwards from its foot. Their height depends on the font's own idea of it, so
 * that only the middle tells where they are. */
function popplerPages(html: string): ReadonlyMap<number, readonly Piece[]> {
  const pages: Piece[][] = [];
  let height = 0;
  for (const [, tall, left, top, right, bottom, text] of html.matchAll(pageOrWord)) {
    if (tall !== undefined) {
      pages.push([]);
      height = Number(tall);
      continue;
    }
    const middle = height - (Number(top) + Number(bottom)) / 2;
    pages.at(-1)!.push({
      text: text!.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => entities[name]),
      left: Number(left),
      right: Number(right),
      bottom: middle,
      top: middle,
    });
  }
  return new Map(pages.entries());
}

const pageOrWord =
  /<page width="[\d.]+" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const;
