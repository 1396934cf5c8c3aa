import { createInterface } from "node:readline";
import { printError } from "./print.js";

/** A person or a script that answers line by line. Prompts go to standard error; standard output is the result. */
export interface Terminal {
  say(text: string): void;
  /** Undefined at the end of the input. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

export function openTerminal(): Terminal {
  const lines = createInterface({ input: process.stdin, terminal: false });
  // Lines from a pipe arrive all at the same time, so they are queued for their questions.
  const typed: string[] = [];
  let ended = false;
  let wake = (): void => {};
  lines.on("line", (line) => {
    typed.push(line);
    wake();
  });
  lines.on("close", () => {
    ended = true;
    wake();
  });
  return {
    say: printError,
    async ask(prompt) {
      process.stderr.write(prompt);
      while (typed.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const line = typed.shift();
      if (!process.stdin.isTTY) process.stderr.write("\n");
      return line?.trim();
    },
    close: () => lines.close(),
  };
}
