import { readFileSync } from "node:fs";

/**
 * Milliseconds for which a process was ready to run and had to wait for a processor, since its start. 0 where the system does
 * not tell: only Linux does.
 */
export function processorWaitMs(pid: number | undefined): number {
  try {
    // Nanoseconds that its first thread ran and waited, and how often.
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}
