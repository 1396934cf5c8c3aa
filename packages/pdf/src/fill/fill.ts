import type { Slot, Template } from "../template.js";
import { createEmbedding, type Embedding, objectsPerFont, writeFonts } from "./embed.js";
import { limitOf } from "./limits.js";
import { createLines, fitLines } from "./lines.js";
import { type Prepared, type PreparedSlot, prepare } from "./prepare.js";
import { readyHash } from "./ready-hash.js";
import { createSink, type Sink, writeBytes, writeText } from "./sink.js";
import { writeTable } from "./table.js";
import { createUnits, readUnits } from "./units.js";
import { NamedValues } from "./values.js";
import { writeValue } from "./write.js";

/**
 * PREVIEW prints no signature and no date. SIGN prints them. SIGN_EXTERNALLY leaves them as empty live fields, with
 * whatever else the person who signs writes. Everything else is flat in all three.
 */
export type FillMode = "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY";

export interface FillRequest {
  /** Text to print or a box to tick, by slot name. For PREVIEW the caller has masked the SSN or SIN already. */
  readonly values: Readonly<Record<string, string | boolean>> | NamedValues;
  readonly mode: FillMode;
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

export type FillResult = { readonly pdf: Uint8Array; readonly sha256?: string } | FillProblems;
export type FillBase64Result = FilledBase64 | FillProblems;

/** The file in parts, for callers that write it to a file or socket immediately. */
export interface FilledParts {
  /** Constant and shared: not to be written to. */
  readonly start: readonly Uint8Array[];
  readonly rest: Uint8Array;
  readonly sha256?: string;
}

/** Parts, to be sent one after the other: the caller writes them anyway, so joining them here would only copy them. */
export interface FilledBase64 {
  /** Constant and shared: not to be written to. */
  readonly start: readonly Buffer[];
  readonly rest: string;
  readonly sha256?: string;
}

/** The completed PDF, or every reason why a value cannot be printed. No PDF is parsed, nothing is kept. */
export function fill(template: Template, request: FillRequest): FillResult {
  const prepared = prepare(template);
  const problems = writeTail(template, prepared, request);
  if (problems !== undefined) return { problems };
  const pdf = Buffer.allocUnsafe(prepared.readyLength + sink.length);
  let length = 0;
  for (const part of prepared.parts) {
    pdf.set(part, length);
    length += part.length;
  }
  sink.bytes.copy(pdf, length, 0, sink.length);
  return request.digest === true ? { pdf, sha256: digest(template) } : { pdf };
}

/** The same file, its constant part shared. */
export function fillParts(template: Template, request: FillRequest): FilledParts | FillProblems {
  const prepared = prepare(template);
  const problems = writeTail(template, prepared, request);
  if (problems !== undefined) return { problems };
  const start = prepared.parts;
  const rest = Buffer.allocUnsafe(sink.length);
  sink.bytes.copy(rest, 0, 0, sink.length);
  return request.digest === true ? { start, rest, sha256: digest(template) } : { start, rest };
}

/** The same file in base64. Its constant part is encoded once per template and only copied afterwards. */
export function fillBase64(template: Template, request: FillRequest): FillBase64Result {
  const prepared = prepare(template);
  const problems = writeTail(template, prepared, request);
  if (problems !== undefined) return { problems };
  const start = prepared.base64();
  const rest = sink.bytes.toString("base64", 0, sink.length);
  return request.digest === true ? { start, rest, sha256: digest(template) } : { start, rest };
}

/** A file in two parts, such as a sealed one, in Base64. */
export function partsBase64(template: Template, { rest, sha256 }: Required<FilledParts>): FilledBase64 {
  const { buffer, byteOffset, byteLength } = rest;
  return {
    start: prepare(template).base64(),
    rest: Buffer.from(buffer, byteOffset, byteLength).toString("base64"),
    sha256,
  };
}

const sink: Sink = createSink(64 * 1024);
const units = createUnits();
const lines = createLines();

function digest(template: Template): string {
  return readyHash(template).update(sink.bytes.subarray(0, sink.length)).digest("hex");
}

/** Fills the sink with everything that follows the constant bytes. */
function writeTail(template: Template, prepared: Prepared, request: FillRequest): FillProblem[] | undefined {
  const { tail } = template;
  const external = request.mode === "SIGN_EXTERNALLY";
  const variant = external ? prepared.external : prepared.flat;
  const embedding = createEmbedding();
  const object = (number: number): void => {
    prepared.offsets[number - tail.constants - 1] = prepared.readyLength + sink.length;
  };
  sink.length = 0;
  const problems = writeValues(prepared, request, embedding, object);
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
  writeTable(sink, template, prepared, firstFont + fontCount * objectsPerFont);
  return undefined;
}

/** One content stream a page. */
function writeValues(
  prepared: Prepared,
  request: FillRequest,
  embedding: Embedding,
  object: (number: number) => void,
): FillProblem[] {
  const problems: FillProblem[] = [];
  try {
    const values = assign(prepared, request);
    for (const page of prepared.pages) {
      object(page.fill);
      writeBytes(sink, page.streamHead);
      const start = sink.length;
      for (const slot of page.slots) {
        const problem = writeSlot(slot, values[slot.index], request.mode, embedding);
        if (problem !== undefined) problems.push(problem);
      }
      patchLength(start - lengthPlace, sink.length - start);
      writeText(sink, "\nendstream\nendobj\n");
    }
  } finally {
    // Also when a value was of the wrong kind: the next request must not find this one's.
    prepared.values.fill(undefined);
  }
  return problems;
}

/** Values by slot. A name the form does not have is a mistake of the caller, not of the employee. */
function assign(prepared: Prepared, { values }: FillRequest): (string | boolean | undefined)[] {
  const assigned = prepared.values;
  if (values instanceof NamedValues) {
    const places = placesOf(prepared, values.names);
    for (let at = 0; at < places.length; at += 1)
      for (const index of places[at]!) assigned[index] = values.values[at];
  } else {
    for (const name of Object.keys(values))
      for (const index of slotsNamed(prepared, name)) assigned[index] = values[name];
  }
  return assigned;
}

function placesOf(prepared: Prepared, names: readonly string[]): readonly (readonly number[])[] {
  let places = prepared.places.get(names);
  if (places === undefined) {
    places = names.map((name) => slotsNamed(prepared, name));
    prepared.places.set(names, places);
  }
  return places;
}

function slotsNamed({ byName }: Prepared, name: string): readonly number[] {
  const indexes = byName.get(name);
  if (indexes === undefined) throw new TypeError(`The form has no field named ${name}.`);
  return indexes;
}

function writeSlot(
  prepared: PreparedSlot,
  value: string | boolean | undefined,
  mode: FillMode,
  embedding: Embedding,
): FillProblem | undefined {
  const { slot, mark, empty } = prepared;
  // The live field takes the place of the printed one.
  if (slot.role !== undefined && mode === "SIGN_EXTERNALLY") return undefined;
  if ((slot.role === "signature" || slot.role === "date") && mode === "PREVIEW") {
    // Nobody has signed a preview.
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

function patchLength(at: number, length: number): void {
  let rest = length;
  for (let digit = lengthDigits - 1; digit >= 0; digit -= 1) {
    sink.bytes[at + digit] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
