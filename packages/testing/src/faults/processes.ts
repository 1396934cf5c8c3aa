import { eventually } from "../eventually.js";
import { isRunning } from "../is-running.js";
import type { RunningService } from "./service.js";

/** Time limit of a test, in milliseconds. It only ends a test that hangs. */
export const patience = 600_000;

/** Kills all processes of an instance at the same time, as when a machine fails. */
export async function killInstance(service: RunningService): Promise<void> {
  const all = [service.pid, ...service.workers()];
  // Stopped first, so that none can react to the exit of another.
  for (const pid of all) process.kill(pid, "SIGSTOP");
  for (const pid of all) process.kill(pid, "SIGKILL");
  await eventually(() => !all.some(isRunning), { what: "the processes of an instance to end" });
}

/** Which process answered which request, according to its log (LOG_LEVEL=info). */
export function answeredBy({ output }: RunningService): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of output().stdout.split("\n")) {
    if (!line.includes('"requestId":')) continue;
    const { requestId, pid } = JSON.parse(line) as { requestId: string; pid: number };
    found.set(requestId, pid);
  }
  return found;
}

/** In milliseconds: the window of all limits. */
const windowMs = 60_000;

/** How often a process started to count limits alone, and how often one counted with the others again. */
export type Changes = readonly [alone: number, together: number];

/**
 * What the attempt returns, once all who count limits did so together from its start to its end, and within one window. On
 * a busy machine, one may hear nothing from the others for a moment; it then counts alone, as it should, and the limit cannot
 * be exact. Each attempt needs a separate caller.
 */
export async function undisturbed<T>(changes: () => Changes, attempt: () => Promise<T>): Promise<T> {
  const { counted } = await eventually(
    async () => {
      const [alone, together] = changes();
      if (alone !== together) return undefined;
      const start = performance.now();
      const counted = await attempt();
      const isAlone = changes()[0] > alone;
      return isAlone || performance.now() - start > windowMs ? undefined : { counted };
    },
    { what: "a limit that all processes count together" },
  );
  return counted;
}

/** The same for processes, which say it in their logs. */
export async function countedTogether<T>(
  instances: readonly RunningService[],
  attempt: () => Promise<T>,
): Promise<T> {
  const changes = (): Changes => {
    const lines = instances.flatMap(({ output }) =>
      output()
        .stdout.split("\n")
        .filter((line) => line.includes('"shared limits"')),
    );
    const alone = lines.filter((line) => line.includes('"up":false')).length;
    return [alone, lines.length - alone];
  };
  return undisturbed(changes, async () => {
    const counted = await attempt();
    // With another response, everything that the processes wrote before it has been read, too.
    for (const { url } of instances) await fetch(`${url}/healthz`);
    return counted;
  });
}
