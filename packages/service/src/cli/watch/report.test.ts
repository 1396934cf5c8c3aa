import { expect, test } from "vitest";
import { lineOf, watchReport } from "./report.js";

const result = {
  address: "https://example.gov/a_b.pdf?x=1&y=2",
  forms: ["W4101 2025.12.0"],
  state: "unreachable",
  message: "`rm` | [click](javascript:x)\n# <script>\u001b[31m\u202e",
} as const;

test("text from the network is on one line, and no markup, in the report", () => {
  expect(watchReport([result], new Date("2026-01-02T00:00:00Z"))).toBe(
    [
      "# Agency addresses on 2026-01-02",
      "1 addresses: 0 with news, 1 not checked, 0 without news.",
      "## Not checked",
      "- W4101 2025.12.0: unreachable, \\`rm\\` \\| \\[click\\](javascript:x) \\# \\<script\\>\\\\u001b\\[31m\\\\u202e (https://example.gov/a\\_b.pdf?x=1\\&y=2)",
      "",
    ].join("\n\n"),
  );
});

test("a line for the terminal has no line ends", () => {
  expect(lineOf(result)).not.toContain("\n");
});
