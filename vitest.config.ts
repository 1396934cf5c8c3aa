import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { fastTests } from "./scripts/tests/fast.js";
import { browserTests, contentTests, serviceTests } from "./scripts/tests/shared.js";
import { testSummary } from "./scripts/tests/summary.js";

const packages = [
  "contract",
  "interview",
  "catalog",
  "pdf",
  "address",
  "service",
  "client",
  "wizard",
  "testing",
];
const source = (path: string): string => new URL(`./packages/${path}`, import.meta.url).pathname;

const faults = "packages/service/src/faults/**/*.test.ts";
const fast = fastTests();
const content = contentTests();
const browser = browserTests();
const service = serviceTests().filter((file) => !fast.includes(file));
// Two more than there are cores: tests also wait for browsers, databases, and processes that they start.
const maxWorkers = availableParallelism() + 2;

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
      {
        extends: true,
        test: {
          name: "fast",
          include: fast,
          // One worker reads the sources and the content once for all of its files, which takes most of their time.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "code",
          include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [faults, ...fast, ...content, ...browser, ...service],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          // Projects run in the order of their names; these files take longest, so they run first.
          name: "all-forms",
          include: content,
          // One worker compiles the content once for all of its files.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: browser,
          // One worker starts one browser and one service for all of its files.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: service,
          // One worker reads the sources and the content of the service once for all of its files.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole instances under load. They spend most of their time waiting, and must pass on a busy machine.
        extends: true,
        test: { name: "faults", include: [faults], maxWorkers, sequence: { groupOrder: 0 } },
      },
    ],
  },
});
