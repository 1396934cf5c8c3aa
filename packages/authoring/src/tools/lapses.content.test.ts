import { content, contentProblems } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { problemLine } from "../read/problem.js";
import { lapses } from "./lapses.js";

/** Without the versions of later years, which agencies print from now on. */
const of = (...ids: string[]) => ({
  shared: content.shared,
  forms: content.forms.filter(({ form }) => ids.includes(form.id) && form.effective <= "2026-12-31"),
});

it("lists what ends within 90 days, the earliest first", () => {
  expect(contentProblems.map(problemLine)).toEqual([]);
  expect(lapses(of("W4101"), "2026-11-20").split("\n")).toEqual([
    "2026-12-31  W4101 2025.12.0 is for 2026: is there a new form?",
    "2027-02-16  W4101 2025.12.0: a claim ends",
  ]);
  expect(lapses(of("W4101"), "2026-11-15")).not.toContain("2027-02-16");
  expect(lapses(of("W4101"), "2027-03-01")).toBe("Nothing ends by 2027-05-30.");
});

it("leaves out what a newer version has replaced by then", () => {
  const { shared, forms } = of("W4101");
  const old = forms.filter(({ form }) => form.version === "2024.12.0");
  expect(lapses({ shared, forms: old }, "2026-02-17")).toBe("2026-02-17  W4101 2024.12.0: a claim ends");
  expect(lapses({ shared, forms }, "2026-02-17")).toBe("Nothing ends by 2026-05-18.");
});

it("names forms that reject everybody first, 90 days ahead, and only those without a next version", () => {
  const known = content.forms.filter(({ form }) => form.id === "MD102");
  expect(known.map(({ form }) => form.version)).toContain("2027.1.0");
  const { shared } = content;
  expect(lapses({ shared, forms: known }, "2026-10-02")).toBe("Nothing ends by 2026-12-31.");
  expect(lapses(of("MD102"), "2026-10-02")).toContain("rejects everybody");
  expect(lapses(of("MD102"), "2026-10-01")).toBe("Nothing ends by 2026-12-30.");
  const lines = lapses(of("AR102", "MD102", "NY103", "NY104", "W4101"), "2026-10-02").split("\n");
  expect(lines.filter((line) => line.includes("rejects everybody"))).toEqual(lines.slice(0, 4));
  expect(lines.slice(0, 4).map((line) => line.slice(0, 17))).toEqual([
    "2026-12-31  AR102",
    "2026-12-31  MD102",
    "2026-12-31  NY103",
    "2026-12-31  NY104",
  ]);
});
