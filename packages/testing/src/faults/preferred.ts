import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/** Other tests run on the same cores; what is measured goes before them, where we may say so. */
export function preferred({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, -15);
  } catch {
    // Only root may.
  }
}
