/** How a command ends. docs/command-line.md is tested against this list. */
export const exitCodes = {
  DONE: { code: 0, meaning: "Success." },
  FAILED: {
    code: 1,
    meaning:
      "The command could not run: wrong usage, an unknown form or version, a file, folder, or setting that cannot be used, or an internal error.",
  },
  REFUSED: {
    code: 2,
    meaning:
      "The command ran and found a problem: answers that are rejected or no longer valid, rejected lines in a batch, problems in the content, an agency file that is damaged or is not the bound file, an incomplete interview, a file that was not signed here, or an audit log that was changed.",
  },
  INTERRUPTED: {
    code: 130,
    meaning: "`batch` was stopped by SIGINT or SIGTERM. Run it again to resume.",
  },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type Ending = keyof typeof exitCodes;

export function endWith(ending: Ending): void {
  process.exitCode = exitCodes[ending].code;
}
