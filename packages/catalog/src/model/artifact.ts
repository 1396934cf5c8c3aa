import { createHash } from "node:crypto";
import { openSync, readSync } from "node:fs";
import type { CodedNotice, Language, VerificationLevels } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import { withOpening, withoutOpening } from "@withholding-forms/pdf";
import type { CompiledOfficial } from "./binding.js";
import type { CompiledForm, CompiledSets, PublishedParameters } from "./form.js";
import type { Identity } from "./identity.js";
import type { CompiledJurisdiction } from "./jurisdiction.js";
import type { Dictionary, ParameterEntry } from "./parameter-entry.js";
import type { Publication } from "./publication.js";
import type { CompiledRegister, RegisterColumns } from "./register.js";

/** The shared content files, as compiled: the fields of employee and employer, the federal values, and the notices. */
export interface SharedContent {
  readonly identity: Identity;
  readonly federalValues: Readonly<Record<string, FederalValue>>;
  /** The codes of notices. */
  readonly notices: Readonly<Record<string, NoticeKind>>;
}

export interface NoticeKind extends Pick<CodedNotice, "audience" | "action" | "due" | "blocksPayroll"> {
  readonly meaning: Readonly<Record<Language, string>>;
  /** The `notice` of the specification leaves it out. */
  readonly quiet: boolean;
}

export interface FederalValue {
  readonly type: "text" | "boolean" | "number";
  readonly words?: Readonly<Record<string, string>>;
  /** Of a number. */
  readonly pattern?: string;
  /** Values that mean "no number". */
  readonly notGiven?: readonly string[];
  readonly message: Readonly<Record<Language, string>>;
}

/** Everything about one form version that is not needed to start: read when the form is first requested. */
export interface FormBlobs {
  readonly form: CompiledForm;
  readonly sets: CompiledSets;
  readonly taxParameters: PublishedParameters;
  readonly blank: Uint8Array;
  readonly template: Uint8Array;
}

const copied = [
  "id",
  "version",
  "name",
  "title",
  "formType",
  "locality",
  "country",
  "language",
  "effective",
  "retired",
  "federalValues",
  "published",
  "agencyAddress",
  "givenByFlows",
  "lifeCycle",
] as const satisfies readonly (keyof CompiledForm)[];

/** Enough to index and summarize a form without reading its parts. */
export type FormEntry = Pick<CompiledForm, (typeof copied)[number]> & {
  readonly verification: VerificationLevels;
  /** Of a form that is for one year. */
  readonly taxYear?: number;
  /** Codes of its notices. */
  readonly notices: readonly string[];
  /** Where the agency's own file can be bound. */
  readonly official?: Pick<CompiledOfficial, "address" | "sha256" | "revision" | "editionOf">;
  /** The register that the form uses if the operator supplies it. */
  readonly register?: RegisterColumns;
  /** Short digest of the agency's file that is in use; absent while the blank is drawn by us. */
  readonly edition?: string;
  /** The operator does not allow signing our own drawing of it. */
  readonly agencyFileRequired?: true;
};

export interface Artifact {
  readonly digest: string;
  readonly shared: SharedContent;
  readonly jurisdictions: readonly CompiledJurisdiction[];
  /** Oldest first. */
  readonly publications: readonly Publication[];
  readonly forms: readonly { readonly entry: FormEntry; readonly open: () => OpenForm }[];
  /** Every parameter of every form, read when needed. */
  readonly parameters: (language: Language) => readonly ParameterEntry[];
}

export interface OpenForm {
  readonly form: CompiledForm;
  readonly sets: (language: Language) => CompiledSets["en"];
  /** Read each time: the service caches what it makes of them. */
  readonly taxParameters: (language: Language) => PublishedParameters["en"];
  readonly blank: () => Uint8Array;
  readonly template: () => Uint8Array;
}

const magic = "WFC5";
const headLength = 8;

interface Index {
  readonly digest: string;
  readonly shared: SharedContent;
  readonly jurisdictions: readonly CompiledJurisdiction[];
  readonly publications: readonly Publication[];
  /** Offset and length behind the index, as of each part of a form. */
  readonly parameters: Readonly<Record<Language, readonly [number, number]>>;
  readonly forms: readonly {
    readonly entry: FormEntry;
    readonly parts: Readonly<Record<Part, readonly [number, number]>>;
  }[];
}
type Part = "form" | Language | `taxParameters.${Language}` | "blank" | "template";

