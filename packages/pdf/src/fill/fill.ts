import type { Slot, Template } from "../template.js";
import { createEmbedding, type Embedding, objectsPerFont, writeFonts } from "./embed.js";
import { limitOf } from "./limits.js";
import { createLines, fitLines, type Lines } from "./lines.js";
import { type Prepared, type PreparedSlot, prepare } from "./prepare.js";
import { readyHash } from "./ready-hash.js";
import { readyLength, readyParts } from "./ready-parts.js";
import { createSink, type Sink, writeBytes, writeText } from "./sink.js";
import { specimenMark } from "./specimen.js";
import { writeTable } from "./table.js";
import { createUnits, readUnits, type Units } from "./units.js";
import { writeValue } from "./write.js";

/**
 * PREVIEW prints no signature and no date. SIGN prints them. SIGN_EXTERNALLY leaves them as empty live fields, with
 * whatever else the person who signs writes. Everything else is flat in all three.
 */
export type FillMode = "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY";

export type PrintedValues = Readonly<Record<string, string | boolean>>;

export interface FillRequest {
  /** Text to print or a box to tick, by slot name. For PREVIEW the caller has masked the SSN or SIN already. */
  readonly values: PrintedValues;
  readonly mode: FillMode;
  /** Write SPECIMEN across the pages. */
  readonly specimen?: boolean;
  /** Also return the SHA-256 of the file. */
  readonly digest?: boolean;
}

export interface FillProblem {
  readonly field: string;
  readonly code: "TOO_LONG" | "CHARACTER";
  /** Letters of this value that would have fitted. */
  readonly limit?: number;
  /** The first character that cannot be printed. */
  readonly character?: string;
}

export interface FillProblems {
  readonly problems: readonly FillProblem[];
}

export interface FilledFile {
  readonly pdf: Buffer;
  readonly sha256?: string;
}

export type FillResult = FilledFile | FillProblems;

/** The completed PDF, or every reason why a value cannot be printed. No PDF is parsed, nothing is kept. */
export function fill(template: Template, request: FillRequest): FillResult {
  const file: OpenFile = {
    sink: createSink(readyParts(template), usualRoom),
    units: createUnits(),
    lines: createLines(),
    embedding: createEmbedding(),
    offsets: [],
  };
  const problems = writeFile(file, template, request);
  if (problems.length > 0) return { problems };
  const pdf = file.sink.bytes.subarray(0, file.sink.length);
  if (request.digest !== true) return { pdf };
  return {
    pdf,
    sha256: readyHash(template)
      .update(pdf.subarray(readyLength(template)))
      .digest("hex"),
  };
}

/** Bytes that most files need after the constant ones. */
const usualRoom = 32 * 1024;

/** State of a file that is being written. */
interface OpenFile {
  readonly sink: Sink;
  readonly units: Units;
  readonly lines: Lines;
  readonly embedding: Embedding;
  /** Where each object after the constant ones starts. */
  readonly offsets: number[];
}

/** Writes everything that follows the constant bytes. */
function writeFile(file: OpenFile, template: Template, request: FillRequest): FillProblem[] {
  const { sink, embedding, offsets } = file;
  const { tail } = template;
  const prepared = prepare(template);
  const external = request.mode === "SIGN_EXTERNALLY";
  const variant = external ? prepared.external : prepared.flat;
  const object = (number: number): void => {
    offsets[number - tail.constants - 1] = sink.length;
  };
  const problems = writeValues(file, template, prepared, request, object);
  if (problems.length > 0) return problems;

  const firstFont = tail.next + (external ? tail.external.length : 0);
  const resources = writeFonts(sink, embedding, firstFont, object);
  const fontCount = embedding.subsets.filter((subset) => subset !== undefined).length;
  prepared.pages.forEach((page, index) => {
    object(page.number);
    const [head, rest] = variant.pages[index]!;
    writeBytes(sink, head);
    if (resources !== "") writeText(sink, resources);
    writeBytes(sink, rest);
  });
  for (const { number, bytes } of variant.objects) {
    object(number);
    writeBytes(sink, bytes);
  }
  writeTable(sink, template, prepared.trailer, offsets, firstFont + fontCount * objectsPerFont);
  return [];
}

/** One content stream a page. */
function writeValues(
  file: OpenFile,
  { pages }: Template,
  prepared: Prepared,
  { values, mode, specimen }: FillRequest,
  object: (number: number) => void,
): FillProblem[] {
  const { sink } = file;
  const problems: FillProblem[] = [];
  const assigned = assign(prepared, values);
  for (const page of prepared.pages) {
    object(page.fill);
    writeBytes(sink, page.streamHead);
    const start = sink.length;
    for (const slot of page.slots) {
      const problem = writeSlot(file, slot, assigned[slot.index], mode);
      if (problem !== undefined) problems.push(problem);
    }
    const size = pages[page.page];
    if (specimen === true && size !== undefined) writeText(sink, specimenMark(size));
    patchLength(sink, start - lengthPlace, sink.length - start);
    writeText(sink, "\nendstream\nendobj\n");
  }
  return problems;
}

/** Values by slot. An unknown name is a programming error, not the employee's. */
function assign({ byName }: Prepared, values: PrintedValues): (string | boolean | undefined)[] {
  const assigned: (string | boolean | undefined)[] = [];
  for (const [name, value] of Object.entries(values)) {
    const indexes = byName.get(name);
    if (indexes === undefined) throw new TypeError(`The form has no field named ${name}.`);
    for (const index of indexes) assigned[index] = value;
  }
  return assigned;
}

function writeSlot(
  { sink, units, lines, embedding }: OpenFile,
  prepared: PreparedSlot,
  value: string | boolean | undefined,
  mode: FillMode,
): FillProblem | undefined {
  const { slot, mark, empty } = prepared;
  // The live field takes the place of the printed one.
  if (slot.role !== undefined && mode === "SIGN_EXTERNALLY") return undefined;
  if ((slot.role === "signature" || slot.role === "date") && mode === "PREVIEW") {
    // A preview is not signed.
    writeBytes(sink, empty);
    return undefined;
  }
  if (slot.kind === "check") {
    if (typeof value === "string")
      throw new TypeError(`The field ${slot.name} is a check box and takes no text.`);
    writeBytes(sink, value === true ? mark : empty);
    return undefined;
  }
  if (typeof value === "boolean") throw new TypeError(`The field ${slot.name} takes text.`);
  if (value === undefined || value === "") {
    writeBytes(sink, empty);
    return undefined;
  }
  if (value.length > prepared.longest) return { field: slot.name, code: "TOO_LONG", limit: limitOf(slot) };
  const unknown = readUnits(units, value, takesLines(slot), embedding);
  if (unknown !== undefined) return { field: slot.name, code: "CHARACTER", character: unknown };
  const limit = fitLines(lines, units, slot);
  if (limit !== 0) return { field: slot.name, code: "TOO_LONG", limit };
  if (units.count === 0) writeBytes(sink, empty);
  else writeValue(sink, prepared, value, units, lines);
  return undefined;
}

/** The stamp of a signature has a line for the name and one for the time. */
function takesLines(slot: Slot): boolean {
  return slot.kind === "multiline" || slot.role === "signature";
}

/** Digits reserved for a stream's length before it is known, and the text after them. */
const lengthDigits = 6;
const lengthPlace = lengthDigits + ">>stream\n".length;

function patchLength(sink: Sink, at: number, length: number): void {
  let rest = length;
  for (let digit = lengthDigits - 1; digit >= 0; digit -= 1) {
    sink.bytes[at + digit] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
