import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Artifact, artifactPath, openArtifact } from "@withholding-forms/catalog";
import { officialFolder } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import type { OfficialOptions } from "./agency-files.js";
import { endWith } from "./exit-codes.js";
import { readJson, reasonOf, writeWhole } from "./files.js";
import { print } from "./print.js";
import { maxBytes } from "./read-agency-file.js";
import { addressChecker, type Seen } from "./watch/check-address.js";
import { lineOf, verdictOf, type WatchedAddress, type WatchResult, watchReport } from "./watch/report.js";

export interface WatchCommandOptions extends OfficialOptions {
  readonly timeout: number;
  readonly pause: number;
  readonly full: boolean;
  readonly accept: boolean;
  readonly allowPrivate: boolean;
  /** A JSON file with other addresses than the content's. */
  readonly addresses?: string;
}

export type PoliteOptions = Pick<WatchCommandOptions, "timeout" | "pause" | "full" | "allowPrivate">;

/** One request at a time, as `robots.txt` and a pause allow. */
export function politeChecker(
  { timeout, pause, full, allowPrivate }: PoliteOptions,
  now: Date,
): ReturnType<typeof addressChecker> {
  const limits = { timeoutMs: timeout * 1000, pauseMs: pause * 1000, maxBytes };
  return addressChecker({ userAgent, ...limits, full, allowPrivate, now });
}

/** Names the program and what it does, so that an agency can see who asks and exclude it in robots.txt. */
const userAgent =
  "withholding-forms/0.1 (official watch: looks for new revisions of withholding certificates)";

export async function watch(options: WatchCommandOptions): Promise<void> {
  const folder = officialFolder(readConfig(process.env));
  const memory = new Memory(folder, "watch");
  const now = new Date();
  const check = politeChecker(options, now);
  const results: WatchResult[] = [];
  // One at a time: the agencies' sites serve people.
  for (const watched of watchedAddresses(options.addresses)) {
    const before = baseline(watched, memory.get(watched.address));
    const { seen, bytes: _, ...checked } = await check(watched.address, expectsPdf(watched), before);
    if (seen !== undefined && (checked.state !== "changed" || options.accept))
      memory.set(watched.address, seen);
    const result = { ...watched, ...checked };
    results.push(result);
    if (!options.json) print(lineOf(result));
  }
  memory.write(results, now);
  writeBelow(folder, "watch.md", watchReport(results, now));
  if (options.json) print(JSON.stringify(results));
  const verdict = verdictOf(results);
  if (verdict !== "nothing") endWith(verdict === "news" ? "REFUSED" : "FAILED");
}

/** The hash that the content is bound to is expected; without one, that of the first download. */
function baseline({ bound }: WatchedAddress, seen: Seen | undefined): Seen | undefined {
  if (bound === undefined || bound === seen?.sha256) return seen;
  return { sha256: bound, downloaded: new Date(0).toISOString() };
}

function expectsPdf({ address, bound }: WatchedAddress): boolean {
  return bound !== undefined || /\.pdf$/i.test(new URL(address).pathname);
}

/** Those of a file, or of the content. */
export function watchedAddresses(path: string | undefined): WatchedAddress[] {
  return path === undefined ? contentAddresses() : readAddresses(path);
}

/** Of the newest version of every form. */
function contentAddresses(): WatchedAddress[] {
  const newest = new Map<string, Artifact["forms"][number]["entry"]>();
  for (const { entry } of openArtifact(artifactPath).forms) {
    const other = newest.get(entry.id);
    if (other === undefined || other.effective < entry.effective) newest.set(entry.id, entry);
  }
  const found = new Map<string, WatchedAddress>();
  for (const { id, version, published, official } of newest.values()) {
    const address = official?.address ?? published;
    const before = found.get(address);
    const bound = official?.sha256 ?? before?.bound;
    const forms = [...(before?.forms ?? []), `${id} ${version}`];
    found.set(address, { address, forms, ...(bound === undefined ? {} : { bound }) });
  }
  return [...found.values()];
}

function readAddresses(path: string): WatchedAddress[] {
  const list = readJson(path);
  const isAddress = (one: unknown): one is WatchedAddress => {
    const { address, forms, bound } = (one ?? {}) as Partial<Record<keyof WatchedAddress, unknown>>;
    return (
      typeof address === "string" &&
      URL.canParse(address) &&
      Array.isArray(forms) &&
      forms.every((form) => /^\S+ \d+(\.\d+)*$/.test(String(form))) &&
      (bound === undefined || typeof bound === "string")
    );
  };
  if (!Array.isArray(list) || !list.every(isAddress))
    throw new OperatorError(
      `${path} is not a list of objects with address, forms such as "AL101 2014.3.0", and maybe bound.`,
    );
  return list;
}

/** `<name>.json` in the folder: what was seen, and the results of the last run. */
export class Memory<Result> {
  readonly results: readonly Result[];
  private readonly folder: string;
  private readonly name: string;
  private readonly seen: Map<string, Seen>;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
    const path = join(folder, `${name}.json`);
    try {
      const { seen, results } = existsSync(path)
        ? (JSON.parse(readFileSync(path, "utf8")) as { seen: Record<string, Seen>; results: Result[] })
        : { seen: {}, results: [] };
      this.seen = new Map(Object.entries(seen));
      this.results = results;
    } catch (error) {
      throw new OperatorError(`${path} cannot be read (${reasonOf(error)}). Delete it to start over.`);
    }
  }

  get(address: string): Seen | undefined {
    return this.seen.get(address);
  }

  set(address: string, seen: Seen): void {
    this.seen.set(address, seen);
  }

  write(results: readonly Result[], at: Date): void {
    const json = { checked: at.toISOString(), results, seen: Object.fromEntries(this.seen) };
    writeBelow(this.folder, `${this.name}.json`, `${JSON.stringify(json, undefined, 2)}\n`);
  }
}

/** A file in a folder of DATA_DIR, whole or not at all. */
export function writeBelow(folder: string, name: string, bytes: Uint8Array | string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(`DATA_DIR cannot be written: ${reasonOf(error)}.`);
  }
  writeWhole(join(folder, name), bytes);
}
