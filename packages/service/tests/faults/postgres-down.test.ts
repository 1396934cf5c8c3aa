import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import { askTogether } from "@withholding-forms/testing/faults/callers";
import { metric } from "@withholding-forms/testing/faults/metric";
import type { Outcome } from "@withholding-forms/testing/faults/outcome";
import { patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, formIds, login, tokenOf, visit } from "@withholding-forms/testing/faults/questions";
import { startService } from "@withholding-forms/testing/faults/service";
import { isTurnedAway, signatures, tally } from "@withholding-forms/testing/faults/tally";
import { expect, test } from "vitest";

const workers = 2;

test(
  "while PostgreSQL is stopped, killed or hangs, tokens and previews still work, and nothing is signed without an event",
  async () => {
    const postgres = await startPostgres();
    const env = { DATABASE_URL: postgres.url, DATABASE_TIMEOUT_MS: "2000" };
    const service = await startService({ workers, env });
    const pids = service.workers();
    const requests = [...visit(await tokenOf(service)), login(service.apiKey)];
    const callers = callersOf(requests, { port: service.port, callers: 8, rest: 10 });
    const asSoon = (kind: string, status: number) =>
      callers.more(20, (one) => one.kind === kind && one.status === status);
    await callers.more(100);

    const faults = [
      [() => postgres.stop(), () => postgres.restart()],
      [() => postgres.kill(), () => postgres.restart()],
      [() => postgres.pause(), () => postgres.resume()],
    ] as const;
    for (const [begin, end] of faults) {
      const unseen = await tokenOf(service);
      await begin();
      const from = performance.now();
      await Promise.all([asSoon("SIGN", 503), asSoon("LOGIN", 503)]);
      await eventually(async () => (await metric(service, "store_up")) === 0, { what: "store_up 0" });
      // No worker has seen this token yet; together the requests reach every worker.
      const ports = Array.from({ length: 4 * workers }, () => service.port);
      expect((await askTogether(ports, formIds(unseen))).map(({ status }) => status)).toEqual(
        ports.map(() => 200),
      );
      await callers.more(200);
      const meanwhile = callers.outcomes.filter(({ sentAt }) => sentAt >= from);
      await end();
      expectAnswers(meanwhile);

      // It recovers on its own.
      await Promise.all([asSoon("SIGN", 200), asSoon("LOGIN", 200)]);
      await eventually(async () => (await metric(service, "store_up")) === 1, { what: "store_up 1" });
    }
    const outcomes = await callers.stop();
    expectAnswers(outcomes);
    expect(service.workers()).toEqual(pids);

    const rows = await postgres.query("SELECT request_id, sha256 FROM audit_event");
    const audited = new Set(rows.map((row) => `${row["request_id"]} ${row["sha256"]}`));
    const signed = signatures(outcomes);
    expect(signed.filter((signature) => !audited.has(signature))).toEqual([]);
    // An event without a response from PostgreSQL may be recorded, but then the caller got no signature.
    const refusedIds = outcomes
      .filter(({ kind, code }) => kind === "SIGN" && code === "AUDIT_UNAVAILABLE")
      .map(({ requestId }) => requestId);
    expect(rows.length - signed.length).toBeLessThanOrEqual(refusedIds.length);
    const ids = new Set([...signed.map((signature) => signature.split(" ")[0]), ...refusedIds]);
    expect(rows.filter((row) => !ids.has(String(row["request_id"])))).toEqual([]);
    expect(await service.stop()).toBe(0);
  },
  patience,
);

/** Whatever the state of PostgreSQL, each kind of request has only these answers. */
function expectAnswers(outcomes: readonly Outcome[]): void {
  const answers = (...kinds: string[]) => tally(outcomes.filter(({ kind }) => kinds.includes(kind)));
  const names = (...kinds: string[]): string[] => Object.keys(answers(...kinds).answered);
  expect(names("READ", "PREVIEW")).toEqual(["200"]);
  expect(["200", "503 AUDIT_UNAVAILABLE"]).toEqual(expect.arrayContaining(names("SIGN")));
  expect(["200", "503 KEYS_UNAVAILABLE"]).toEqual(expect.arrayContaining(names("LOGIN")));
  const { lost, refused } = tally(outcomes);
  expect([lost, refused]).toEqual([0, 0]);
  const unavailable = outcomes.filter((one) => one.status === 503 && !isTurnedAway(one));
  for (const { kind, retryAfter } of unavailable) expect(retryAfter).toBe(kind === "SIGN" ? "30" : "5");
}
