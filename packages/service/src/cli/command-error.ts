/** Ends a command with one line and exit code 1. It never quotes what a file of answers holds. */
export class CommandError extends Error {
  /** Marks it as an error that needs no stack. */
  readonly code = "COMMAND";
}
