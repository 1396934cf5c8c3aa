import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

// What a test file may not contain, so that no result depends on time and no test is silently skipped.

interface Rule {
  readonly about: string;
  readonly pattern: RegExp;
}

const rules: readonly Rule[] = [
  { about: "a second attempt hides a fault", pattern: /\bretry:|\.retry\(/ },
  {
    about: "a test that is left out proves nothing",
    pattern: /\b(?:it|test|describe)\b.*?\.(?:skip|only|todo|fails|skipIf|runIf)\b/,
  },
  {
    about: "a test that leaves itself out needs a condition and a reason",
    pattern: /(?<!\.)\bskip\((?!!\w+, \w+\))/,
  },
  {
    about: "wait for a condition with `eventually`",
    pattern: /\bset(?:Timeout|Interval)\b|timers\/promises|waitForTimeout/,
  },
  { about: "`eventually` is the one way to wait", pattern: /\bvi\.wait(?:For|Until)\b|\.poll\(/ },
  {
    about: "the limit of a test is the same for all, far beyond what a busy machine needs",
    pattern: /^\s*(?:\}, )?[0-9_]{5,}(?:,|\);)$|\btimeout: |\b(?:test|hook)Timeout\b/,
  },
  {
    about: "start programs of ours with `startNode`, whose time limits hold on a busy machine",
    pattern: /\b(?:spawn|fork)\(|\bexecPath\b/,
  },
  {
    about: "open pages with `newPage`, which waits long enough",
    pattern: /setDefault(?:Navigation)?Timeout|\.newContext\(|browser\.newPage\(|chromium\.launch\(/,
  },
];

/** Exactly these lines may break a rule: file, part of the line, reason. */
const exceptions: readonly (readonly [file: string, part: string, reason: string])[] = [
  ...[
    "packages/authoring/tests/agency.exhaustive.test.ts",
    "packages/authoring/src/official/audit-agency.exhaustive.test.ts",
    "packages/authoring/src/official/revise-agency.exhaustive.test.ts",
    "packages/authoring/src/official/compare/compare-files.slow.test.ts",
    "packages/authoring/src/official/bind-agency.content.test.ts",
    "packages/pdf/src/agency/survey.slow.test.ts",
    "packages/pdf/src/official.exhaustive.test.ts",
    "packages/service/src/cli/official-status.slow.test.ts",
    "packages/service/src/cli/official.slow.test.ts",
  ].map(
    (file) =>
      [
        file,
        ".runIf(officialPresent)",
        "the summary of the run says that the agencies' files are missing",
      ] as const,
  ),
  ["packages/client/src/call.test.ts", 'toFake: ["setTimeout"', "the clock is injected"],
  ["packages/client/src/call.test.ts", 'spyOn(globalThis, "setTimeout")', "the clock is injected"],
  [
    "packages/address/src/census-defaults.test.ts",
    'spyOn(globalThis, "setTimeout")',
    "the clock is injected",
  ],
  ["packages/service/src/process/signals.test.ts", 'toFake: ["setTimeout"', "the clock is injected"],
  ["packages/service/src/store/snapshot.test.ts", 'toFake: ["setTimeout"', "the clock is injected"],
  ["packages/testing/src/scripted-time.ts", "timers/promises", "the clock is injected"],
  ["packages/testing/src/scripted-time.ts", 'spyOn(timers, "setTimeout")', "the clock is injected"],
  ["packages/testing/src/eventually.ts", "timers/promises", "the one bounded wait"],
  ["packages/testing/src/wizard/browser.ts", "chromium.launch(", "the one browser"],
  ["packages/testing/src/wizard/browser.ts", "timeout: hangMs", "ends a start that hangs"],
  ["packages/testing/src/wizard/browser.ts", "browser.newContext(", "`newPage` itself"],
  ["packages/testing/src/wizard/browser.ts", "page.setDefaultTimeout(hangMs)", "`newPage` itself"],
  [
    "packages/service/src/http/overload/http-server.test.ts",
    "timeout: 20_000",
    "a promised limit of the service",
  ],
  ["packages/testing/src/programs.ts", "...within([process.execPath, ...args])]", "`startNode` itself"],
  ["packages/testing/src/programs.ts", "const child = spawn(program, rest, {", "`startNode` itself"],
  ["packages/testing/src/daemons/daemon.ts", "spawn(programPath(", "a program of others"],
  ["packages/testing/src/faults/load.ts", "fork(await program()", "a load generator, which only sends"],
  ...(
    [
      ["packages/authoring/src/tools/docs-commands.slow.test.ts", "cli, command"],
      ["packages/authoring/src/tools/draw-form.slow.test.ts", 'cli, "draw"'],
      ["packages/authoring/src/check/only.slow.test.ts", 'cli, "check"'],
      ["packages/service/src/client.slow.test.ts", "run(process.execPath, "],
      ["packages/service/tests/shipping/kubernetes.slow.test.ts", "typescript/bin/tsc"],
      ["packages/service/tests/security/dependencies.test.ts", "scripts/audit.mjs"],
      ["packages/wizard/src/react-example.exhaustive.test.ts", "typescript/bin/tsc"],
      ["packages/address/src/places.slow.test.ts", "scripts/build-data.mjs"],
      ["packages/estimate/src/figures.slow.test.ts", "process.execPath"],
      ["packages/service/src/cli/mcp.slow.test.ts", "[command, args] = [process.execPath, "],
    ] as const
  ).map(([file, part]) => [file, part, "a program without time limits"] as const),
  ["packages/service/tests/security/sandbox.test.ts", "realpathSync(process.execPath)", "starts nothing"],
  [
    "packages/testing/src/daemons/daemon.ts",
    "const force = setTimeout",
    "ends a server that ignores its signal",
  ],
  ["packages/testing/src/security/raw.ts", "socket.setTimeout", "ends a connection that hangs"],
  [
    "packages/service/tests/security/canaries.test.ts",
    "setInterval(() => {}, 1000)",
    "keeps a process alive until it is killed",
  ],
  ["packages/testing/src/faults/callers.ts", "timers/promises", "pace of the callers, not a wait"],
  ["packages/testing/src/faults/callers.ts", "const patience = setTimeout", "ends a request that hangs"],
  ["packages/testing/src/faults/load.ts", "seconds * 1000", "how long a load lasts"],
  ["packages/testing/src/faults/load-process.ts", "setTimeout(", "pace of a load generator"],
  [
    "packages/service/src/store/sqlite.slow.test.ts",
    "const timer = setInterval",
    "counts turns of the event loop",
  ],
  ["packages/service/src/http/routes/images/burst.test.ts", 'toFake: ["setTimeout"', "the clock is injected"],
  [
    "packages/service/tests/faults/slow-clients.test.ts",
    "const timer = setInterval",
    "a client that sends slowly",
  ],
];

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = ["packages", "bench", "scripts"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .filter((path) => /\.test\.ts$|\/(?:test|faults)\/.*\.ts$|^testing\/.*\.ts$/.test(path))
    .map((path) => `${folder}/${path}`)
    .filter((path) => path !== "scripts/tests/rules.test.ts"),
);

function breaches(file: string, text: string): { readonly at: string; readonly line: string }[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ about }) => ({ at: `${file}:${index + 1}: ${about}`, line })),
    );
}

