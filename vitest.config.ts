import { defineConfig } from "vitest/config";

const packages = ["interview", "catalog", "pdf", "address", "service", "client", "wizard"];
const source = (path: string): string => new URL(`./packages/${path}`, import.meta.url).pathname;

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
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
