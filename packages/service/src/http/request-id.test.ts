import { expect, test } from "vitest";
import { requestId } from "./request-id.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("a well-formed id of the caller is kept", () => {
  expect(requestId("payroll-2026.11_16")).toBe("payroll-2026.11_16");
});

test.each([
  undefined,
  "",
  "short",
  "has space in it",
  "line\nbreak-here",
  "x".repeat(65),
  ["a-list-of-ids", "two"],
])("%j is replaced by a new id", (given) => {
  expect(requestId(given)).toMatch(uuid);
});
