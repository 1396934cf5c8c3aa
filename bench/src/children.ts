import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a process from a file below this folder. Its log lines are written, but nothing reads them. */
export function child(file: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
}

/** The next message of a process. */
export async function next(from: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error("A process of the benchmark ended; see above."));
    from.once("exit", ended);
    from.once("message", (message) => {
      from.off("exit", ended);
      resolve(message);
    });
  });
}
