import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AdoptChoices, AdoptedForm } from "@withholding-forms/authoring";
import {
  type Artifact,
  byVersion,
  digest,
  listOfficial,
  readConfirmed,
  readOfficial,
} from "@withholding-forms/catalog";
import { defined } from "@withholding-forms/interview";
import { officialFolder } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { isUsable, type OfficialOptions, readContent, take } from "./agency-files.js";
import { endWith } from "./exit-codes.js";
import { loadAuthoring, openedContent } from "./load-authoring.js";
import { Memory, type PoliteOptions, politeChecker, watchedAddresses, writeBelow } from "./official-watch.js";
import { print } from "./print.js";
import { readAgencyFile } from "./read-agency-file.js";
import type { Seen } from "./watch/check-address.js";

export interface AdoptOptions extends OfficialOptions, PoliteOptions {
  readonly addresses?: string;
  readonly file?: string;
  readonly content?: string;
}

/** A server is not asked again for a file that was downloaded within this time. */
const freshMs = 24 * 3_600_000;

/**
 * Downloads the agencies' files, compares each with the content, stores those that forms are bound to, and writes one report.
 * The report is written after each form, and each file is written whole: a run that was stopped is continued by the next one.
 */
export async function adopt(formIds: readonly string[], options: AdoptOptions): Promise<void> {
  const { adoptFile, contentOf, formOf, queuePage } = await loadAuthoring();
  const folder = adoptFolder();
  const memory = new Memory<AdoptedForm>(folder, "adopt");
  const now = new Date();
  const artifact = readContent();
  const wanted = wantedFiles(artifact, formIds, options);
  const { compiled } = await openedContent(options.content);
  const names = new Set(compiled.forms.map(({ form }) => `${form.id} ${form.version}`));
  const missing = wanted.flatMap(({ forms }) => forms).find((name) => !names.has(name));
  if (missing !== undefined)
    throw new OperatorError(`The content has no ${missing} that can be read. Run: npm run check`);
  const check = politeChecker(options, now);
  const found = new Map(memory.results.map((one) => [`${one.formId} ${one.version}`, one]));
  const save = (): AdoptedForm[] => {
    const results = withConfirmations([...found.values()]);
    memory.write(results, now);
    writeBelow(folder, "adopt.html", queuePage(results, now.toISOString().slice(0, 10)));
    return results;
  };

  const download = async (address: string): Promise<Uint8Array | string> => {
    const seen = memory.get(address);
    const kept = seen && keptFile(folder, seen.sha256);
    if (seen && kept && !options.full && now.getTime() - Date.parse(seen.downloaded) < freshMs) return kept;
    const { state, message, movedTo, ...checked } = await check(address, true, kept && seen);
    if (checked.seen === undefined)
      return movedTo === undefined ? message : `${message}; moved to ${movedTo}`;
    const bytes = checked.bytes ?? kept;
    if (bytes === undefined) return message;
    const last = seen?.sha256 === checked.seen.sha256 ? seen.before : seen?.sha256;
    memory.set(address, { ...checked.seen, ...defined({ before: last }) });
    return bytes;
  };

  const judge = async (name: string, address: string, file: Uint8Array): Promise<AdoptedForm> => {
    const [formId = "", version = ""] = name.split(" ");
    const earlier = found.get(name);
    const sha256 = digest(file);
    // Before the report that remembers it.
    if (keptFile(folder, sha256) === undefined) writeBelow(join(folder, "files"), `${sha256}.pdf`, file);
    const content = await contentOf(formOf(compiled, formId, version));
    const bound = artifact.forms.find(
      ({ entry }) => entry.id === formId && entry.official?.sha256 === sha256,
    );
    if (bound !== undefined && !isUsable(bound, officialFolder(readConfig(process.env))))
      await take(bound, file);
    const stored = defined({ stored: bound?.entry.version });
    if (earlier?.sha256 === sha256 && earlier.content === content && earlier.state !== "not-reachable")
      return { ...earlier, address, ...stored };
    const below = `${formId}-${version}-${sha256.slice(0, 12)}`;
    const read = (path: string): string | undefined =>
      existsSync(join(folder, below, path)) ? readFileSync(join(folder, below, path), "utf8") : undefined;
    const previous = earlierPrint(folder, formId, version, memory.get(address));
    const { result, pages } = await adoptFile(compiled, {
      formId,
      version,
      file,
      proposed: { binding: read("official.yaml"), page: read("binding.html") },
      ...defined({ before: previous }),
    });
    for (const [path, text] of Object.entries(pages)) writeBelow(join(folder, below), path, text);
    return { address, ...result, folder: below, pages: Object.keys(pages), ...stored };
  };

  for (const { address, forms, file } of wanted) {
    const bytes = file ?? (await download(address));
    for (const name of forms) {
      const [formId = "", version = ""] = name.split(" ");
      const lost = { formId, version, address, state: "not-reachable" } as const;
      const result = await (typeof bytes === "string"
        ? { ...lost, message: bytes }
        : judge(name, address, bytes).catch((error: Error) => {
            if (error instanceof OperatorError) throw error;
            return { ...lost, message: error.message };
          }));
      found.set(name, result);
      save();
      if (!options.json) print(`${name}: ${result.state}, ${result.message}`);
    }
  }
  const results = save();
  if (options.json) print(JSON.stringify(results));
  else print(`Look at ${join(folder, "adopt.html")}, or run: withholding-forms official review`);
  if (results.some(({ state }) => state === "new-revision" || state.startsWith("differs")))
    endWith("REFUSED");
  else if (results.some(({ state }) => state === "not-reachable")) endWith("FAILED");
}

