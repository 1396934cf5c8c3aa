import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { defined } from "@withholding-forms/interview";
import type { Circumstances } from "../app/complete-form.js";
import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { openJournal, reportName } from "./batch/journal.js";
import { type Chunk, chunksOf, type Line, scanLines } from "./batch/lines.js";
import { runPool } from "./batch/pool.js";
import { startProgress } from "./batch/progress.js";
import { endWith } from "./exit-codes.js";
import { reasonOf } from "./files.js";
import { print } from "./print.js";

/** The lines of one of several processes: those whose number leaves this remainder. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface BatchOptions extends Circumstances {
  readonly output: string;
  readonly shard?: Shard | undefined;
  readonly workers: number;
  readonly parameters: boolean;
  readonly json: boolean;
}

/** Fills one form per line of a file, on all cores. Resumes after an interruption. */
export async function batch(
  answersFile: string,
  { output, workers, shard, json, parameters, language, timeZone }: BatchOptions,
): Promise<void> {
  const config = readConfig(process.env);
  const isOurs = ({ number }: Line): boolean => shard === undefined || number % shard.count === shard.index;
  const { lines, sha256 } = await survey(answersFile, isOurs);
  const content = openCatalog(config).digest;
  const journal = openJournal(output, {
    input: sha256,
    content,
    language,
    timeZone,
    parameters,
    ...defined({ shard }),
  });
  const before = journal.done.size;
  const progress = startProgress(lines, before);
  const began = performance.now();
  const stop = stopOnSignal();
  try {
    const size = Math.max(1, Math.min(workers, lines - before));
    const task = {
      input: resolve(answersFile),
      folder: resolve(output),
      dataDir: resolve(config.dataDir),
      databaseUrl: config.databaseUrl,
      databaseTimeoutMs: config.databaseTimeoutMs,
      minimumVerification: config.minimumVerification,
      registers: config.registers,
      requireAgencyFiles: config.requireAgencyFiles,
      seal: config.seal,
      parameters,
      language,
      timeZone,
    };
    const chunks = chunksOf(scanLines(answersFile), (line) => isOurs(line) && !journal.done.has(line.number));
    if (before < lines)
      await runPool(size, task, until(chunks, stop), (outcomes) => {
        journal.record(outcomes);
        progress.update(journal.filled + journal.refused.size, journal.refused.size);
      });
  } finally {
    progress.stop();
    journal.close();
  }
  const seconds = (performance.now() - began) / 1000;
  const filled = journal.filled;
  const refused = journal.refused.size;
  const summary = {
    lines,
    filled,
    refused,
    doneBefore: before,
    left: lines - filled - refused,
    seconds: Number(seconds.toFixed(3)),
    report: join(output, reportName),
  };
  endWith(summary.left > 0 ? "INTERRUPTED" : refused > 0 ? "REFUSED" : "DONE");
  if (json) return print(JSON.stringify(summary));
  print(
    `${filled} of ${lines} filled, ${refused} refused${before > 0 ? `, ${before} of them in an earlier run` : ""}.`,
  );
  if (refused > 0) print(`See the reasons in ${summary.report}.`);
  if (summary.left > 0) print(`${summary.left} lines are left. Run the same command again to resume.`);
}

/** Counts the lines and computes the digest that identifies the file when a run resumes. */
async function survey(
  path: string,
  isOurs: (line: Line) => boolean,
): Promise<{ readonly lines: number; readonly sha256: string }> {
  try {
    if (!statSync(path).isFile()) throw new OperatorError(`${path} is not a file.`);
    const hash = createHash("sha256");
    let lines = 0;
    for await (const block of scanLines(path, (bytes) => hash.update(bytes)))
      lines += block.filter(isOurs).length;
    return { lines, sha256: hash.digest("hex") };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function* until(
  chunks: AsyncGenerator<Chunk>,
  stop: { readonly asked: boolean },
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    if (stop.asked) return;
    yield chunk;
  }
}

/** The first signal lets the chunks in progress finish; a second one ends the process as usual. */
function stopOnSignal(): { readonly asked: boolean } {
  const stop = { asked: false };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stop.asked = true;
    });
  return stop;
}
