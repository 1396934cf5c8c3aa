import { startRedis } from "@withholding-forms/testing/daemons/redis";
import { eventually } from "@withholding-forms/testing/eventually";
import { undisturbed } from "@withholding-forms/testing/faults/processes";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test, vi } from "vitest";
import type { Limits } from "./counter.js";
import { withFallback } from "./fallback.js";
import { memoryCounter } from "./memory.js";
import { openLimits } from "./open.js";
import { redisCounter } from "./redis.js";

const password = "canary-password";
const redis = await startRedis({ password });

/** Resolves when the limits are counted in Redis, or no longer. */
function becomes(limits: Limits, wanted: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (limits.isUp() === wanted) return resolve();
    limits.onChange((up) => {
      if (up === wanted) resolve();
    });
  });
}

/** A service that counts its limits in Redis. */
async function startLimited() {
  const limits = await openLimits({ redisUrl: redis.url });
  const server = await startTestServer({
    env: { RATE_LIMIT: "500", LOG_LEVEL: "trace" },
    options: { limits },
  });
  const use = async () => {
    const response = await server.call({ url: "/v1/getAllFormIds" });
    const remaining = /r=([0-9]+)/.exec(String(response.headers["ratelimit"]))?.[1];
    return { status: response.statusCode, remaining: Number(remaining) };
  };
  await becomes(limits, true);
  return { limits, server, use };
}

/** Requests until the limits have noticed a change; all of them must be answered. */
async function useUntil(limits: Limits, up: boolean, use: () => Promise<{ status: number }>): Promise<void> {
  const statuses = new Set<number>();
  await eventually(
    async () => {
      statuses.add((await use()).status);
      return limits.isUp() === up;
    },
    { what: `the limits to be counted ${up ? "in" : "without"} Redis` },
  );
  expect(statuses).toEqual(new Set([200]));
}

test.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
  ["is down", () => redis.kill(), () => redis.restart()],
  ["hangs", () => redis.pause(), () => redis.resume()],
])("while Redis %s requests continue, and afterwards Redis counts again", async (_, lose, regain) => {
  const { limits, server, use } = await startLimited();
  expect((await use()).status).toBe(200);
  await lose();
  await useUntil(limits, false, use);
  // No request waits for it anymore, and the limit applies within this process.
  const before = await use();
  expect(before.status).toBe(200);
  expect((await use()).remaining).toBe(before.remaining - 1);
  await regain();
  await becomes(limits, true);
  expect((await use()).status).toBe(200);
  expect(server.log()).not.toContain(password);
});

test("a service starts while Redis is down, and counts there once it is up", async () => {
  await redis.kill();
  const { limits, server, use } = await startLimited();
  await useUntil(limits, false, use);
  await redis.restart();
  await becomes(limits, true);
  expect((await use()).status).toBe(200);
  expect(server.log()).not.toContain(password);
});

test("a wrong password counts as Redis being down, and is not shown", async () => {
  const limits = withFallback(redisCounter(redis.url.replace(password, "wrong-password")), memoryCounter());
  const { log } = await startTestServer({ options: { limits }, env: { LOG_LEVEL: "trace" } });
  expect(await limits.take("a", 1, 2, 60_000)).toMatchObject({ granted: 1, remaining: 1 });
  expect(limits.isUp()).toBe(false);
  expect(log()).not.toContain("wrong-password");
});

test("two services count one key together, exactly where the limit is small", async () => {
  const start = async () => {
    const limits = await openLimits({ redisUrl: redis.url });
    const { app } = await startTestServer({
      env: { LOGIN_RATE_LIMIT: "6", TRUST_PROXY: "true" },
      options: { limits },
    });
    return { app, limits };
  };
  const services = [await start(), await start()] as const;
  const [alone, together] = [vi.fn(), vi.fn()];
  for (const { limits } of services) limits.onChange((up) => (up ? together() : alone()));

  let caller = 0;
  const statuses = await undisturbed(
    () => [alone.mock.calls.length, together.mock.calls.length],
    async () => {
      const headers = { "api-key": "guess", "x-forwarded-for": `198.18.0.${++caller}` };
      const found: number[] = [];
      for (let attempt = 0; attempt < 8; attempt++) {
        const { app } = services[attempt % 2]!;
        found.push((await app.inject({ url: "/authentication/login", headers })).statusCode);
      }
      return found;
    },
  );
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});
