import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientOf } from "./client-of.js";

const base = {
  trustProxy: 0,
  knownKey: (authorization: string | undefined) => (authorization === "Bearer good" ? "key-1" : undefined),
  probes: new Set(["/healthz"]),
};

/** Only the parts that are used. */
function request(url: string, headers: IncomingMessage["headers"] = {}, remoteAddress = "192.0.2.1") {
  return { url, headers, socket: { remoteAddress } } as IncomingMessage;
}

test("a verified token counts for its key, wherever it comes from", () => {
  expect(clientOf(request("/v1/forms", { authorization: "Bearer good" }), base)).toEqual({
    id: "key-1",
    known: true,
  });
});

test("others count by address, with one for each IPv6 network", () => {
  const stranger = { id: "192.0.2.1", known: false };
  expect(clientOf(request("/v1/forms"), base)).toEqual(stranger);
  expect(clientOf(request("/v1/forms", { authorization: "Bearer made-up" }), base)).toEqual(stranger);
  const one = clientOf(request("/", {}, "2001:db8:1:2:3::4"), base);
  expect(one).toEqual(clientOf(request("/", {}, "2001:db8:1:2:ffff::1"), base));
});

test("probes count apart from other requests of their address", () => {
  expect(clientOf(request("/healthz"), base)).toEqual({ id: "probe 192.0.2.1", known: false });
});

test.each([
  [0, "198.51.100.7", "192.0.2.1"],
  [1, "198.51.100.7", "198.51.100.7"],
  [1, "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  [2, "203.0.113.9, 198.51.100.7, 198.51.100.8", "198.51.100.7"],
  [2, "198.51.100.7", "198.51.100.7"],
])("behind %d proxies that forward for %s the address is %s", (trustProxy, forwarded, expected) => {
  const { id } = clientOf(request("/", { "x-forwarded-for": forwarded }), { ...base, trustProxy });
  expect(id).toBe(expected);
});
