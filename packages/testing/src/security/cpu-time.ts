/** A second of CPU time, in microseconds. Not of the clock: other programs may be busy. */
const longest = 1_000_000;
const attempts = 10;

export interface Limited<Result> {
  readonly result: Result;
  /** Whether no attempt took less than a second. */
  readonly isLong: boolean;
}

/**
 * Does the work, and repeats it while it takes a second of CPU time, up to ten times: what is too much work is too much each
 * time, while garbage collection or a machine that was away for a moment passes. Returns the result of the last attempt.
 */
export async function withinSecond<Result>(work: () => Promise<Result>): Promise<Limited<Result>> {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    const isLong = user + system >= longest;
    if (!isLong || attempt === attempts) return { result, isLong };
  }
}
