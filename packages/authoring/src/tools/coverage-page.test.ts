import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { coveragePage } from "./coverage-page.js";

const compiled = compileContent(baseRoot, () => {});
if (compiled === undefined) throw new Error("the content cannot be read");

const rowsOf = (page: string): string[] => page.split("\n").filter((line) => line.startsWith("| "));

it("lists each form once, with the levels of its newest version", () => {
  const forms = compiled.forms.map((parts) =>
    parts.form.id === "TS101" && parts.form.version === "2026.1.0"
      ? {
          ...parts,
          form: { ...parts.form, verification: { ...parts.form.verification, face: "DERIVED" as const } },
        }
      : parts,
  );
  expect(rowsOf(coveragePage({ ...compiled, forms }))).toEqual([
    "| jurisdiction | forms | lowest | face | rules |",
    "| State of tests | TS101, TS102 | DERIVED | AGENCY_TEXT 1, DERIVED 1 | AGENCY_TEXT 2 |",
    "| Testtown | TS201 | AGENCY_TEXT | AGENCY_TEXT 1 | AGENCY_TEXT 1 |",
  ]);
});

it("leaves out a form whose last version is retired", () => {
  const forms = compiled.forms.filter(({ form }) => form.id === "TS101" && form.version === "2025.1.0");
  expect(rowsOf(coveragePage({ ...compiled, forms }))).toEqual([
    "| jurisdiction | forms | lowest | face | rules |",
  ]);
});
