import { X509Certificate } from "node:crypto";
import { makeCertificate, type TestCertificate } from "@withholding-forms/testing/pdf/certificates";
import { afterEach, expect, test, vi } from "vitest";
import { leadsTo } from "./trust.js";

const authority = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"];
const root = makeCertificate({ name: "Root", extensions: authority });
const middle = makeCertificate({ name: "Middle", extensions: authority, issuer: root });
const leaf = makeCertificate({ name: "Leaf", issuer: middle });
const now = new Date(Date.now() + 60 * 60 * 1000);

afterEach(() => {
  vi.restoreAllMocks();
});

const trusts = (anchors: readonly TestCertificate[], chain: readonly TestCertificate[], time = now) =>
  leadsTo(
    anchors.map(({ certificate }) => certificate),
    chain.map(({ certificate }) => certificate),
    time,
  );

test("a certificate leads to itself, to what issued it, and to what issued that", () => {
  expect(trusts([leaf], [leaf])).toBe(true);
  expect(trusts([middle], [leaf])).toBe(true);
  expect(trusts([root], [leaf, middle])).toBe(true);
  expect(trusts([root], [leaf, middle, root])).toBe(true);
});

test("a certificate does not lead to another authority, over a gap, to one that it did not name, or to nothing", () => {
  const namesake = makeCertificate({ name: "Root", extensions: authority });
  expect(trusts([namesake], [leaf, middle])).toBe(false);
  expect(trusts([root], [leaf])).toBe(false);
  expect(trusts([root], [makeCertificate(), leaf, middle])).toBe(false);
  expect(trusts([root], [])).toBe(false);
  expect(trusts([], [leaf, middle, root])).toBe(false);
});

test("an issuer must be an authority", () => {
  const person = makeCertificate({ name: "Person", issuer: root });
  const forged = makeCertificate({ name: "Forged", issuer: person });
  expect(trusts([root], [forged, person])).toBe(false);
});

test("certificates on the path must be valid at that time; an anchor need not be", () => {
  const expired = makeCertificate({ name: "Middle", extensions: authority, issuer: root, days: 1 });
  const issued = makeCertificate({ issuer: expired });
  const later = new Date(now.getTime() + 1000 * 24 * 60 * 60 * 1000);
  expect(trusts([root], [issued, expired])).toBe(true);
  expect(trusts([root], [issued, expired], later)).toBe(false);
  expect(trusts([expired], [issued], later)).toBe(true);
});

test("each step checks one signature, whatever else is in the list", () => {
  const checks = vi.spyOn(X509Certificate.prototype, "verify");
  // An attacker's authorities all have one name, so each could have issued any other.
  const names = { name: "Evil", extensions: authority, key: "P-384" } as const;
  const evil = Array.from({ length: 12 }, () => makeCertificate(names));
  const chain = [makeCertificate({ issuer: evil[11]! }), ...evil];
  expect(trusts([root], chain)).toBe(false);
  expect(checks.mock.calls.length).toBeLessThanOrEqual(5);
});
