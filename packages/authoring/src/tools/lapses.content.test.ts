import { content, contentProblems } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { problemLine } from "../read/problem.js";
import { lapses } from "./lapses.js";

it("lists what ends within 90 days, the earliest first", () => {
  expect(contentProblems.map(problemLine)).toEqual([]);
  const w4 = { forms: content.forms.filter(({ form }) => form.id === "W4101") };
  expect(lapses(w4, "2026-11-20").split("\n")).toEqual([
    "2026-12-31  W4101 2025.12.0 is for 2026: is there a new form?",
    "2027-02-16  W4101 2025.12.0: an exemption claim ends",
  ]);
  expect(lapses(w4, "2026-11-15")).not.toContain("2027-02-16");
  expect(lapses(w4, "2026-02-17")).toBe("2026-02-17  W4101 2024.12.0: an exemption claim ends");
  expect(lapses(w4, "2027-03-01")).toBe("Nothing ends by 2027-05-30.");
});
