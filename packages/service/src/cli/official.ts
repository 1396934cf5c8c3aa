import { Command, InvalidArgumentError, Option } from "commander";
import type { FetchOptions, OfficialOptions } from "./agency-files.js";
import type { AuditOptions } from "./official-audit.js";
import type { BindOptions } from "./official-bind.js";
import type { CompareOptions } from "./official-compare.js";
import type { ReviseOptions } from "./official-revise.js";
import type { StatusOptions } from "./official-status.js";
import type { WatchCommandOptions } from "./official-watch.js";

/** The agencies' own PDF files: added by the operator, never shipped. */
export function officialCommand(): Command {
  const official = new Command("official").description(
    "use the agencies' own PDF files instead of our drawings: fetch, add, verify, status, bind, compare, audit, revise, watch",
  );

  official
    .command("fetch")
    .description("download the agency files that forms are bound to; by default, the missing ones")
    .argument("[formId]", "such as W4101")
    .argument("[version]", "such as 2025.12.0; by default, all bound versions")
    .option("--from <address>", "another URL to download it from; requires formId and version", readAddress)
    .addOption(new Option("--timeout <seconds>", "time limit per file").argParser(readSeconds).default(60))
    .addOption(allowPrivate())
    .addOption(json())
    .action(async (formId: string | undefined, version: string | undefined, options: FetchOptions) =>
      (await import("./agency-files.js")).fetchFiles(formId, version, options),
    );

  official
    .command("add")
    .description("add a file that you already have")
    .argument("<formId>", "such as W4101")
    .argument("<version>", "such as 2025.12.0")
    .argument("<file>", "the agency's PDF, unchanged")
    .addOption(json())
    .action(async (formId: string, version: string, file: string, options: OfficialOptions) =>
      (await import("./agency-files.js")).addFile(formId, version, file, options),
    );

  official
    .command("verify")
    .description("check all stored files and list the bound forms")
    .addOption(json())
    .action(async (options: OfficialOptions) => (await import("./agency-files.js")).verifyFiles(options));

  official
    .command("status")
    .description("list which forms are filled on the agency's file, and which need one")
    .option("--all", "also list forms that are not bound and need no file", false)
    .addOption(json())
    .action(async (options: StatusOptions) => (await import("./official-status.js")).status(options));

  official
    .command("bind")
    .description("propose official.yaml for an agency's file, and write a page to confirm it on")
    .argument("<formId>", "such as W4101")
    .argument("<file>", "the agency's fillable PDF, unchanged")
    .option("--version <version>", "version of the form; the newest one by default")
    .option("--page <file>", "where to write the page; by default in build/official")
    .option("--content <folder>", "content folder; the one in this repository by default")
    .addOption(json())
    .action(async (formId: string, file: string, options: BindOptions) =>
      (await import("./official-bind.js")).bind(formId, file, options),
    );

  official
    .command("compare")
    .description("list what changed between two revisions of a form, and what that touches of its content")
    .argument("<old>", "the agency's PDF of the revision before")
    .argument("<new>", "the agency's PDF of the new revision")
    .option("--page <file>", "also write the changes as an HTML page")
    .option("--draft <version>", "draft this version of the form that the old file is bound to")
    .option("--content <folder>", "content folder; the one in this repository by default")
    .addOption(json())
    .action(async (before: string, after: string, options: CompareOptions) =>
      (await import("./official-compare.js")).compare(before, after, options),
    );

  official
    .command("audit")
    .description(
      "compare an agency's file with the content: revision, figures, amounts, dates, lines, and fields",
    )
    .argument("<formId>", "such as W4101")
    .argument("<file>", "the agency's PDF, unchanged")
    .option(
      "--version <version>",
      "version of the form; that of the file, or else the newest one, by default",
    )
    .option("--page <file>", "also write a page that shows the agency's pages next to ours")
    .option("--content <folder>", "content folder; the one in this repository by default")
    .addOption(json())
    .action(async (formId: string, file: string, options: AuditOptions) =>
      (await import("./official-audit.js")).audit(formId, file, options),
    );

  official
    .command("revise")
    .description(
      "draft the next version of a form from its new print, with a comment at everything to confirm",
    )
    .argument("<formId>", "such as W4101")
    .argument("<file>", "the agency's PDF of the new revision")
    .requiredOption("--draft <version>", "the version to draft")
    .option("--from <version>", "the version to start from; the newest one by default")
    .option(
      "--before <file>",
      "the agency's PDF of that version; finds changed sentences, carries the binding over",
    )
    .option("--page <file>", "where to write the page of the binding; by default in build/official")
    .option("--content <folder>", "content folder; the one in this repository by default")
    .addOption(json())
    .action(async (formId: string, file: string, options: ReviseOptions) =>
      (await import("./official-revise.js")).revise(formId, file, options),
    );

  official
    .command("watch")
    .description("ask every agency address whether there is a new revision, and write a report")
    .option("--full", "download every file, even what servers reported as unchanged", false)
    .option("--accept", "take what is there now as known, and report only later changes", false)
    .option("--addresses <file>", "JSON file with addresses to check instead of the content's")
    .addOption(new Option("--timeout <seconds>", "time limit per request").argParser(readSeconds).default(60))
    .addOption(allowPrivate())
    .addOption(
      new Option("--pause <seconds>", "wait between requests to one host").argParser(readPause).default(2),
    )
    .addOption(json())
    .action(async (options: WatchCommandOptions) => (await import("./official-watch.js")).watch(options));

  return official;
}

function json(): Option {
  return new Option("--json", "print JSON").default(false, "text");
}

function allowPrivate(): Option {
  return new Option(
    "--allow-private",
    "also request addresses of this machine and of private networks, such as an internal mirror",
  ).default(false);
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Enter an http or https URL.");
  return url.href;
}

function readPause(text: string): number {
  if (!/^[0-9]{1,2}(?:\.[0-9]+)?$/.test(text)) throw new InvalidArgumentError("Enter a number from 0 to 99.");
  return Number(text);
}

function readSeconds(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidArgumentError("Enter a number from 1 to 9999.");
  return Number(text);
}
