import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentRoot } from "@withholding-forms/authoring";
import type { ScaleReport } from "./scale/server.js";
import { copyContent, firstIds, formsBySize, writeVersions } from "./scale/versions.js";
import type { BenchTable } from "./table.js";

const few = 60;
const many = 1000;
const maxTimes = 1.2;
const maxCheckMs = 2000;
const rounds = 5;
const checksPerRound = 3;

/**
 * Whether years of form versions cost anything when they are not requested: at startup, in memory, and for an author.
 */
export async function benchScale(): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
  try {
    const reports: Record<number, ScaleReport[]> = { [few]: [], [many]: [] };
    for (const count of [few, many]) writeVersions(join(folder, `${count}.bin`), count);
    const inUse = firstIds(few / 2);
    const content = join(folder, "content");
    copyContent(contentRoot, content, many);
    const checks = formsToCheck().map((check) => ({ ...check, times: [] as number[] }));
    // All take turns, so that a busy moment hits each of them, and none in all its rounds.
    for (let round = 0; round < rounds; round++) {
      for (const count of [few, many]) reports[count]!.push(await start(join(folder, `${count}.bin`), inUse));
      for (let number = 0; number < checksPerRound; number++)
        for (const { form, times } of checks) times.push(checkMs(content, form));
    }
    // Other work on the machine only makes a run slower or larger, so the min counts.
    const min = (count: number, of: keyof ScaleReport): number =>
      Math.min(...reports[count]!.map((report) => report[of]));
    const ratio = (what: string, of: keyof ScaleReport): BenchTable["targets"][number] => {
      const times = min(many, of) / min(few, of);
      return {
        what: `${what} with ${many} form versions, of that with ${few}`,
        target: `at most ${maxTimes} times`,
        measured: `${times.toFixed(2)} times`,
        met: times <= maxTimes,
      };
    };
    return {
      name: `scale, min of ${rounds} starts each, ${inUse.length} forms in use`,
      rows: [few, many].map((count) => ({
        versions: count,
        "start, CPU ms": Math.round(min(count, "cpuMs")),
        "memory at start, MB": Math.round(min(count, "rssAtStart") / 1e6),
        "memory in use, MB": Math.round(min(count, "rssInUse") / 1e6),
      })),
      targets: [
        ratio("processor time of a start", "cpuMs"),
        ratio("memory at start", "rssAtStart"),
        ratio("memory with the same forms in use", "rssInUse"),
        ...checks.map(({ form, which, times }) => ({
          what: `check of ${form}, ${which}, among ${many} versions, fastest of ${times.length}`,
          target: `within ${maxCheckMs} ms`,
          measured: `${Math.round(Math.min(...times))} ms`,
          met: Math.min(...times) <= maxCheckMs,
        })),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(artifact: string, inUse: readonly string[]): Promise<ScaleReport> {
  const script = fileURLToPath(new URL("./scale/server.js", import.meta.url));
  const child = fork(script, [artifact, ...inUse], { execArgv: ["--expose-gc"] });
  let report: ScaleReport | undefined;
  child.on("message", (message) => {
    report = message as ScaleReport;
  });
  const [code] = await once(child, "exit");
  if (report === undefined) throw new Error(`the service ended with ${String(code)} and no report`);
  return report;
}

const command = fileURLToPath(new URL("../../packages/authoring/dist/cli.js", import.meta.url));

/** A form of the usual size, and the largest one, which has several times as much text in several versions. */
function formsToCheck(): readonly { readonly form: string; readonly which: string }[] {
  const forms = formsBySize(contentRoot);
  return [
    { form: forms[Math.floor(forms.length / 2)]!, which: "a form of median size" },
    { form: forms.at(-1)!, which: "the largest form" },
  ];
}

function checkMs(content: string, form: string): number {
  const begin = performance.now();
  execFileSync(process.execPath, [command, "check", content, "--only", form], { stdio: "pipe" });
  return performance.now() - begin;
}
