import { closeSync, openSync, readSync, renameSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type Circumstances, completeForm } from "../../app/complete-form.js";
import { type CatalogConfig, openCatalog } from "../../app/open-catalog.js";
import { requestLine } from "../../app/request-line.js";
import type { Config } from "../../config.js";
import { bodyLimit, bodyLimits } from "../../limits/work.js";
import { readJson } from "../../problems/parse-json.js";
import { Problem } from "../../problems/problem.js";
import { openSeal, type Seal } from "../../seal/open-seal.js";
import { type CommandAudit, openAuditLog } from "../../store/open.js";
import { auditSigned } from "../audit-signed.js";
import { reasonOf, writeAll } from "../files.js";
import { sealSigned } from "../seal-signed.js";
import type { Chunk, Line } from "./lines.js";
import { type LineOutcome, nameOf, refusalOf } from "./outcome.js";

/** What a worker is started with. */
export interface WorkerTask
  extends Circumstances,
    CatalogConfig,
    Pick<Config, "databaseUrl" | "databaseTimeoutMs" | "seal"> {
  readonly input: string;
  readonly folder: string;
  /** Also write the tax parameters of each form. */
  readonly parameters: boolean;
}

export interface Asked {
  readonly id: number;
  readonly chunk: Chunk;
}

export type Answered = { readonly id: number } & (
  | { readonly outcomes: readonly LineOutcome[] }
  | { readonly failure: string }
);

const task = workerData as WorkerTask;
const service = { catalog: openCatalog(task), clock: () => new Date() };
const input = openSync(task.input, "r");
let audit: Promise<CommandAudit> | undefined;
let seal: Promise<Seal | undefined> | undefined;

parentPort?.on("message", async ({ id, chunk }: Asked) => {
  let answer: Answered;
  try {
    answer = { id, outcomes: await work(chunk) };
  } catch (error) {
    // A full disk or a deleted folder: continuing would only fail again.
    answer = { id, failure: `The batch stopped: ${reasonOf(error)}.` };
  }
  parentPort?.postMessage(answer);
});

interface Ready {
  readonly line: number;
  readonly pdf: Uint8Array;
  readonly parameters: string;
}

interface Signed extends Ready {
  /** Records the audit event. */
  readonly record: () => Promise<void>;
}

/** Seals in progress: enough for all threads, fewer than a command or a timestamp server would queue. */
const sealsAtOnce = 8;

async function work({ lines }: Chunk): Promise<readonly LineOutcome[]> {
  const filled = lines.map(bodiesOf(lines));
  const made: (Ready | Signed | LineOutcome)[] = [];
  for (let at = 0; at < filled.length; at += sealsAtOnce)
    made.push(...(await Promise.all(filled.slice(at, at + sealsAtOnce).map((sealed) => sealed()))));
  // The audit event is on disk before the signed form.
  await Promise.all(made.flatMap((one) => ("record" in one ? [one.record()] : [])));
  return made.map((one): LineOutcome => {
    if (!("pdf" in one)) return one;
    if (task.parameters) place(nameOf(one.line, "json"), Buffer.from(one.parameters));
    place(nameOf(one.line, "pdf"), one.pdf);
    return { line: one.line, bytes: one.pdf.length };
  });
}

/** Reads the whole chunk; a line that is longer than any request is not read. */
function bodiesOf(lines: readonly Line[]) {
  const first = lines[0]?.start ?? 0;
  const readable = lines.filter(({ length }) => length <= bodyLimit);
  const end = Math.max(first, ...readable.map(({ start, length }) => start + length));
  const bytes = Buffer.allocUnsafe(end - first);
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(input, bytes, done, bytes.length - done, first + done);
    if (read === 0) throw new Error("the answers file was truncated");
    done += read;
  }
  return (line: Line): Sealed =>
    line.length > bodyLimit
      ? constant(refusalOf(line.number, new Problem("BODY_TOO_LARGE", { values: bodyLimits })))
      : completeLine(line.number, bytes.subarray(line.start - first, line.start - first + line.length));
}

/** Returns the form of a line, sealed if it was signed, or why there is none. */
type Sealed = () => Promise<Ready | Signed | LineOutcome>;

function constant(outcome: Ready | LineOutcome): Sealed {
  return async () => outcome;
}

function completeLine(line: number, bytes: Buffer): Sealed {
  try {
    const completed = completeForm(service, requestLine(readJson(bytes, task.language)).body, task);
    const { found, completion, mode, filled } = completed;
    const { taxParameters, ignoredFields } = completion;
    const { id: form, version: formVersion } = found.form;
    const parameters = task.parameters
      ? JSON.stringify({ form, formVersion, taxParameters, ignoredFields })
      : "";
    if (mode !== "SIGN") return constant({ line, pdf: filled.pdf, parameters });
    return async () => {
      seal ??= openSeal(task);
      const { pdf, sha256 } = await sealSigned(await seal, completed);
      const record = async () => auditSigned(await auditLog(), completed, sha256, task.language);
      return { line, pdf, parameters, record };
    };
  } catch (error) {
    // A body that causes an internal error must not stop the others.
    return constant(refusalOf(line, error instanceof Problem ? error : new Problem("INTERNAL_ERROR")));
  }
}

/** Opened with the first signature; a batch of previews needs none. */
function auditLog(): Promise<CommandAudit> {
  audit ??= openAuditLog(task);
  return audit;
}

/** Writes the complete file or nothing. Only its owner can read it. */
function place(name: string, bytes: Uint8Array): void {
  const part = join(task.folder, `.${name}.part`);
  const file = openSync(part, "w", 0o600);
  try {
    writeAll(file, bytes);
  } finally {
    closeSync(file);
  }
  renameSync(part, join(task.folder, name));
}
