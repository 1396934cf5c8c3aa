import { writeFileSync } from "node:fs";

/**
 * Keeps what people entered from leaving the process by ways that are open by default: SIGUSR1 would open a debugger
 * port, through which anybody on the machine could read memory, and a crash may write all memory to a core file.
 */
export function guardProcess(): void {
  // A listener of our own takes the place of Node's.
  process.on("SIGUSR1", () => {});
  try {
    // No kind of memory goes into a core file; child processes inherit this.
    writeFileSync("/proc/self/coredump_filter", "0");
  } catch {
    // Other systems have other ways; SECURITY.md names them.
  }
}