/** One file: a magic word, the length of the index, the index as JSON, and the parts of the forms one after another. */
export function writeArtifact(
  shared: SharedContent,
  jurisdictions: readonly CompiledJurisdiction[],
  forms: readonly FormBlobs[],
  parameters: Dictionary = { en: [], es: [], fr: [] },
  publications: readonly Publication[] = [],
): Uint8Array {
  const parts: Uint8Array[] = [];
  let offset = 0;
  const put = (bytes: Uint8Array): [number, number] => {
    parts.push(bytes);
    const place: [number, number] = [offset, bytes.length];
    offset += bytes.length;
    return place;
  };
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  const index: Omit<Index, "digest"> = {
    shared,
    jurisdictions,
    publications,
    parameters: {
      en: put(json(parameters.en)),
      es: put(json(parameters.es)),
      fr: put(json(parameters.fr)),
    },
    forms: forms.map(({ form, sets, taxParameters, blank, template }) => ({
      entry: entryOf(form),
      parts: {
        form: put(json(form)),
        en: put(json(sets.en)),
        es: put(json(sets.es)),
        fr: put(json(sets.fr)),
        "taxParameters.en": put(json(taxParameters.en)),
        "taxParameters.es": put(json(taxParameters.es)),
        "taxParameters.fr": put(json(taxParameters.fr)),
        // All blanks start with the same fonts, which are not stored with each of them.
        blank: put(withoutOpening(blank)),
        template: put(template),
      },
    })),
  };
  // Written once here, so that no start has to read the whole file for it.
  const hash = createHash("sha256").update(json(index));
  for (const part of parts) hash.update(part);
  const head = json({ digest: hash.digest("hex").slice(0, 16), ...index });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([Buffer.from(magic), length, head, ...parts]);
}

export function readArtifact(bytes: Uint8Array): Artifact {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return artifactOf((offset, length) => buffer.subarray(offset, offset + length));
}

/**
 * Reads only the index. A part is read when its form is first used, so that start and memory do not grow with the number of
 * versions. The file stays open: a build that replaces it does not disturb a running service.
 */
export function openArtifact(path: string): Artifact {
  const file = openSync(path, "r");
  return artifactOf((offset, length) => {
    const bytes = Buffer.allocUnsafeSlow(length);
    const read = readSync(file, bytes, 0, length, offset);
    return bytes.subarray(0, read);
  });
}

function artifactOf(read: (offset: number, length: number) => Buffer): Artifact {
  const head = read(0, headLength);
  if (head.length < headLength || head.toString("latin1", 0, 4) !== magic)
    throw new Error("the compiled content is not of this version: run `npm run build`");
  const start = headLength + head.readUInt32LE(4);
  const index = JSON.parse(read(headLength, start - headLength).toString("utf8")) as Index;
  const partAt = ([offset, length]: readonly [number, number]): Buffer => {
    const bytes = read(start + offset, length);
    if (bytes.length < length) throw new Error("the compiled content is incomplete: run `npm run build`");
    return bytes;
  };
  return {
    digest: index.digest,
    shared: index.shared,
    jurisdictions: index.jurisdictions,
    publications: index.publications,
    parameters: (language) =>
      JSON.parse(partAt(index.parameters[language]).toString("utf8")) as ParameterEntry[],
    forms: index.forms.map(({ entry, parts }) => {
      const part = (name: Part): Buffer => partAt(parts[name]);
      return {
        entry,
        open: (): OpenForm => ({
          form: JSON.parse(part("form").toString("utf8")) as CompiledForm,
          sets: (language) => JSON.parse(part(language).toString("utf8")) as CompiledSets["en"],
          taxParameters: (language) =>
            JSON.parse(part(`taxParameters.${language}`).toString("utf8")) as PublishedParameters["en"],
          blank: () => withOpening(part("blank")),
          template: () => part("template"),
        }),
      };
    }),
  };
}

function entryOf(form: CompiledForm): FormEntry {
  const { verification, validity, official, register } = form;
  return defined({
    ...(Object.fromEntries(copied.map((name) => [name, form[name]])) as Pick<
      CompiledForm,
      (typeof copied)[number]
    >),
    verification: { face: verification.face, rules: verification.rules },
    taxYear: validity.taxYear,
    notices: [...new Set(form.notices.map(({ code }) => code))],
    official: official === undefined ? undefined : officialEntry(official),
    register: register === undefined ? undefined : registerEntry(register),
  });
}

function officialEntry({
  address,
  sha256,
  revision,
  editionOf,
}: CompiledOfficial): NonNullable<FormEntry["official"]> {
  return defined({ address, sha256, revision, editionOf });
}

function registerEntry({ name, key, group, columns }: CompiledRegister): RegisterColumns {
  return { name, key, group, columns };
}
