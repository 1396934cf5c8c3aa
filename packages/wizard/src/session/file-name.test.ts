import { expect, test } from "vitest";
import { fileNameOf } from "./file-name.js";

test.each([
  ["W-4", "2026", "Jane Doe", "W-4 2026 - Jane Doe.pdf"],
  ["AL A4", "2014", "Zoë O’Brien-Smith", "AL A4 2014 - Zoë O’Brien-Smith.pdf"],
  ["TD1/ON", "2026", 'A. "Bo" <C>: D|E?*\\', "TD1 ON 2026 - A. Bo C D E.pdf"],
  // A name that a file system would read as a folder, that is invisible, or that Windows cuts off.
  ["W-4", "2026", "../../etc", "W-4 2026 - etc.pdf"],
  ["W-4", "2026", "Jane\u202e\u0000\n Doe Jr.", "W-4 2026 - Jane Doe Jr.pdf"],
  ["W-4", "2026", "", "W-4 2026.pdf"],
])("%s %s of %j is %s", (form, version, person, name) => {
  expect(fileNameOf(form, version, person)).toBe(name);
});

test("a long name is cut, and keeps its ending", () => {
  const name = fileNameOf("W-4", "2026", "x".repeat(300));
  expect(name).toMatch(/^W-4 2026 - x+\.pdf$/);
  expect(name.length).toBe(124);
});
