import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { testSummary } from "./scripts/tests/summary.js";

const packages = [
  "contract",
  "interview",
  "catalog",
  "authoring",
  "pdf",
  "address",
  "estimate",
  "service",
  "client",
  "wizard",
  "testing",
];
const source = (path: string): string => new URL(`./packages/${path}`, import.meta.url).pathname;

// Two more than there are cores: tests also wait for browsers, databases, and processes that they start.
const maxWorkers = availableParallelism() + 2;

const tests = (name: string): string => `{packages/*/{src,tests},bench/src,scripts}/**/${name}.test.ts`;
/** Whole instances, and attacks on the service. They are all slow. */
const slowFolders = "packages/service/tests/{faults,security}/**/*.test.ts";

/** `isolate: false`: one worker loads the sources, the content, and the browser once for all of its files. */
function project(
  name: string,
  isolate: boolean,
  include: readonly string[],
  exclude: readonly string[] = [],
): TestProjectInlineConfiguration {
  const test = { name, isolate, include: [...include], exclude: [...exclude], maxWorkers };
  return { extends: true, test: { ...test, sequence: { groupOrder: 0 } } };
}

// Tests import the sources of the workspace's packages, so that a failing line is a line of ours, not of a build.
export default defineConfig({
  resolve: {
    alias: packages.flatMap((name) => [
      { find: new RegExp(`^@withholding-forms/${name}$`), replacement: source(`${name}/src/index.ts`) },
      {
        find: new RegExp(`^@withholding-forms/${name}/(.+)$`),
        replacement: `${source(`${name}/src`)}/$1.ts`,
      },
    ]),
  },
  test: {
    // Only against a test that hangs: longer than `eventually` waits, so that its message says what was missing.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // A worker on a busy machine ends late, and that says nothing about its tests.
    teardownTimeout: 900_000,
    reporters: ["default", testSummary()],
    projects: [
      // Projects run in the order of their names; what takes longest runs first.
      project("browser", false, [tests("*.browser")]),
      project("content", false, [tests("*.content")]),
      // Not part of `npm test`.
      project("exhaustive", true, [tests("*.exhaustive")]),
      project("fast", false, [tests("*")], [tests("*.{slow,content,browser,exhaustive}"), slowFolders]),
      project("slow", true, [tests("*.slow"), slowFolders], [tests("*.{content,browser,exhaustive}")]),
    ],
  },
});
