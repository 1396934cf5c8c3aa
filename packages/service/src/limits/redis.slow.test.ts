import { connect, createServer } from "node:net";
import { startRedis } from "@withholding-forms/testing/daemons/redis";
import { eventually } from "@withholding-forms/testing/eventually";
import { afterAll, describe, expect, test } from "vitest";
import type { SharedCounter } from "./counter.js";
import { redisCounter } from "./redis.js";
import { counterSuite } from "./test/counter.suite.js";

const opened: SharedCounter[] = [];
afterAll(() => {
  for (const counter of opened) counter.close();
});

/** Waits for the connection: before that, the counter rejects. On a busy machine Redis may take more than the usual time. */
async function connected(url: string): Promise<SharedCounter> {
  const counter = redisCounter(url, 60_000);
  opened.push(counter);
  const isConnected = async (): Promise<boolean> => {
    await counter.check();
    return true;
  };
  await eventually(isConnected, { what: "the connection to Redis" });
  return counter;
}

const redis = await startRedis({ password: "pass word/1" });

describe("in Redis", () => counterSuite(() => connected(redis.url)));

test("two connections count together", async () => {
  const [one, other] = [await connected(redis.url), await connected(redis.url)];
  await one.take("together", 3, 4, 60_000);
  expect(await other.take("together", 1, 4, 60_000)).toMatchObject({ granted: 1, remaining: 0 });
});

test("a count is deleted from Redis when its window ends", async () => {
  const counter = await connected(redis.url);
  await counter.take("short", 1, 4, 30);
  const exists = (): Promise<string> => redis.command("EXISTS", "withholding-forms:limits:short");
  await eventually(async () => (await exists()) === ":0", { what: "the key to expire" });
});

test("sends the script again to a Redis that has lost it", async () => {
  const counter = await connected(redis.url);
  await counter.take("script", 1, 4, 60_000);
  await redis.command("SCRIPT", "FLUSH");
  expect(await counter.take("script", 1, 4, 60_000)).toMatchObject({ granted: 1, remaining: 2 });
});

test("a read-only Redis cannot count until it becomes writable", async () => {
  const own = await startRedis();
  const counter = await connected(own.url);
  await own.command("CONFIG", "SET", "maxmemory", "1");
  // Deletes what an earlier check left behind.
  const refusal = async (): Promise<string | undefined> =>
    Promise.resolve(counter.check()).then(
      () => undefined,
      (error: Error) => error.message,
    );
  expect(await eventually(refusal, { what: "a check that fails" })).toContain("OOM");
  await own.command("CONFIG", "SET", "maxmemory", "0");
  await counter.check();
});

test("after a failover behind one address, it counts in the new server", async () => {
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
  const isGranted = async (): Promise<boolean> =>
    (await counter.take("failover", 1, 4, 60_000)).granted === 1;
  await eventually(isGranted, { what: "the new Redis to count" });
  expect(await other.command("EXISTS", "withholding-forms:limits:failover")).toBe(":1");
  address.close();
});
