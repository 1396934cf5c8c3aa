import { expect, test } from "vitest";
import { claimId, requestDigest, secretIdOf } from "./request-digest.js";

const secret = { kid: "0011223344556677", secret: Uint8Array.from({ length: 32 }, (_, index) => index) };
const other = { kid: "0011223344556677", secret: new Uint8Array(32) };
const request = { body: { b: [1, { d: "x", c: null }], a: "25.50" }, language: "en" };

test("a digest cannot be computed without the secret and the caller's key", () => {
  const digest = requestDigest(secret, "a-key-of-a-caller", request);
  expect(digest).toMatch(/^0011223344556677\.[0-9a-f]{64}$/);
  expect(requestDigest(other, "a-key-of-a-caller", request)).not.toBe(digest);
  expect(requestDigest(secret, "a-key-of-a-caller2", request)).not.toBe(digest);
  expect(secretIdOf(digest)).toBe("0011223344556677");
});

test("the order of members makes no difference; everything else does", () => {
  const digest = requestDigest(secret, "key", request);
  const same = { language: "en", body: { a: "25.50", b: [1, { c: null, d: "x" }] } };
  expect(requestDigest(secret, "key", same)).toBe(digest);
  const others = [
    { ...request, language: "fr" },
    { ...request, body: { ...request.body, a: 25.5 } },
    { ...request, body: { ...request.body, b: [{ d: "x", c: null }, 1] } },
    { ...request, body: { ...request.body, c: "" } },
  ];
  for (const one of others) expect(requestDigest(secret, "key", one)).not.toBe(digest);
});

test("a claim belongs to one API key", () => {
  expect(claimId("k1", "key")).toMatch(/^[0-9a-f]{64}$/);
  expect(claimId("k1", "key")).not.toBe(claimId("k2", "key"));
  expect(claimId("k1", "2-key")).not.toBe(claimId("k12", "-key"));
});
