import { defined } from "@withholding-forms/interview";
import { startRedis } from "@withholding-forms/testing/daemons/redis";
import { eventually } from "@withholding-forms/testing/eventually";
import { askTogether } from "@withholding-forms/testing/faults/callers";
import { metric } from "@withholding-forms/testing/faults/metric";
import { countedTogether, patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, login, tokenOf, visit } from "@withholding-forms/testing/faults/questions";
import { type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { tally } from "@withholding-forms/testing/faults/tally";
import { expect, test } from "vitest";

const loginLimit = 20;
const workers = 2;

test(
  "while Redis is killed, hangs or restarts, every request is answered and limits are counted without it",
  async () => {
    const redis = await startRedis();
    const service = await startService({
      workers,
      env: {
        REDIS_URL: redis.url,
        // Small enough that a process asks Redis every 50 requests, and more than the callers send per minute.
        RATE_LIMIT: "5000",
        LOGIN_RATE_LIMIT: String(loginLimit),
        TRUST_PROXY: "1",
      },
    });
    const token = await tokenOf(service);
    const visits = visit(token);
    // Each login comes from a different address, so that each asks Redis.
    let address = 0;
    const requests = Array.from({ length: 400 }, (_, number) =>
      number % 4 === 0
        ? login(service.apiKey, { "x-forwarded-for": `10.0.${address >> 8}.${address++ & 255}` })
        : (visits[number % visits.length] ?? visits[0]),
    ).flatMap((question) => question ?? []);
    const callers = callersOf(requests, { port: service.port, callers: 6, rest: 100 });
    await callers.more(100);
    await eventually(async () => (await metric(service, "limits_up")) === 1, { what: "limits_up 1" });
    await expectExact(service);

    const faults = [
      ["kill", () => redis.kill(), () => redis.restart()],
      ["hang", () => redis.pause(), () => redis.resume()],
      ["restart", () => redis.stop(), () => redis.restart()],
    ] as const;
    for (const [index, [, begin, end]] of faults.entries()) {
      await begin();
      await eventually(async () => (await metric(service, "limits_up")) === 0, { what: "limits_up 0" });
      await callers.more(100);
      // Each process counts for itself now.
      const { passed } = await loginsOf(service, `192.0.2.${10 + index}`);
      expect(passed).toBeGreaterThanOrEqual(loginLimit);
      expect(passed).toBeLessThanOrEqual(workers * loginLimit);
      await end();
      await eventually(async () => (await metric(service, "limits_up")) === 1, { what: "limits_up 1" });
      await callers.more(100);
      await expectExact(service);
    }
    const { sent, answered, lost, refused } = tally(await callers.stop());
    expect(answered).toEqual({ 200: sent });
    expect([lost, refused]).toEqual([0, 0]);
    expect(await service.stop()).toBe(0);
  },
  patience,
);

let lastNetwork = 0;

async function expectExact(service: RunningService): Promise<void> {
  const counted = await countedTogether([service], () => loginsOf(service, `198.51.100.${++lastNetwork}`));
  expect(counted).toEqual({ passed: loginLimit, limited: loginLimit });
}

/** Twice as many simultaneous failed logins as one address may have, over all workers. */
async function loginsOf(
  { port }: RunningService,
  from: string,
): Promise<{ readonly passed: number; readonly limited: number }> {
  const { path, headers } = login("guess", { "x-forwarded-for": from });
  const ports = Array.from({ length: 2 * loginLimit }, () => port);
  const outcomes = await askTogether(ports, { path, ...defined({ headers }) });
  const count = (wanted: number): number => outcomes.filter(({ status }) => status === wanted).length;
  return { passed: count(401), limited: count(429) };
}
