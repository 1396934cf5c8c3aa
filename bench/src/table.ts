/** What a benchmark reports: a table to read, and whether its targets are met. */
export interface BenchTable {
  readonly name: string;
  readonly rows: readonly Record<string, string | number>[];
  readonly targets: readonly {
    readonly what: string;
    readonly target: string;
    readonly measured: string;
    readonly met: boolean;
  }[];
}
