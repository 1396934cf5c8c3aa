import { eventually } from "@withholding-forms/testing/eventually";
import { auditedIn } from "@withholding-forms/testing/faults/audit";
import { askTogether } from "@withholding-forms/testing/faults/callers";
import { metric } from "@withholding-forms/testing/faults/metric";
import { answeredBy, patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, tokenOf, unsigned, visit } from "@withholding-forms/testing/faults/questions";
import { newDataDir, type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { lostOf, signatures, tally } from "@withholding-forms/testing/faults/tally";
import { isRunning } from "@withholding-forms/testing/is-running";
import { expect, test } from "vitest";

const callerCount = 8;

test(
  "a killed worker loses only its pending requests, and another replaces it",
  async () => {
    const service = await startService({ workers: 2, env: { LOG_LEVEL: "info" } });
    const callers = callersOf(visit(await tokenOf(service)), { port: service.port, callers: callerCount });
    await callers.more(200);
    await expectRestarts(service, 0);
    await eventually(() => service.workers().length === 2, { what: "two workers" });
    const killed: { readonly pid: number; readonly at: number }[] = [];
    for (let kill = 1; kill <= 3; kill++) {
      const before = service.workers();
      const pid = before[kill % 2] ?? 0;
      killed.push({ pid, at: performance.now() });
      process.kill(pid, "SIGKILL");
      await eventually(() => expectRestarts(service, kill), { what: `restart ${kill}` });
      await eventually(async () => (await metric(service, "workers")) === 2, { what: "two workers" });
      const [fresh] = service.workers().filter((worker) => !before.includes(worker));
      // New connections go to the worker with the fewest, so the new worker gets some.
      const hasAnswered = async (): Promise<boolean> => {
        await askTogether([service.port, service.port], { path: "/healthz" });
        return [...answeredBy(service).values()].includes(fresh ?? 0);
      };
      await eventually(hasAnswered, { what: "an answer of the new worker" });
    }
    await callers.more(200);
    const outcomes = await callers.stop();
    const { answered, lost, refused } = tally(outcomes);
    expect(Object.keys(answered)).toEqual(["200"]);
    expect(refused).toBe(0);
    expect(lost).toBeLessThanOrEqual(killed.length * callerCount);

    // Each lost one was the last on a connection that a killed worker had.
    const by = answeredBy(service);
    const connections = lostOf(outcomes).map(({ connection }) => connection);
    expect(new Set(connections).size).toBe(connections.length);
    for (const one of lostOf(outcomes)) {
      expect(one.error).not.toBe("HUNG");
      // A killed worker may not have reported its last responses.
      const pids = outcomes
        .filter(({ connection }) => connection === one.connection)
        .flatMap(({ requestId = "" }) => by.get(requestId) ?? []);
      const possible = killed.filter(
        ({ pid, at }) => at <= one.endedAt && pids.every((known) => known === pid),
      );
      expect(possible, `${one.error} on a connection of ${pids}`).not.toEqual([]);
    }
    // Every signature is in the audit log, whichever worker signed.
    expect(await auditedIn(service.dataDir)).toEqual(expect.arrayContaining(signatures(outcomes)));
    expect(await service.stop()).toBe(0);
  },
  patience,
);

/** Returns what the primary logged if the number differs. */
async function expectRestarts(service: RunningService, count: number): Promise<true> {
  const restarts = await metric(service, "worker_restarts_total");
  if (restarts === count) return true;
  const lines = service.output().stdout.split("\n");
  const exits = lines.filter((line) => line.includes('"worker exited"'));
  throw new Error([`${restarts} restarts, not ${count}`, ...exits].join("\n"));
}

test(
  "when the primary is killed, its workers exit, and the port is free",
  async () => {
    const dataDir = newDataDir();
    const service = await startService({ workers: 2, dataDir });
    const workers = service.workers();
    const callers = callersOf(unsigned(await tokenOf(service)), { port: service.port, callers: callerCount });
    await callers.more(100);
    process.kill(service.pid, "SIGKILL");
    await eventually(() => !workers.some(isRunning), { what: "the workers to end" });
    const next = await startService({ workers: 2, dataDir, env: { PORT: String(service.port) } });
    expect(next.port).toBe(service.port);
    await callers.more(100, ({ status }) => status === 200);
    const outcomes = await callers.stop();
    const { answered, lost } = tally(outcomes);
    expect(Object.keys(answered)).toEqual(["200"]);
    // A caller that lost a request with one worker may reach the other one, which exits a moment later.
    expect(lost).toBeLessThanOrEqual(callerCount * workers.length);
    expect(await next.stop()).toBe(0);
  },
  patience,
);
