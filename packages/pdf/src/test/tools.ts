import { spawnSync } from "node:child_process";

export type ToolName = "qpdf" | "pdftotext" | "pdftoppm" | "pdfinfo" | "mutool" | "pdfsig";

export interface ToolResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number;
}

/**
 * Runs one of the independent PDF tools the tests judge our files with. A missing tool is an error, never a
 * skipped test: a machine without it would otherwise report success for checks that did not run.
 */
export function tool(name: ToolName, args: readonly string[], input?: Uint8Array | string): ToolResult {
  const run = spawnSync(name, [...args], {
    ...(input === undefined ? {} : { input }),
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.error !== undefined) {
    const missing = "code" in run.error && run.error.code === "ENOENT";
    throw missing
      ? new Error(`${name} is not installed. These tests need the Debian package ${debianPackage[name]}.`)
      : run.error;
  }
  return { stdout: run.stdout, stderr: run.stderr.toString("utf8"), status: run.status ?? -1 };
}

const debianPackage: Readonly<Record<ToolName, string>> = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdfsig: "poppler-utils",
  mutool: "mupdf-tools",
};
