import { plainRows, rowLength, tableEntries } from "../references.js";
import type { Template } from "../template.js";

/** A file with the objects of a seal and a gap for its signature. */
export interface SealLayout {
  readonly pdf: Buffer;
  /** Of the `<` before the signature and after the `>` behind it. */
  readonly open: number;
  readonly close: number;
}

/**
 * Appends a signature to a file in mode SIGN, as signatures are, with a gap of `reserved` bytes that everything else is
 * signed around. No PDF is parsed except the few lines at the end that `fill` wrote.
 */
export function layoutSeal(template: Template, filled: Buffer, time: Date, reserved: number): SealLayout {
  const file = readEnd(template, filled);
  const seal = file.size;
  const from = filled.length;
  const offsets = new Map<number, number>();
  let text = "";
  // While the text grows, the gap is only counted.
  let gap = 0;
  const append = (number: number, body: string): void => {
    offsets.set(number, from + text.length + gap);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  };
  const [head, tail] = signatureDictionary(time);
  offsets.set(seal, from);
  text = `${seal} 0 obj\n${head}`;
  const open = text.length;
  gap = reserved * 2 + 2;
  text += `${tail}\nendobj\n`;
  append(seal + 1, widget(seal, file.page.number));
  append(file.page.number, withAnnotation(file.page.body, seal + 1));
  append(file.root.number, withSignature(file.root.body, seal));
  text += references(file, offsets, from + text.length + gap);
  const hole = `<${"0".repeat(reserved * 2)}>`;
  const added = Buffer.from(text.slice(0, open) + hole + text.slice(open), "latin1");
  const start = from + open;
  const layout = { pdf: Buffer.concat([filled, added]), open: start, close: start + gap };
  writeRange(layout);
  return layout;
}

interface End {
  readonly startxref: number;
  readonly size: number;
  /** `/Root`, `/Info` and `/ID` as they are. */
  readonly entries: string;
  readonly root: PlainObject;
  readonly page: PlainObject;
}

interface PlainObject {
  readonly number: number;
  readonly body: string;
}

function readEnd({ tail }: Template, bytes: Buffer): End {
  const end = /startxref\n(\d+)\n%%EOF\n$/.exec(bytes.toString("latin1", Math.max(0, bytes.length - 40)));
  const startxref = Number(end?.[1] ?? Number.NaN);
  const head = /^\d+ 0 obj\n<<(.*?)\/Size (\d+)(\/Root (\d+) 0 R.*?)\/Length (\d+)>>stream\n/s.exec(
    bytes.toString("latin1", startxref, startxref + 400),
  );
  if (head === null || head[1] !== tableEntries || Number(head[4]) !== tail.root.number)
    throw new Error("Only a file completed by this service can be sealed.");
  const size = Number(head[2]);
  // Rows of the objects of a request are not packed and come last, before a checksum of four bytes.
  const rowsEnd = startxref + head[0].length + Number(head[5]) - 4;
  const first = tail.constants + 1;
  const rows = Buffer.from(
    plainRows(bytes.subarray(rowsEnd - (size - first) * rowLength, rowsEnd), tail.lastRow),
  );
  const object = (number: number): PlainObject => {
    const start = rows.readUIntBE((number - first) * 5 + 1, 3);
    const text = bytes.toString("latin1", start, bytes.indexOf("\nendobj\n", start, "latin1"));
    return { number, body: text.slice(`${number} 0 obj\n`.length) };
  };
  const root = object(tail.root.number);
  if (root.body.includes("/AcroForm")) throw new Error("A file with open fields cannot be sealed.");
  return { startxref, size, entries: head[3]!, root, page: object(tail.pages[0]!.number) };
}

/** Digits of the numbers in the byte range, which is known only after everything else is written. */
const rangeWidth = 9;
export const rangeStart = "/ByteRange[0";

/**
 * Before and after the signature. The time of signing is here and nowhere else. It is the instant of the stamp on the
 * form. DocMDP 1 tells readers that nothing may be added afterwards (ISO 32000, 12.8.2.2).
 */
function signatureDictionary(time: Date): readonly [string, string] {
  const stamp = time.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  const range = " ".repeat(3 * rangeWidth);
  return [
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:${stamp}Z)` +
      "/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]" +
      `${rangeStart}${range}]/Contents`,
    ">>",
  ];
}

/** Invisible: PDF/A and PDF/UA demand neither an appearance nor a tag for a field without an area at the edge of the page. */
function widget(seal: number, page: number): string {
  return (
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(seal)/TU(Digital seal)/V ${seal} 0 R` +
    `/F 132/Rect[0 0 0 0]/P ${page} 0 R>>`
  );
}

function withAnnotation(page: string, annotation: number): string {
  const reference = `${annotation} 0 R]`;
  const array = /\/Annots ?\[[^\]]*\]/.exec(page);
  // The order of the tab key follows the structure, as PDF/UA demands of every page with an annotation.
  const tabs = page.includes("/Tabs") ? "" : "/Tabs/S";
  if (array === null) return `${page.slice(0, -2)}/Annots[${reference}${tabs}>>`;
  const annotated = page.replace(array[0], () => `${array[0].slice(0, -1)} ${reference}`);
  return `${annotated.slice(0, -2)}${tabs}>>`;
}

function withSignature(root: string, seal: number): string {
  return `${root.slice(0, -2)}/AcroForm<</SigFlags 3/Fields[${seal + 1} 0 R]>>/Perms<</DocMDP ${seal} 0 R>>>>`;
}

function references(file: End, offsets: ReadonlyMap<number, number>, start: number): string {
  const number = file.size + 2;
  const rows = [...offsets, [number, start] as const].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(rows.length * 5);
  rows.forEach(([, offset], index) => {
    table.writeUInt8(1, index * 5);
    table.writeUIntBE(offset, index * 5 + 1, 3);
  });
  const index = rows.map(([row]) => `${row} 1`).join(" ");
  return (
    `${number} 0 obj\n<</Type/XRef/W[1 3 1]/Size ${number + 1}/Index[${index}]${file.entries}` +
    `/Prev ${file.startxref}/Length ${table.length}>>stream\n` +
    `${table.toString("latin1")}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`
  );
}

function writeRange({ pdf, open, close }: SealLayout): void {
  const range = [open, close, pdf.length - close].map((value) => ` ${value}`.padEnd(rangeWidth)).join("");
  pdf.write(range, pdf.lastIndexOf(rangeStart, open, "latin1") + rangeStart.length, "latin1");
}
