import { createClient, UnavailableError } from "@withholding-forms/client";
import { startNginx } from "@withholding-forms/testing/daemons/nginx";
import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import { answeredBy, killInstance, patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, tokenOf, unsigned } from "@withholding-forms/testing/faults/questions";
import { startService } from "@withholding-forms/testing/faults/service";
import { tally } from "@withholding-forms/testing/faults/tally";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { expect, test } from "vitest";

const callerCount = 8;
const { url: databaseUrl } = await startPostgres();
const start = (port = 0) =>
  startService({ workers: 2, env: { DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: "info" } });

test(
  "killing an instance behind nginx loses its pending requests, but no call of our client fails",
  async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const nginx = await startNginx([one.port, other.port]);
    const callers = callersOf(unsigned(await tokenOf(one)), { port: nginx.port, callers: callerCount });

    // As an integrator would: the client retries what may be sent twice.
    const client = createClient({ baseUrl: `${nginx.url}/v1`, apiKey: one.apiKey });
    let [calls, stopping] = [0, false];
    const failures: unknown[] = [];
    const integrator = async (): Promise<void> => {
      while (!stopping) {
        for (const call of [
          () => client.flowQuestionSet("FEDERAL", "QS1"),
          () => client.formQuestionSet("AL101", "QS1"),
          () => client.fillPdf({ ...fillAlabama, signForm: "PREVIEW" }),
        ]) {
          calls++;
          await call().catch((error: unknown) => {
            // Because the machine is busy, not because no instance is left.
            if (!(error instanceof UnavailableError && error.code === "OVERLOADED")) failures.push(error);
          });
        }
      }
    };
    const integrators = Promise.all([integrator(), integrator(), integrator(), integrator()]);
    await callers.more(200);

    const deaths: { readonly from: number; readonly to: number }[] = [];
    for (const victim of [one, other]) {
      const from = performance.now();
      await killInstance(victim);
      await callers.more(200);
      const next = await start(victim.port);
      // nginx skips an unreachable instance for a second.
      await eventually(() => answeredBy(next).size > 20, { what: "nginx to come back to the instance" });
      deaths.push({ from, to: performance.now() });
    }
    stopping = true;
    await integrators;
    const outcomes = await callers.stop();

    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(100);
    const { sent, answered, lost, refused } = tally(outcomes);
    // nginx responds 502 if an instance dies during a POST, which must not be sent twice.
    const broken = answered["502"] ?? 0;
    expect((answered["200"] ?? 0) + broken).toBe(sent);
    expect([lost, refused]).toEqual([0, 0]);
    expect(broken).toBeLessThanOrEqual(deaths.length * callerCount);
    for (const { sentAt, endedAt } of outcomes.filter(({ status }) => status === 502))
      expect(deaths.some(({ from, to }) => sentAt <= to && endedAt >= from)).toBe(true);
  },
  patience,
);
