import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type ToolName = "qpdf" | "pdftotext" | "pdftoppm" | "pdfimages" | "pdfinfo" | "mutool" | "pdfsig";

export interface ToolResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number;
}

/** In the arguments, the path of a file with `input`; not all of these tools read a PDF from a pipe. */
export const inputFile = "{input}";

/**
 * Runs one of the independent PDF tools the tests judge our files with. A missing tool is an error, never a
 * skipped test: a machine without it would otherwise report success for checks that did not run.
 */
export function tool(name: ToolName, args: readonly string[], input?: Uint8Array | string): ToolResult {
  const folder = args.includes(inputFile) ? mkdtempSync(join(tmpdir(), "withholding-forms-")) : undefined;
  try {
    if (folder === undefined) return run(name, args, input);
    const file = join(folder, "input.pdf");
    writeFileSync(file, input ?? "");
    return run(
      name,
      args.map((arg) => (arg === inputFile ? file : arg)),
    );
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

function run(name: ToolName, args: readonly string[], input?: Uint8Array | string): ToolResult {
  const done = spawnSync(name, [...args], {
    ...(input === undefined ? {} : { input }),
    maxBuffer: 256 * 1024 * 1024,
  });
  if (done.error !== undefined) {
    const missing = "code" in done.error && done.error.code === "ENOENT";
    throw missing
      ? new Error(`${name} is not installed. These tests need the Debian package ${debianPackage[name]}.`)
      : done.error;
  }
  return { stdout: done.stdout, stderr: done.stderr.toString("utf8"), status: done.status ?? -1 };
}

const debianPackage: Readonly<Record<ToolName, string>> = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdfimages: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdfsig: "poppler-utils",
  mutool: "mupdf-tools",
};
