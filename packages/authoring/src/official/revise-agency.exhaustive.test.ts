import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkContent } from "../check/check.js";
import { contentRoot } from "../read/paths.js";
import { reviseForm } from "./revise-form.js";

// Versions that were written by hand, drafted again from the print before and the print.

const root = mkdtempSync(join(tmpdir(), "revise-"));
beforeAll(() => cpSync(contentRoot, root, { recursive: true }));
afterAll(() => rmSync(root, { recursive: true }));

const text = (path: string): string => readFileSync(join(root, path), "utf8");
/** Amounts of a figures file, by name. */
const amounts = (path: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parse(text(path)).figures as Record<string, { amount?: number }>).map(
      ([name, { amount }]) => [name, amount],
    ),
  );
const choices = { page: join(root, "page.html"), today: "2026-11-19" };

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
});

describe.runIf(officialPresent)("a draft", () => {
  test("MW507 12/20 to 05/22 has all amounts and the binding of the version written by hand, and only TODOs", async () => {
    const result = await reviseForm(root, {
      ...choices,
      formId: "MD101",
      from: "2020.12.0",
      draft: "2021.5.0",
      file: officialBytes("us/MD/mw507-2022.pdf"),
      before: officialBytes("us/MD/mw507-2021.pdf"),
    });
    expect(result.revision).toBe("COM/RAD-036 05/22");
    expect(result.figures).toEqual([
      { name: "standardDeductionLeast", amount: "$1,550", now: ["$1,600"], doubtful: false },
      { name: "standardDeductionMost", amount: "$2,300", now: ["$2,400"], doubtful: false },
    ]);
    expect(amounts("us/MD/figures/2021.yaml")).toEqual(amounts("us/MD/figures/2022.yaml"));
    const [own, byHand] = ["2021.5.0", "2022.5.0"].map((version) =>
      parse(text(`us/MD/MD101/${version}/official.yaml`)),
    );
    for (const part of ["fields", "private", "signature", "wording", "sha256", "revision"])
      expect(own[part]).toEqual(byHand[part]);
    const { problems } = await checkContent(root, { only: "us/MD/MD101", draw: false });
    const left = problems.filter(
      ({ file, rule, message }) =>
        file.includes("2021") && !(rule === "placeholder" || message.includes("TODO")),
    );
    expect(left.map(({ message }) => message)).toEqual([
      "the form has other figures than us/MD/MD101/2020.12.0: write a case with them",
    ]);
  });

  test("W-4 2025 to 2026: amounts that are in both prints, and comments for the new worksheet", async () => {
    const byHand = amounts("us/FEDERAL/figures/2026.yaml");
    rmSync(join(root, "us/FEDERAL/figures/2026.yaml"));
    const { figures, todos, revision, binding } = await reviseForm(root, {
      ...choices,
      formId: "W4101",
      from: "2024.12.0",
      draft: "2025.12.9",
      file: officialBytes("us/federal/fw4-2026.pdf"),
      before: officialBytes("us/federal/fw4-2025.pdf"),
    });
    expect(revision).toBe("2026");
    const plain = figures.map(({ name, now }) => [name, Number(now[0]?.replace(/[$,]/g, ""))]);
    for (const name of [
      "childCredit",
      "standardDeduction",
      "standardDeductionHead",
      "standardDeductionJoint",
    ])
      expect(plain).toContainEqual([name, byHand[name]]);
    expect(figures.find(({ name }) => name === "exemptClaimEnds")?.now).toEqual(["February 16, 2027"]);
    for (const added of ["$768,700", "$505,000", "0.5%"])
      expect(todos.join("\n")).toContain(`the print's ${added}`);
    expect(binding?.fields).toBe(48);
    // Entries under the old name of a field would print in another line.
    const official = text("us/FEDERAL/W4101/2025.12.9/official.yaml");
    expect(official).toContain("# TODO check: renamed");
    const byName = (name: string): string =>
      official.split("\n").find((line) => line.includes(`${name}:`)) ?? "";
    expect(byName("Page4[0].f4_04[0]")).toContain("# TODO check");
  });

  test("the print of the version itself is nothing to revise", async () => {
    const file = officialBytes("us/CA/de4-rev55-2025.pdf");
    await expect(reviseForm(root, { ...choices, formId: "CA101", draft: "2030.1.0", file })).rejects.toThrow(
      "the file is the print of CA101 2025.1.0, so there is nothing to revise",
    );
  });
});
