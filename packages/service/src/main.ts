#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { auditCommand } from "./cli/audit.js";
import { boundariesCommand } from "./cli/boundaries.js";
import { addFormCommands, readCount } from "./cli/commands.js";
import { keysCommand } from "./cli/keys.js";
import { officialCommand } from "./cli/official.js";
import { printError } from "./cli/print.js";
import type { ServeOptions } from "./cli/serve.js";
import { tokensCommand } from "./cli/tokens.js";
import { lastWords } from "./operator-error.js";
import { guardProcess } from "./process/guard.js";
import { productVersion } from "./product-version.js";

guardProcess();

const program = new Command("withholding-forms")
  .description("Withholding certificates as a service. Settings come from environment variables.")
  // Commands have a --version of their own, that of a form.
  .enablePositionalOptions()
  .version(productVersion)
  .showHelpAfterError()
  .exitOverride();
program
  .command("serve")
  .description("start the HTTP service")
  .option("--workers <number>", "number of processes; by default WORKERS, or one per core", readCount)
  // Loaded only now, so that the other commands start faster.
  .action(async (options: ServeOptions) => (await import("./cli/serve.js")).serve(options));
addFormCommands(program);
program.addCommand(officialCommand());
program.addCommand(boundariesCommand());
program.addCommand(keysCommand());
program.addCommand(tokensCommand());
program.addCommand(auditCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    printError(`withholding-forms: ${lastWords(error)}`);
    process.exitCode = 1;
  }
}
