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

describe("the hash of an event is that of a JSON list, in every version of the service", () => {
  const hash = (list: string) => createHash("sha256").update(list).digest("hex");

  test("without a claim", () => {
    expect(hashOf(linked())).toBe(
      hash('["0123456789abcdef",7,"","2026-11-16T18:30:00.000Z","r1","k1","AL101","2014.3.0","en","00"]'),
    );
  });

  test("with a claim", () => {
    expect(hashOf(linked({ idempotencyKey: "a", requestDigest: "b" }))).toBe(
      hash(
        '["0123456789abcdef",7,"","2026-11-16T18:30:00.000Z","r1","k1","AL101","2014.3.0","en","00","a","b"]',
      ),
    );
  });

  test("with characters to escape", () => {
    expect(hashOf(linked({ keyId: 'é"\\\n', requestId: "</script>" }))).toBe(
      hash(
        String.raw`["0123456789abcdef",7,"","2026-11-16T18:30:00.000Z","</script>","é\"\\\n","AL101","2014.3.0","en","00"]`,
      ),
    );
  });
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
