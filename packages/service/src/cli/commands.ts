import { availableParallelism } from "node:os";
import { type Language, languages } from "@withholding-forms/interview";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { SetChoice } from "../app/question-sets.js";
import { readTimeZone } from "../app/time-zone.js";
import type { BatchOptions, Shard } from "./batch.js";
import type { CheckOptions } from "./check.js";
import type { FillOptions } from "./fill.js";
import type { FormsOptions } from "./forms.js";
import type { McpOptions } from "./mcp.js";
import type { VerifyOptions } from "./verify.js";
import type { WalkOptions } from "./walk.js";

// Each command's code is loaded only when it runs, so that all of them start quickly.

/** The commands that work on forms without an HTTP service. */
export function addFormCommands(program: Command): void {
  addForms(program);
  addCompletion(program);
  addVersionComparison(program);
  addCheck(program);
  addVerify(program);
  addMcp(program);
}

function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("offer a running service to AI agents over the Model Context Protocol; it never signs")
    .option("--service <url>", "URL of the service with its prefix", "http://localhost:8080/v1")
    .option("--http <port>", "listen on this port instead of standard input", readPort)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .action(async (options: McpOptions) => (await import("./mcp.js")).mcp(options));
}

function addVerify(program: Command): void {
  program
    .command("verify")
    .description("say whether a PDF is unchanged since it was signed here, from its seal and the audit log")
    .argument("<file>", "a PDF file; - is standard input")
    .option(
      "--certificate <file>",
      "PEM file with certificates whose seals count as ours; can be repeated",
      collect,
      [],
    )
    .addOption(json())
    .action(async (file: string, options: VerifyOptions) =>
      (await import("./verify.js")).verify(file, options),
    );
}

function addForms(program: Command): void {
  program
    .command("forms")
    .description("list all forms with their versions and status, or the forms that apply to an address")
    .option("--address <address>", 'where the employee lives and works: "street, city, ST 12345"')
    .option("--home <address>", "where the employee lives")
    .option("--work <address>", "where the employee works; can be repeated", collect, [])
    .option("--pension", "the payment is a pension or annuity; only the home address counts")
    .addOption(language())
    .addOption(json())
    .action(async (options: FormsOptions) => (await import("./forms.js")).forms(options));
}

/** From questions to completed forms. */
function addCompletion(program: Command): void {
  program
    .command("walk")
    .description("answer the questions of a form in the terminal and print the fields for fillPdf")
    .argument("<formId>", "such as AL101")
    .option("--form-version <version>", "the latest by default")
    .option("--people <file>", "JSON file with employee, employer, and federalValues, for a preview")
    .option("-o, --output <file>", "where to write a preview PDF; requires --people")
    .addOption(federalValues())
    .addOption(language())
    .addOption(timeZone())
    .addOption(json())
    .action(async (formId: string, options: WalkOptions) =>
      (await import("./walk.js")).walk(formId, options),
    );

  program
    .command("fill")
    .description("complete one form")
    .argument("<answers>", "JSON file with the body of a fillPdf request; - is standard input")
    .requiredOption("-o, --output <file>", "where to write the PDF")
    .addOption(language())
    .addOption(timeZone())
    .addOption(json())
    .action(async (answers: string, options: FillOptions) =>
      (await import("./fill.js")).fill(answers, options),
    );

  program
    .command("batch")
    .description("complete one form per line of a file, on all cores; run it again to resume")
    .argument("<answers>", "file with the body of a fillPdf request on each line")
    .requiredOption("-o, --output <folder>", "where to write the PDFs, named by line number")
    .option("--workers <number>", "number of threads", readCount, availableParallelism())
    .option("--shard <i/n>", "only every n-th line, counted from i = 0, for n processes", readShard)
    .option("--parameters", "also write the tax parameters, as a JSON file next to each PDF", false)
    .addOption(language())
    .addOption(timeZone())
    .addOption(json())
    .action(async (answers: string, options: BatchOptions) =>
      (await import("./batch.js")).batch(answers, options),
    );
}

function addVersionComparison(program: Command): void {
  program
    .command("diff")
    .description("compare two versions of a form and show which stored answers stay valid")
    .argument("<formId>", "such as W4101")
    .argument("<from>", "the version of the stored answers")
    .argument("<to>", "the version to compare it with")
    .addOption(federalValues())
    .addOption(language())
    .addOption(json())
    .action(async (formId: string, from: string, to: string, options: SetChoice & { json: boolean }) =>
      (await import("./diff.js")).diff(formId, from, to, options),
    );

  program
    .command("migrate")
    .description("check which stored answers are valid in another version, and explain why others are not")
    .argument("<formId>", "such as W4101")
    .argument("<from>", "the version of the stored answers")
    .argument("<to>", "the version to move to")
    .argument("<answers>", "JSON file with answers by question ID, or with the body of a fillPdf request")
    .addOption(federalValues())
    .addOption(language())
    .addOption(json())
    .action(
      async (
        formId: string,
        from: string,
        to: string,
        answers: string,
        options: SetChoice & { json: boolean },
      ) => (await import("./migrate.js")).migrate(formId, from, to, answers, options),
    );
}

function addCheck(program: Command): void {
  program
    .command("check")
    .description("check the content and print the file, line, and rule of every problem")
    .argument("[folder]", "content folder; the one in this repository by default")
    .option("--only <folder>", "only check this folder, such as us/AL")
    .option("--no-draw", "skip drawing the pages")
    .addOption(json())
    .action(async (folder: string | undefined, options: CheckOptions) =>
      (await import("./check.js")).check(folder, options),
    );
}

function json(): Option {
  return new Option("--json", "print JSON").default(false, "text");
}

function language(): Option {
  return new Option("--language <language>", "language of questions and messages")
    .choices(languages)
    .default("en" satisfies Language);
}

function timeZone(): Option {
  return new Option("--time-zone <zone>", "IANA time zone for the date and time on signed forms")
    .argParser((text) => readTimeZone(text) ?? refuse("Unknown time zone."))
    .default("UTC");
}

function federalValues(): Option {
  return new Option(
    "--has-federal-values",
    "the employee's federal withholding values are already known",
  ).default(false, "no");
}

export function readCount(text: string): number {
  return /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : refuse("Enter a number from 1 to 999.");
}

function readShard(text: string): Shard {
  const [, index, count] = (/^([0-9]{1,4})\/([0-9]{1,4})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index >= count)
    return refuse("Enter i/n with i from 0 to n - 1, such as 0/4.");
  return { index, count };
}

function readPort(text: string): number {
  return /^[0-9]{1,5}$/.test(text) && Number(text) < 65536 ? Number(text) : refuse("Enter a port.");
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function refuse(reason: string): never {
  throw new InvalidArgumentError(reason);
}
