import { createHash, randomBytes } from "node:crypto";
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { decodeTemplate } from "@withholding-forms/pdf";
import type { CompiledOfficial, OfficialWords } from "../model/binding.js";
import { OfficialProblem } from "./problem.js";

/** What is kept of a bound file, in `<folder>/<formId>/<version>/`. */
export interface OfficialFiles {
  /** As the agency published it. */
  readonly agency: Uint8Array;
  readonly blank: Uint8Array;
  readonly template: Uint8Array;
  readonly words: OfficialWords;
}

export interface StoredOfficial extends OfficialFiles {
  readonly record: OfficialRecord;
}

export interface OfficialRecord {
  readonly format: 1;
  readonly formId: string;
  readonly formVersion: string;
  readonly revision: string;
  /** Digest of the binding that the files were made with. */
  readonly binding: string;
  readonly added: string;
  /** SHA-256 by file name. */
  readonly files: Readonly<Record<string, string>>;
}

export interface FormName {
  readonly formId: string;
  readonly version: string;
}

/** The form versions that something is stored for, in order. */
export function listOfficial(folder: string): FormName[] {
  const below = (path: string): string[] =>
    entriesOf(path)
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort();
  return below(folder).flatMap((formId) =>
    below(join(folder, formId)).map((version) => ({ formId, version })),
  );
}

function entriesOf(path: string): Dirent[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OfficialProblem("stored", `The agency files folder ${path} cannot be read (${code}).`, error);
  }
}

/** Atomic: files are written to a temporary folder and moved into place. */
export function writeOfficial(
  folder: string,
  { formId, version }: FormName,
  official: CompiledOfficial,
  files: OfficialFiles,
  added: Date,
): void {
  const contents = contentsOf(files);
  const record: OfficialRecord = {
    format: 1,
    formId,
    formVersion: version,
    revision: official.revision,
    binding: bindingDigest(official),
    added: added.toISOString(),
    files: Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, digest(bytes)])),
  };
  const place = join(folder, formId, version);
  const aside = join(folder, `.new-${randomBytes(6).toString("hex")}`);
  const before = join(folder, `.old-${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(aside, { recursive: true });
    for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(aside, name), bytes, onto);
    writeFileSync(join(aside, recordName), `${JSON.stringify(record, undefined, 2)}\n`, onto);
    mkdirSync(dirname(place), { recursive: true });
    if (existsSync(place)) renameSync(place, before);
    renameSync(aside, place);
  } finally {
    for (const left of [aside, before]) rmSync(left, { recursive: true, force: true });
  }
}

/** Reads what is stored and checks every byte of it. */
export function readOfficial(folder: string, { formId, version }: FormName): StoredOfficial {
  const place = join(folder, formId, version);
  const damaged = (what: string, cause?: unknown): OfficialProblem =>
    new OfficialProblem(
      "stored",
      `The agency file of ${formId} ${version} in ${place} is damaged (${what}). ${remedy(formId, version)}`,
      cause,
    );
  const record = readRecord(place, damaged);
  const read = (name: string): Uint8Array => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(place, name));
    } catch (error) {
      throw damaged(`${name} cannot be read`, error);
    }
    if (digest(bytes) !== record.files[name]) throw damaged(`${name} was changed`);
    return bytes;
  };
  return {
    record,
    agency: read("agency.pdf"),
    blank: read("blank.pdf"),
    template: read("template.bin"),
    words: JSON.parse(Buffer.from(read("words.json")).toString("utf8")) as OfficialWords,
  };
}

/** The files must have been made with the binding that the content has now, and with the fonts of this software. */
export function requireCurrent(official: CompiledOfficial, { record, template }: StoredOfficial): void {
  const { formId, formVersion } = record;
  if (record.binding !== bindingDigest(official))
    throw outdated(formId, formVersion, "the content binds it differently now");
  try {
    decodeTemplate(template);
  } catch (error) {
    throw outdated(formId, formVersion, "it was stored by another version of this software", error);
  }
}

/** What was stored by another version of this software, or for other content. */
export function outdated(formId: string, version: string, why: string, cause?: unknown): OfficialProblem {
  return new OfficialProblem(
    "stored",
    `The agency file of ${formId} ${version} must be added again: ${why}. ${remedy(formId, version)}`,
    cause,
  );
}

/** The names and contents of the files, without the record. */
export function contentsOf({ agency, blank, template, words }: OfficialFiles): Record<string, Uint8Array> {
  return {
    "agency.pdf": agency,
    "blank.pdf": blank,
    "template.bin": template,
    "words.json": Buffer.from(`${JSON.stringify(words, undefined, 2)}\n`),
  };
}

export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function bindingDigest(official: CompiledOfficial): string {
  return digest(Buffer.from(JSON.stringify(official)));
}

function remedy(formId: string, version: string): string {
  return `Run: withholding-forms official add ${formId} ${version} <file>, or remove that folder.`;
}

const recordName = "record.json";
/** A new file, on the disk before it is moved into place. */
const onto = { flag: "wx", flush: true };

function readRecord(
  place: string,
  damaged: (what: string, cause?: unknown) => OfficialProblem,
): OfficialRecord {
  let record: OfficialRecord;
  try {
    record = JSON.parse(readFileSync(join(place, recordName), "utf8")) as OfficialRecord;
  } catch (error) {
    throw damaged(`${recordName} cannot be read`, error);
  }
  if (record.format !== 1 || typeof record.files !== "object")
    throw damaged(`${recordName} is of another kind`);
  return record;
}
