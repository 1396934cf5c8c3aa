import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/** Other tests run on the same cores. A measured process gets a higher priority, if we are allowed to set it. */
export function preferred({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, -15);
  } catch {
    // Only root may.
  }
}
