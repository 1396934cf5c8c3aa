import { defineConfig } from "vitest/config";

const packages = ["interview", "catalog", "pdf", "address", "service", "client", "wizard"];

// Tests import the sources of the workspace's packages, so that a failing line is a line of ours, not of a build.
export default defineConfig({
  resolve: {
    alias: packages.map((name) => ({
      find: new RegExp(`^@withholding-forms/${name}$`),
      replacement: new URL(`./packages/${name}/src/index.ts`, import.meta.url).pathname,
    })),
  },
  test: {
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
