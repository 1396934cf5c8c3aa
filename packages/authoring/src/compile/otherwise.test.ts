import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { expect, it } from "vitest";
import { problemLine } from "../read/problem.js";
import { compileContent } from "./compile.js";

it("maps every option that `next` does not name as `otherwise` says", () => {
  const root = mkdtempSync(join(tmpdir(), "otherwise-"));
  cpSync(baseRoot, root, { recursive: true });
  const file = join(root, "us/TS/TS101/2025.1.0/questions.yaml");
  const before = readFileSync(file, "utf8");
  writeFileSync(
    file,
    before.replace(
      "next: { by: status, SINGLE: QS3, MARRIED: QS2, ALIEN: INELIGIBLE }",
      "next: { by: status, MARRIED: QS2, otherwise: QS3 }",
    ),
  );
  const compiled = compileContent(root, (problem) => expect.unreachable(problemLine(problem)));
  rmSync(root, { recursive: true });
  const form = compiled?.forms.find(({ form: { id, version } }) => id === "TS101" && version === "2025.1.0");
  expect(form?.sets.en.plain.find(({ id }) => id === "QS1")?.navigation).toEqual({
    navigationType: "VARIABLE",
    questionId: "status",
    navigationMappings: {
      MARRIED: { hasMoreQuestions: true, nextQuestionSetId: "QS2" },
      SINGLE: { hasMoreQuestions: true, nextQuestionSetId: "QS3" },
      ALIEN: { hasMoreQuestions: true, nextQuestionSetId: "QS3" },
    },
  });
});
