import { expect, test } from "vitest";
import { isEmployeeReference } from "./employee-reference.js";

test.each([
  "7",
  "emp-00417",
  "0b8c2f4e-6a51-4d0f-9d3e-1c2b3a4d5e6f",
  "A_b.c~9",
  "12345678",
  "1234567890",
  "e123456789",
  "x".repeat(64),
])("%s is a reference", (value) => {
  expect(isEmployeeReference(value)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["65 characters", "x".repeat(65)],
  ["a space", "emp 1"],
  ["a line feed", "emp\n"],
  ["a letter with an accent", "émile"],
  ["an email address", "jane.doe@example.com"],
  ["nine digits", "219099983"],
  ["a Social Security number", "219-09-9983"],
  ["a social insurance number", "046-454-286"],
  ["nine digits with other separators", "046.454~2_86."],
  ["a number", 7],
  ["a list, as of a parameter that is sent twice", ["a", "b"]],
])("%s is not", (_, value) => {
  expect(isEmployeeReference(value)).toBe(false);
});
