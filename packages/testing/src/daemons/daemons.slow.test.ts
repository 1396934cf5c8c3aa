import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startNginx } from "./nginx.js";
import { startPostgres } from "./postgres.js";
import { startRedis } from "./redis.js";

// The servers of other tests work as their names say; otherwise those tests would show nothing.

test("PostgreSQL keeps what was committed when it is killed, and comes back on its port", async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase();
  await postgres.query("CREATE TABLE kept (word text)", url);
  await postgres.query("INSERT INTO kept VALUES ('still here')", url);
  await postgres.kill();
  await expect(postgres.query("SELECT 1")).rejects.toThrow("ECONNREFUSED");
  await postgres.restart();
  expect(await postgres.query("SELECT word FROM kept", url)).toEqual([{ word: "still here" }]);
});

test("a paused Redis answers once it is resumed, and one that is stopped does not", async () => {
  const redis = await startRedis({ password: "secret" });
  expect(redis.url).toBe(`redis://:secret@127.0.0.1:${redis.port}`);
  redis.pause();
  let answered = false;
  const answer = redis.command("SET", "name", "value").finally(() => {
    answered = true;
  });
  // Another one is asked later and answers.
  const other = await startRedis();
  expect(await other.command("SET", "name", "value")).toBe("+OK");
  expect(answered).toBe(false);
  redis.resume();
  expect(await answer).toBe("+OK");
  await redis.stop();
  await expect(redis.command("PING")).rejects.toThrow("ECONNREFUSED");
});

test("nginx passes requests to the instances in turn and skips an unreachable one", async () => {
  const [one, other] = await Promise.all([instance("one"), instance("other")]);
  const nginx = await startNginx([one.port, other.port]);
  const ask = async () => (await fetch(`${nginx.url}/path`)).text();
  expect(new Set([await ask(), await ask(), await ask(), await ask()])).toEqual(
    new Set(["one /path", "other /path"]),
  );
  one.close();
  expect(new Set([await ask(), await ask(), await ask(), await ask()])).toEqual(new Set(["other /path"]));
});

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function instance(name: string): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => response.end(`${name} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  closing.push(close);
  return { port: (server.address() as AddressInfo).port, close };
}
