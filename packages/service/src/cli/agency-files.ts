import {
  type Artifact,
  artifactPath,
  type BoundForm,
  listOfficial,
  OfficialProblem,
  openArtifact,
  readOfficial,
  requireBoundFile,
  requireCurrent,
  writeOfficial,
} from "@withholding-forms/catalog";
import { officialFolder } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { download } from "./download.js";
import { type Ending, endWith } from "./exit-codes.js";
import { reasonOf } from "./files.js";
import { print, printError } from "./print.js";
import { maxBytes, readAgencyFile } from "./read-agency-file.js";
import { DownloadError } from "./request-agency.js";

export interface OfficialOptions {
  readonly json: boolean;
}

export interface FetchOptions extends OfficialOptions {
  readonly from?: string;
  readonly timeout: number;
  readonly allowPrivate: boolean;
}

export async function addFile(
  formId: string,
  version: string,
  file: string,
  options: OfficialOptions,
): Promise<void> {
  const entry = requireBound(readContent(), formId, version);
  await report([entry], options, () => take(entry, readAgencyFile(file)));
}

export async function fetchFiles(
  formId: string | undefined,
  version: string | undefined,
  { from, timeout, allowPrivate, ...options }: FetchOptions,
): Promise<void> {
  const content = readContent();
  const folder = officialFolder(readConfig(process.env));
  if (from !== undefined && version === undefined)
    throw new OperatorError("--from is the URL of one file. Also specify formId and version.");
  const bound = content.forms.filter(({ entry }) => entry.official !== undefined);
  const wanted =
    formId === undefined
      ? bound.filter((one) => !isUsable(one, folder))
      : version === undefined
        ? bound.filter(({ entry }) => entry.id === formId)
        : [requireBound(content, formId, version)];
  if (wanted.length === 0 && formId !== undefined) requireBound(content, formId, undefined);
  if (wanted.length === 0 && !options.json) print("All agency files are here.");
  await report(wanted, options, async (bound) => {
    const { id, version: number, official } = bound.entry;
    const address = from ?? official?.address ?? "";
    let file: Uint8Array;
    try {
      file = await download(address, { seconds: timeout, maxBytes, allowPrivate });
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      const otherwise = `Get the file another way and run: withholding-forms official add ${id} ${number} <file>`;
      throw new OfficialProblem(
        "unreachable",
        `${address} cannot be downloaded: ${error.message}. ${otherwise}`,
      );
    }
    return take(bound, file);
  });
}

/** Everything stored is read, checked against the content, and made again from the agency's file. */
export async function verifyFiles(options: OfficialOptions): Promise<void> {
  const content = readContent();
  const folder = officialFolder(readConfig(process.env));
  const stored = listOfficial(folder);
  const bound = content.forms.filter(({ entry }) => entry.official !== undefined);
  await report(bound, options, async (one) => {
    const { id: formId, version, official } = one.entry;
    if (!isStored(one, folder))
      return { state: "missing", message: `missing; published at ${official?.address}` };
    const found = readOfficial(folder, { formId, version });
    const { verifyOfficial } = await import("@withholding-forms/catalog/agency");
    await verifyOfficial(boundForm(one), found);
    return { state: "sound", message: `added on ${found.record.added.slice(0, 10)}, OK` };
  });
  if (options.json) return;
  for (const { formId, version } of stored) {
    if (!bound.some(({ entry }) => entry.id === formId && entry.version === version))
      print(`${formId} ${version}: stored but not used: no form is bound to it`);
  }
}

export type Entry = Artifact["forms"][number];

interface Outcome {
  readonly state: "added" | "sound" | "missing";
  readonly message: string;
}

/** Stores the file in the data folder, after checking that it is the bound file. */
export async function take(one: Entry, file: Uint8Array): Promise<Outcome> {
  const form = boundForm(one);
  // The PDF parser is loaded only for the right file.
  requireBoundFile(form, file);
  const { makeOfficial } = await import("@withholding-forms/catalog/agency");
  const files = await makeOfficial(form, file);
  const { id: formId, version, official } = form;
  try {
    writeOfficial(officialFolder(readConfig(process.env)), { formId, version }, official, files, new Date());
  } catch (error) {
    throw new OperatorError(`DATA_DIR cannot be written: ${reasonOf(error)}.`);
  }
  const { printed, unused, wording } = official;
  const counts = `${printed.length} fields filled, ${unused.length} left blank, ${wording.length} text passages`;
  return { state: "added", message: `added; ${counts}. Restart the service to use it` };
}

/** One line per form; the first failure decides how the command ends. */
async function report(
  entries: readonly Entry[],
  { json }: OfficialOptions,
  work: (entry: Entry) => Promise<Outcome>,
): Promise<void> {
  const results: object[] = [];
  let ending: Ending | undefined;
  for (const one of entries) {
    const { id: formId, version, official } = one.entry;
    const name = { formId, version, revision: official?.revision };
    try {
      const { state, message } = await work(one);
      results.push({ ...name, state });
      if (!json) print(`${formId} ${version} (${official?.revision}): ${message}`);
    } catch (error) {
      if (!(error instanceof OfficialProblem)) throw error;
      ending ??= endings[error.kind];
      results.push({ ...name, state: error.kind, message: error.message });
      if (!json) printError(`withholding-forms: ${error.message}`);
    }
  }
  if (json) print(JSON.stringify(results));
  if (ending !== undefined) endWith(ending);
}

const endings: Readonly<Record<OfficialProblem["kind"], Ending>> = {
  unreachable: "FAILED",
  "other-file": "REFUSED",
  misfit: "REFUSED",
  stored: "REFUSED",
};

export function readContent(): Artifact {
  try {
    return openArtifact(artifactPath);
  } catch (error) {
    throw new OperatorError(
      `The compiled content ${artifactPath} cannot be read: ${(error as Error).message}`,
    );
  }
}

function requireBound({ forms }: Artifact, formId: string, version: string | undefined): Entry {
  const own = forms.filter(({ entry }) => entry.id === formId);
  if (own.length === 0) throw new OperatorError(`There is no form ${JSON.stringify(formId)}.`);
  const found = own.find(({ entry }) => entry.official !== undefined && entry.version === version);
  if (found !== undefined) return found;
  const bound = own.flatMap(({ entry }) => (entry.official === undefined ? [] : [entry.version]));
  throw new OperatorError(
    bound.length === 0
      ? `${formId} is not bound to an agency file.`
      : `${formId} has no version ${JSON.stringify(version)} that is bound to an agency file. Bound versions: ${bound.join(", ")}.`,
  );
}

function boundForm(one: Entry): BoundForm {
  const { form } = one.open();
  if (form.official === undefined) throw new OperatorError(`${form.id} is not bound to an agency file.`);
  return { ...form, official: form.official };
}

function isStored({ entry }: Entry, folder: string): boolean {
  return listOfficial(folder).some(({ formId, version }) => entry.id === formId && entry.version === version);
}

/** Stored, complete, and created for the current content. */
export function isUsable(one: Entry, folder: string): boolean {
  if (!isStored(one, folder)) return false;
  const { official, id: formId, version } = boundForm(one);
  try {
    requireCurrent(official, readOfficial(folder, { formId, version }));
    return true;
  } catch (error) {
    if (!(error instanceof OfficialProblem)) throw error;
    return false;
  }
}
