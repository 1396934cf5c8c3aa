import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { download } from "./download.js";
import { addressChecker } from "./watch/check-address.js";

// This machine plays the public internet: of its addresses, one is public.
vi.mock("./public-address.js", () => ({ isPublicAddress: (address: string) => address === "127.0.0.1" }));
vi.mock("node:dns", () => ({
  lookup: (host: string, _: object, done: (error: null, found: readonly object[]) => void) =>
    done(null, addressesOf[host]?.map((address) => ({ address, family: 4 })) ?? []),
}));
const addressesOf: Readonly<Record<string, readonly string[]>> = {
  "public.example": ["127.0.0.1"],
  "private.example": ["127.0.0.2"],
  "both.example": ["127.0.0.1", "127.0.0.2"],
};

const requests: string[] = [];
const server = createServer((request, reply) => {
  requests.push(`${request.headers.host?.split(":")[0]}${request.url}`);
  const to = /^\/to\/(.+)$/.exec(request.url ?? "")?.[1];
  if (to === undefined) reply.writeHead(request.url === "/robots.txt" ? 404 : 200).end("%PDF-");
  else reply.writeHead(302, { location: `http://${to}:${port}/a.pdf` }).end();
}).listen(0, "0.0.0.0");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const get = (host: string): Promise<Uint8Array> =>
  download(`http://${host}:${port}/a.pdf`, { seconds: 60, maxBytes: 100, allowPrivate: false });

test("a name is requested only if all of its addresses are public", async () => {
  expect(Buffer.from(await get("public.example")).toString()).toBe("%PDF-");
  requests.length = 0;
  await expect(get("private.example")).rejects.toThrow("private.example is not a public address");
  await expect(get("both.example")).rejects.toThrow("both.example is not a public address");
  await expect(get("127.0.0.2")).rejects.toThrow("127.0.0.2 is not a public address");
  expect(requests).toEqual([]);
});

test.each(["private.example", "127.0.0.2", "[::1]"])("a redirect to %s is not followed", async (host) => {
  const check = addressChecker({
    userAgent: "test",
    timeoutMs: 60_000,
    maxBytes: 100,
    pauseMs: 0,
    full: false,
    allowPrivate: false,
    now: new Date("2026-01-02"),
  });
  requests.length = 0;
  const { state, message } = await check(`http://public.example:${port}/to/${host}`, true, undefined);
  expect([state, message]).toEqual(["unreachable", `${host.replace(/[[\]]/g, "")} is not a public address`]);
  expect(requests).toEqual(["public.example/robots.txt", `public.example/to/${host}`]);
});
