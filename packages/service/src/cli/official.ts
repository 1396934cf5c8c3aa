import { Command, InvalidArgumentError, Option } from "commander";
import type { FetchOptions, OfficialOptions } from "./agency-files.js";
import type { AdoptOptions } from "./official-adopt.js";
import type { PageOptions, ReviseOptions } from "./official-authoring.js";
import type { ConfirmOptions } from "./official-confirm.js";
import type { ReviewOptions } from "./official-review.js";
import type { StatusOptions } from "./official-status.js";
import type { WatchCommandOptions } from "./official-watch.js";

/** The agencies' own PDF files: added by the operator, never shipped. */
export function officialCommand(): Command {
  const official = new Command("official").description(
    "use the agencies' own PDF files: adopt, review, confirm, fetch, add, verify, status, bind, compare, audit, revise, watch",
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

  addCatalogCommands(official);
  addAuthoringCommands(official);
  return official;
}

/** For all forms at once. */
function addCatalogCommands(official: Command): void {
  polite(
    official
      .command("watch")
      .description("ask every agency URL whether there is a new revision, and write a report")
      .option("--accept", "take what is there now as known, and report only later changes", false),
  ).action(async (options: WatchCommandOptions) => (await import("./official-watch.js")).watch(options));

  polite(
    official
      .command("adopt")
      .description(
        "download the agencies' files, compare them with the content, use what is certain, and write a report",
      )
      .argument("[formIds...]", "such as W4101; by default, all forms")
      .option("--file <pdf>", "the file of one form, which you have already downloaded")
      .addOption(content()),
  ).action(async (formIds: string[], options: AdoptOptions) =>
    (await import("./official-adopt.js")).adopt(formIds, options),
  );

  official
    .command("review")
    .description(
      "show the report of adopt in the browser of this machine, with a button to confirm each form",
    )
    .addOption(new Option("--port <port>", "by default, any free one").argParser(readPort).default(0))
    .addOption(content())
    .action(async (options: ReviewOptions) => (await import("./official-review.js")).review(options));

  official
    .command("confirm")
    .description("say that you compared the agency's file with the form, and that they agree")
    .argument("[formId]", "such as W4101")
    .option("--version <version>", "version of the form")
    .option("--rules", "the file has the instructions, and you compared them, too", false)
    .option("--amounts", "you looked at each amount that only the file has", false)
    .option("--patch <file>", "write everything that is confirmed as a patch for the repository")
    .addOption(content())
    .action(async (formId: string | undefined, options: ConfirmOptions) =>
      (await import("./official-confirm.js")).confirm(formId, options),
    );
}

/** For one form, in a working copy of the repository. */
function addAuthoringCommands(official: Command): void {
  official
    .command("bind")
    .description("propose official.yaml for an agency's file, and write a page to confirm it on")
    .argument("<formId>", "such as W4101")
    .argument("<file>", "the agency's fillable PDF, unchanged")
    .option("--version <version>", "version of the form; the newest one by default")
    .option("--page <file>", "where to write the page; by default in build/official")
    .addOption(content())
    .addOption(json())
    .action(async (formId: string, file: string, options: PageOptions) =>
      (await import("./official-authoring.js")).bind(formId, file, options),
    );

  official
    .command("compare")
    .description("list what changed between two revisions of a form")
    .argument("<old>", "the agency's PDF of the revision before")
    .argument("<new>", "the agency's PDF of the new revision")
    .option("--page <file>", "also write the changes as an HTML page")
    .addOption(json())
    .action(async (before: string, after: string, options: PageOptions) =>
      (await import("./official-authoring.js")).compare(before, after, options),
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
    .addOption(content())
    .addOption(json())
    .action(async (formId: string, file: string, options: PageOptions) =>
      (await import("./official-authoring.js")).audit(formId, file, options),
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
    .addOption(content())
    .addOption(json())
    .action(async (formId: string, file: string, options: ReviseOptions) =>
      (await import("./official-authoring.js")).revise(formId, file, options),
    );
}

/** How agencies' servers are requested. */
function polite(command: Command): Command {
  return command
    .option("--full", "download every file, even what servers reported as unchanged", false)
    .option("--addresses <file>", "JSON file with URLs to request instead of the content's")
    .addOption(new Option("--timeout <seconds>", "time limit per request").argParser(readSeconds).default(60))
    .addOption(allowPrivate())
    .addOption(
      new Option("--pause <seconds>", "wait between requests to one host").argParser(readPause).default(2),
    )
    .addOption(json());
}

function content(): Option {
  return new Option("--content <folder>", "content folder; the one in this repository by default");
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

function readPort(text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("Enter a number from 1 to 65535.");
  return Number(text);
}
