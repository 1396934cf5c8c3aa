import type { Block } from "@withholding-forms/pdf";
import { expect, test } from "vitest";
import { optionName, withDistinctNames } from "./field-names.js";

test("a box of a choice is named after its question and its option", () => {
  expect(optionName("Is your spouse a servicemember?", "Yes")).toBe("Is your spouse a servicemember? Yes");
  expect(optionName("Filing status", "Single")).toBe("Filing status: Single");
});

test("fields of one name get the title of their section, or a number within the same section", () => {
  const row = (...names: string[]): Block => ({
    kind: "row",
    cells: names.map((name) => ({ label: "City", span: 1, field: { name, kind: "text", tooltip: "City" } })),
  });
  const blocks: Block[] = [
    { kind: "section", title: "Employee" },
    row("city"),
    { kind: "section", title: "Recipients" },
    row("city1", "city2"),
    // The same field in a second place keeps its name.
    row("city"),
    { kind: "line", text: "Total", field: { name: "total", kind: "text", tooltip: "Total" } },
  ];
  const names = withDistinctNames(blocks).flatMap((block) =>
    block.kind === "row"
      ? block.cells.map(({ field }) => field.tooltip)
      : block.kind === "line"
        ? [block.field?.tooltip]
        : [],
  );
  expect(names).toEqual([
    "Employee: City",
    "Recipients: City (1)",
    "Recipients: City (2)",
    "Employee: City",
    "Total",
  ]);
});
