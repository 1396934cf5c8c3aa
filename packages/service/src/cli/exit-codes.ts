/** How a command ends. docs/command-line.md is tested against this list. */
export const exitCodes = {
  DONE: { code: 0, meaning: "The command did what was asked, and nothing was refused." },
  FAILED: {
    code: 1,
    meaning:
      "The command could not do its work: wrong usage, an unknown form or version, a file, folder or setting that cannot be used, or a fault of ours.",
  },
  REFUSED: {
    code: 2,
    meaning:
      "The command did its work and found something wrong: answers that are refused or no longer hold, lines of a batch, problems in the content, an agency's file that is not the bound one or is damaged, an interview that did not reach its end, a file that was not signed here, an audit log that was changed.",
  },
  INTERRUPTED: {
    code: 130,
    meaning: "`batch` was asked to stop by SIGINT or SIGTERM; run it again to go on.",
  },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type Ending = keyof typeof exitCodes;

export function endWith(ending: Ending): void {
  process.exitCode = exitCodes[ending].code;
}
