/**
 * A setting, file, command or store that the operator has to fix. The process ends with the message on one line. Any
 * other error is an internal error and is reported with its stack.
 */
export class OperatorError extends Error {}

/** What to print when a process or a command cannot continue. */
export function lastWords(error: unknown): string {
  if (error instanceof OperatorError || isSystemError(error)) return error.message;
  return (error instanceof Error ? error.stack : undefined) ?? String(error);
}

/** Errors of the operating system: the disk is full, a file may not be written, nothing listens on a port. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
