import { eventually } from "../eventually.js";
import { isRunning } from "../is-running.js";
import type { RunningService } from "./service.js";

/** Time limit of a test, in milliseconds. It only ends a test that hangs. */
export const patience = 600_000;

/** Ends all processes of an instance at once, as a machine that goes away does. */
export async function killInstance(service: RunningService): Promise<void> {
  const all = [service.pid, ...service.workers()];
  // None of them may do anything about the end of another.
  for (const pid of all) process.kill(pid, "SIGSTOP");
  for (const pid of all) process.kill(pid, "SIGKILL");
  await eventually(() => !all.some(isRunning), { what: "the processes of an instance to end" });
}

/** A figure of `/metrics`. */
export async function metric({ url }: Pick<RunningService, "url">, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}

/** Which process answered which request, as its log tells (LOG_LEVEL=info). */
export function answeredBy({ output }: RunningService): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of output().stdout.split("\n")) {
    if (!line.includes('"requestId":')) continue;
    const { requestId, pid } = JSON.parse(line) as { requestId: string; pid: number };
    found.set(requestId, pid);
  }
  return found;
}

/** How often its processes have started to count limits without the others, or with them again. */
export function limitsChanged({ output }: RunningService): number {
  return output().stdout.split('"shared limits"').length - 1;
}
