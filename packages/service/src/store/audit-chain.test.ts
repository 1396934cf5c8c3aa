import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashOf } from "./audit-chain.js";
import { event } from "./test/event.js";

const linked = (other: Parameters<typeof event>[1] = {}) => ({
  ...event("r1", other),
  writer: "0123456789abcdef",
  sequence: 7,
  previous: "",
});

describe("the hash of an event is that of a JSON list of its members", () => {
  const hash = (list: string) => createHash("sha256").update(list).digest("hex");
  const end =
    '["previous",""],["requestId","r1"],["sequence",7],["sha256","00"],["time","2026-11-16T18:30:00.000Z"],["writer","0123456789abcdef"]]';

  test("without a claim", () => {
    expect(hashOf(linked())).toBe(
      hash(`[["formId","AL101"],["formVersion","2014.3.0"],["keyId","k1"],["language","en"],${end}`),
    );
  });

  test("with an employee reference", () => {
    expect(hashOf(linked({ employeeReference: "emp-00417" }))).toBe(
      hash(
        `[["employeeReference","emp-00417"],["formId","AL101"],["formVersion","2014.3.0"],["keyId","k1"],["language","en"],${end}`,
      ),
    );
  });

  test("with characters to escape", () => {
    expect(hashOf(linked({ keyId: 'é"\\\n' }))).toBe(
      hash(
        String.raw`[["formId","AL101"],["formVersion","2014.3.0"],["keyId","é\"\\\n"],["language","en"],${end}`,
      ),
    );
  });
});

test("a member that no event has yet is part of the hash", () => {
  expect(hashOf(Object.assign(linked(), { added: "x" }))).not.toBe(hashOf(linked()));
});

test("the own hash of an event is not", () => {
  expect(hashOf(Object.assign(linked(), { hash: "00" }))).toBe(hashOf(linked()));
});

test.each([
  ["a number", { formVersion: 5 }],
  ["a list", { formVersion: ["5"] }],
  ["null", { formVersion: null }],
  ["nothing", { formVersion: undefined }],
])("a string that was changed to %s has another hash", (_, change) => {
  const before = linked({ formVersion: "5" });
  expect(hashOf({ ...before, ...(change as object) })).not.toBe(hashOf(before));
});
