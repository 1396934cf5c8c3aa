import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkContent } from "../check/check.js";
import { problemLine } from "../read/problem.js";

it("gives the end of a claim that is no exemption under its own name", async () => {
  const root = mkdtempSync(join(tmpdir(), "validity-"));
  try {
    cpSync(fileURLToPath(new URL("../check/test/base", import.meta.url)), root, { recursive: true });
    const form = join(root, "us/TS/TS102/2026.1.0");
    const claim = "{ when: poor, until: END_OF_YEAR, basis: printed, gives: wageExpires }";
    const head = readFileSync(join(form, "form.yaml"), "utf8");
    writeFileSync(
      join(form, "form.yaml"),
      head.replace("basis: printed }", `basis: printed, exemption: [${claim}] }`),
    );
    appendFileSync(
      join(root, "parameters.yaml"),
      "  wageExpires: { type: date, about: Since when the wage is low. }\n",
    );
    appendFileSync(
      join(form, "cases.yaml"),
      `- case: low
  from: a low wage
  parameters: { TS.wageExpires: "2026-12-31", TS.exemptExpires: null }
- case: not low
  answers: { status: SINGLE, wage: 600 }
  parameters: { TS.wageExpires: null }
`,
    );
    const { problems } = await checkContent(root, { only: "us/TS/TS102", draw: false });
    expect(problems.map(problemLine)).toEqual([]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
