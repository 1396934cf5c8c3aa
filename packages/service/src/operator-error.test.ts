import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lastWords, OperatorError } from "./operator-error.js";
import { StoreError } from "./store/store.js";

test.each([
  [new OperatorError("PORT must be a number."), "PORT must be a number."],
  [new StoreError("UNREACHABLE", "keys.db is missing."), "keys.db is missing."],
])("an operator error is one line", (error, line) => {
  expect(lastWords(error)).toBe(line);
});

test("an error of the operating system is one line", () => {
  let refused: unknown;
  try {
    readFileSync("/no/such/file");
  } catch (error) {
    refused = error;
  }
  expect(lastWords(refused)).toBe("ENOENT: no such file or directory, open '/no/such/file'");
});

test("an internal error is reported with its stack, even if it has a code", () => {
  const fault = Object.assign(new TypeError("x is not a function"), { code: "ERR_FAULT" });
  expect(lastWords(fault)).toContain("operator-error.test.ts");
  expect(lastWords("thrown text")).toBe("thrown text");
});
