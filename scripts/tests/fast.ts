import { testFiles, testSource } from "./files.js";

/**
 * What makes a test file slow: it starts processes (commands, servers, browsers, PDF tools), or it goes through all
 * forms. `pdf.faults.test.ts` shows with one form what the tests of all forms prove.
 */
const slow =
  /child_process|(?:test|testing(?:\/[a-z]+)?)\/(?:command|postgres|redis|nginx|browser|process|processes|service|daemon|content|filled|callers|load|store\.suite)(?:\.js)?"|compileContent\(contentRoot|checkContent\(contentRoot/;
/** Generated requests, values or packets by the thousand, every byte of a file, every form or state, and whole years of content. */
const slowFiles = [
  "packages/address/src/properties.test.ts",
  "packages/catalog/src/agency/compare/compare-files.test.ts",
  "packages/catalog/src/agency/make.test.ts",
  "packages/catalog/src/authoring/check/check.test.ts",
  "packages/catalog/src/authoring/new-form.test.ts",
  "packages/catalog/src/authoring/official/bind-form.test.ts",
  "packages/catalog/src/authoring/next-year.test.ts",
  "packages/catalog/src/authoring/quick-yaml.test.ts",
  "packages/client/src/content.test.ts",
  "packages/client/src/journey.property.test.ts",
  "packages/interview/src/publish.test.ts",
  "packages/pdf/src/agency/clean.test.ts",
  "packages/pdf/src/agency/survey.test.ts",
  "packages/pdf/src/draw/draw.test.ts",
  "packages/pdf/src/fill/fill.test.ts",
  "packages/pdf/src/fill/letters.test.ts",
  "packages/pdf/src/fill/property.test.ts",
  "packages/pdf/src/official.test.ts",
  "packages/pdf/src/seal/verify-seal.test.ts",
  "packages/service/src/content.test.ts",
  "packages/service/src/http/overload/pipelining.test.ts",
  "packages/service/src/http/routes/forms/every-state.test.ts",
  "packages/service/src/specification-only.test.ts",
  "packages/testing/src/daemons/daemons.test.ts",
];
const slowFolders = ["packages/service/src/security/"];

/** The test files that a contributor runs while working: `npm run test:fast`. */
export function fastTests(): string[] {
  const files = testFiles();
  const gone = slowFiles.filter((file) => !files.includes(file));
  if (gone.length > 0)
    throw new Error(`scripts/tests/fast.ts lists files that do not exist: ${gone.join(", ")}`);
  return files.filter(
    (file) =>
      !slowFiles.includes(file) &&
      !slowFolders.some((folder) => file.startsWith(folder)) &&
      !slow.test(testSource(file)),
  );
}
