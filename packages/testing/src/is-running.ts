import { readFileSync } from "node:fs";

export function isRunning(pid: number): boolean {
  try {
    // A process that has exited stays in the list until its exit code is read.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