export function adoptFolder(): string {
  return join(readConfig(process.env).dataDir, "adopt");
}

/** What the last run found. */
export function adopted(): readonly AdoptedForm[] {
  return withConfirmations(new Memory<AdoptedForm>(adoptFolder(), "adopt").results);
}

/** With the day of the confirmations that are about the same file and content. */
function withConfirmations(results: readonly AdoptedForm[]): AdoptedForm[] {
  const all = readConfirmed(officialFolder(readConfig(process.env)));
  return results.map(({ confirmed: _, ...one }) => {
    const own = all.find(
      ({ formId, version, sha256, content }) =>
        formId === one.formId && version === one.version && sha256 === one.sha256 && content === one.content,
    );
    return own === undefined ? one : { ...one, confirmed: own.checked };
  });
}

interface WantedFile {
  readonly address: string;
  readonly forms: readonly string[];
  /** Already here. */
  readonly file?: Uint8Array;
}

function wantedFiles({ forms }: Artifact, formIds: readonly string[], options: AdoptOptions): WantedFile[] {
  const unknown = formIds.find((id) => !forms.some(({ entry }) => entry.id === id));
  if (unknown !== undefined) throw new OperatorError(`There is no form ${JSON.stringify(unknown)}.`);
  if (options.file !== undefined && formIds.length !== 1)
    throw new OperatorError("--file is the file of one form. Also specify its formId.");
  const file = options.file === undefined ? {} : { file: readAgencyFile(options.file) };
  return watchedAddresses(options.addresses).flatMap(({ address, forms: names }) => {
    const own = names.filter((name) => formIds.length === 0 || formIds.includes(name.split(" ")[0] ?? ""));
    return own.length === 0 ? [] : [{ address, forms: own, ...file }];
  });
}

/** The file, if it is what it was when it was downloaded. */
function keptFile(folder: string, sha256: string): Uint8Array | undefined {
  const path = join(folder, "files", `${sha256}.pdf`);
  const bytes = existsSync(path) ? readFileSync(path) : undefined;
  return bytes !== undefined && digest(bytes) === sha256 ? bytes : undefined;
}

/** The file that the address had before, or else that of the version before, if it is stored. */
function earlierPrint(
  folder: string,
  formId: string,
  version: string,
  seen: Seen | undefined,
): AdoptChoices["before"] {
  const last = seen?.before === undefined ? undefined : keptFile(folder, seen.before);
  if (last !== undefined) return { version, file: last };
  const stored = officialFolder(readConfig(process.env));
  const [older] = listOfficial(stored)
    .filter((one) => one.formId === formId && byVersion(one.version, version) > 0)
    .sort((a, b) => byVersion(a.version, b.version));
  return older && { version: older.version, file: readOfficial(stored, older).agency };
}
