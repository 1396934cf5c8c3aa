import { expect, test } from "vitest";
import { printable } from "./print.js";

test.each([
  ["an escape sequence", "a\u001b]0;title\u0007b", "a\\u001b]0;title\\u0007b"],
  ["a control character of one byte", "a\u009b31mb\u007f", "a\\u009b31mb\\u007f"],
  ["a carriage return and a backspace", "a\rb\bc\u0000", "a\\u000db\\u0008c\\u0000"],
  ["a change of direction", "a\u202eb\u2066c\u200fd\u061c", "a\\u202eb\\u2066c\\u200fd\\u061c"],
  ["a line separator", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  ["lines, tabs, and letters of all languages", "Zoë\t№ 5\nשלום 🚀", "Zoë\t№ 5\nשלום 🚀"],
])("%s is printed so that a terminal only shows it", (_, text, printed) => {
  expect(printable(text)).toBe(printed);
});

test("JSON means the same afterward", () => {
  const value = { text: "a\u009bb\u202ec\u001bd\n" };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});