test("no test sleeps, polls on its own, starts programs on its own, is retried or is skipped", () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    breaches(file, readFileSync(`${root}${file}`, "utf8"))
      .filter(({ line }) => !exceptions.some(([where, part]) => where === file && line.includes(part)))
      .map(({ at }) => at),
  );
  expect(found).toEqual([]);
});

test("every exception is still needed", () => {
  const unused = exceptions.filter(
    ([file, part]) =>
      !breaches(file, readFileSync(`${root}${file}`, "utf8")).some(({ line }) => line.includes(part)),
  );
  expect(unused).toEqual([]);
});

describe("the rules find", () => {
  test.each([
    "test('x', { retry: 1 }, () => {});",
    "it.skip('x', () => {});",
    "describe.skipIf(missing)('x', () => {});",
    "test.each([1]).only('x', () => {});",
    "  skip();",
    "  skip(true);",
    "await new Promise((resolve) => setTimeout(resolve, 50));",
    'import { setTimeout as sleep } from "node:timers/promises";',
    "await page.waitForTimeout(100);",
    "await vi.waitFor(() => expect(x).toBe(1));",
    "  .poll(() => x)",
    "}, 120_000);",
    "  60_000,",
    "test('x', { timeout: 5000 }, () => {});",
    "vi.setConfig({ testTimeout: 1000 });",
    "const child = spawn(process.argv0, [main]);",
    "execFileSync(process.execPath, [main]);",
    "const page = await browser.newPage();",
    "page.setDefaultTimeout(30_000);",
  ])("%s", (line) => {
    expect(breaches("x.test.ts", line)).toHaveLength(1);
  });

  test("nothing in a test that leaves itself out with a reason", () => {
    expect(breaches("x.test.ts", "  skip(!officialPresent, officialMissing);")).toEqual([]);
  });
});
