import { readFileSync } from "node:fs";

/** How many files, and connections, each process of this service may have open; Infinity if the system does not say. */
export function mostOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files +([0-9]+) /m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    // Not Linux.
    return Number.POSITIVE_INFINITY;
  }
}
