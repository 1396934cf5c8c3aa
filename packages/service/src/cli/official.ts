import { Command, InvalidArgumentError, Option } from "commander";
import type { FetchOptions, OfficialOptions } from "./agency-files.js";

/** The agencies' own PDF files: brought in by the operator, never shipped. */
export function officialCommand(): Command {
  const official = new Command("official").description(
    "the agencies' own PDF files, filled instead of our drawings: fetch, add, verify",
  );

  official
    .command("fetch")
    .description("download the files that forms are bound to; those missing, unless told which")
    .argument("[formId]", "such as W4101")
    .argument("[version]", "such as 2025.12.0; all bound versions unless told")
    .option("--from <address>", "another place to download it from; needs form and version", readAddress)
    .addOption(
      new Option("--timeout <seconds>", "longest time for one file").argParser(readSeconds).default(60),
    )
    .addOption(json())
    .action(async (formId: string | undefined, version: string | undefined, options: FetchOptions) =>
      (await import("./agency-files.js")).fetchFiles(formId, version, options),
    );

  official
    .command("add")
    .description("take a file that you have")
    .argument("<formId>", "such as W4101")
    .argument("<version>", "such as 2025.12.0")
    .argument("<file>", "the agency's PDF, unchanged")
    .addOption(json())
    .action(async (formId: string, version: string, file: string, options: OfficialOptions) =>
      (await import("./agency-files.js")).addFile(formId, version, file, options),
    );

  official
    .command("verify")
    .description("check everything that is stored, and say what is bound")
    .addOption(json())
    .action(async (options: OfficialOptions) => (await import("./agency-files.js")).verifyFiles(options));

  return official;
}

function json(): Option {
  return new Option("--json", "print JSON").default(false, "text");
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Give an http or https address.");
  return url.href;
}

function readSeconds(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidArgumentError("Give a number from 1 to 9999.");
  return Number(text);
}
