import { expect, test } from "vitest";
import { fileNameOf } from "./file-name.js";
import { formLabel, formName } from "./form-name.js";

test.each([
  ["W-4 2026", "Jane Doe", "W-4 2026 - Jane Doe.pdf"],
  ["AL A4", "Zoë O’Brien-Smith", "AL A4 - Zoë O’Brien-Smith.pdf"],
  ["CA DE 4/S 2026", "en blanco", "CA DE 4 S 2026 - en blanco.pdf"],
  ["TD1/ON", 'A. "Bo" <C>: D|E?*\\', "TD1 ON - A. Bo C D E.pdf"],
  // A name that a file system would read as a folder, that is invisible, or that Windows cuts off.
  ["W-4", "../../etc", "W-4 - etc.pdf"],
  ["W-4", "Jane\u202e\u0000\n Doe Jr.", "W-4 - Jane Doe Jr.pdf"],
  ["W-4", "", "W-4.pdf"],
])("%s of %j is in the file %s", (what, which, name) => {
  expect(fileNameOf(what, which)).toBe(name);
});

test("a long name is cut, and keeps its ending", () => {
  const name = fileNameOf("W-4 2026", "x".repeat(300), ".zip");
  expect(name).toMatch(/^W-4 2026 - x+\.zip$/);
  expect(name.length).toBe(124);
});

test.each([
  ["W-4", "FEDERAL", undefined, "W-4"],
  ["W-4", "FEDERAL", 2026, "W-4 2026"],
  ["TD1", "CANADA_FEDERAL", 2026, "TD1 2026"],
  ["A4", "AL", undefined, "AL A4"],
  ["OR-W-4", "OR", 2026, "OR-W-4 2026"],
  ["5527 (DW-4)", "MI_DETROIT", undefined, "MI 5527 (DW-4)"],
])("%s of %s for %s is shown as %s", (name, formLocality, taxYear, shown) => {
  expect(formName({ name, formLocality, taxYear })).toBe(shown);
});

test("the name for reading has the tax year in parentheses", () => {
  expect(formLabel({ name: "W-4", formLocality: "FEDERAL", taxYear: 2026 })).toBe("W-4 (2026)");
  expect(formLabel({ name: "A4", formLocality: "AL" })).toBe("AL A4");
});
