import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Keeps what people entered from leaving the process through Node's defaults: SIGUSR1 would open a debugger port,
 * through which anyone on the machine could read memory, and a crash may write all memory to a core file.
 */
export function guardProcess(): void {
  // A listener of our own takes the place of Node's.
  process.on("SIGUSR1", () => {});
  // A report about the process has no names of other machines then. The SQLite package creates one when it is loaded,
  // and looking up the names is slow.
  Object.assign(process.report, { excludeNetwork: true });
  try {
    forbidCores();
  } catch {
    // Not Linux, or no /proc: SECURITY.md says what the operator can do.
  }
}

/**
 * Node cannot set its own limits, but another program of the same user can set them for it; child processes inherit
 * them. Where there is no such program, at least no memory goes into a core file, just the registers of threads, which
 * may contain a few words.
 */
function forbidCores(): void {
  writeFileSync("/proc/self/coredump_filter", "0");
  if (/^Max core file size +0 /m.test(readFileSync("/proc/self/limits", "utf8"))) return;
  spawnSync("prlimit", ["--pid", String(process.pid), "--core=0:0"], { stdio: "ignore" });
}
