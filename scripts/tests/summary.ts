import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with which tests could not run and why, and with how many passed and failed. */
export function testSummary(): Reporter {
  let isFiltered = false;
  return {
    onInit(vitest) {
      isFiltered = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules, unhandledErrors) {
      const results = modules.flatMap(resultsOf);
      // With `-t` the other tests were left out on purpose.
      const chosen = isFiltered ? results.filter(({ state, note }) => state !== "skipped" || note) : results;
      const { lines, failed } = summaryOf(chosen, unhandledErrors.length);
      for (const line of lines) console.log(line);
      if (failed) process.exitCode = 1;
    },
  };
}

export interface Result {
  readonly file: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  /** Why it could not run. */
  readonly note?: string | undefined;
}

/** A test that did not run without a reason fails the run: it might never run anywhere. */
export function summaryOf(
  results: readonly Result[],
  otherErrors: number,
): { readonly lines: readonly string[]; readonly failed: boolean } {
  const count = (state: Result["state"]): number => results.filter((one) => one.state === state).length;
  const reasons = new Map<string, string[]>();
  for (const { file, state, note } of results) {
    if (state !== "skipped" && state !== "pending") continue;
    // A test that could not run gives its reason once for all that depend on the same in its file.
    const reason = note ?? results.find((one) => one.file === file && one.note !== undefined)?.note;
    const files = reasons.get(reason ?? unexplained) ?? [];
    reasons.set(reason ?? unexplained, [...files, file]);
  }
  const failures = count("failed") + otherErrors + (reasons.get(unexplained)?.length ?? 0);
  return {
    lines: [
      ...[...reasons].map(
        ([reason, files]) =>
          `${files.length} could not run: ${reason} (${[...new Set(files)].sort().join(", ")})`,
      ),
      `${count("passed")} passed, ${failures} failed`,
    ],
    failed: failures > 0,
  };
}

const unexplained = "no reason given";

function resultsOf(module: TestModule): Result[] {
  const file = module.relativeModuleId;
  const broken = module.errors().map((): Result => ({ file, state: "failed" }));
  const tests = [...module.children.allTests()].map((test): Result => {
    const result = test.result();
    return { file, state: result.state, note: result.state === "skipped" ? result.note : undefined };
  });
  return [...broken, ...tests];
}
