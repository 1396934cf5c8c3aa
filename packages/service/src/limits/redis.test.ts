import { connect, createServer } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { startRedis } from "../test/redis.js";
import type { SharedCounter } from "./counter.js";
import { redisCounter } from "./redis.js";
import { counterSuite } from "./test/counter.suite.js";

const opened: SharedCounter[] = [];
afterAll(() => {
  for (const counter of opened) counter.close();
});

/** Connected: a counter that is not yet so rejects, and whoever uses it counts alone meanwhile. */
async function connected(url: string): Promise<SharedCounter> {
  const counter = redisCounter(url);
  opened.push(counter);
  for (;;) {
    try {
      await counter.check();
      return counter;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const redis = await startRedis({ password: "pass word/1" });

describe("in Redis", () => counterSuite(() => connected(redis.url)));

test("two connections count together", async () => {
  const [one, other] = [await connected(redis.url), await connected(redis.url)];
  await one.take("together", 3, 4, 60_000);
  expect(await other.take("together", 3, 4, 60_000)).toMatchObject({ granted: 1, remaining: 0 });
});

test("what is counted goes from Redis when its window ends", async () => {
  const counter = await connected(redis.url);
  await counter.take("short", 1, 4, 30);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await redis.command("EXISTS", "withholding-forms:limits:short")).toBe(":0");
});

test("a Redis that forgot the script is told it again", async () => {
  const counter = await connected(redis.url);
  await counter.take("script", 1, 4, 60_000);
  await redis.command("SCRIPT", "FLUSH");
  expect(await counter.take("script", 1, 4, 60_000)).toMatchObject({ granted: 1, remaining: 2 });
});

test("a Redis that answers but may not be written to cannot count, until it may", async () => {
  const own = await startRedis();
  const counter = await connected(own.url);
  await own.command("CONFIG", "SET", "maxmemory", "1");
  // What a check has left behind is gone by then.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await expect(counter.check()).rejects.toThrow("OOM");
  await own.command("CONFIG", "SET", "maxmemory", "0");
  await counter.check();
});

test("after a failover behind one address it counts in the new one", async () => {
  const [old, other] = [await startRedis(), await startRedis()];
  let target = old.port;
  const address = createServer((socket) => {
    const to = connect(target, "127.0.0.1");
    socket.on("error", () => {}).pipe(to);
    to.on("error", () => {}).pipe(socket);
  });
  await new Promise<void>((resolve) => address.listen(0, "127.0.0.1", resolve));
  const { port } = address.address() as { readonly port: number };
  const counter = await connected(`redis://127.0.0.1:${port}`);
  target = other.port;
  await old.command("REPLICAOF", "127.0.0.1", String(other.port));
  await expect(counter.take("failover", 1, 4, 60_000)).rejects.toThrow("READONLY");
  for (;;) {
    const taken = await Promise.resolve(counter.take("failover", 1, 4, 60_000)).catch(() => undefined);
    if (taken?.granted === 1) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await other.command("EXISTS", "withholding-forms:limits:failover")).toBe(":1");
  address.close();
});
