import { availableParallelism } from "node:os";
import { type Language, languages } from "@withholding-forms/interview";
import { type Command, InvalidArgumentError, Option } from "commander";
import { readTimeZone } from "../app/time-zone.js";
import type { BatchOptions } from "./batch.js";
import type { CheckOptions } from "./check.js";
import type { FillOptions } from "./fill.js";
import type { FormsOptions } from "./forms.js";
import type { SetChoice } from "./sets.js";
import type { WalkOptions } from "./walk.js";

// Each command's work is loaded only when it is asked for, so that all of them start at once.

/** Everything that works on forms without an HTTP service. */
export function addFormCommands(program: Command): void {
  program
    .command("forms")
    .description("list the forms with their versions and status, or those that apply to addresses")
    .option("--address <address>", 'where the employee lives and works: "street, city, ST 12345"')
    .option("--home <address>", "where the employee lives")
    .option("--work <address>", "where the employee works; may be given several times", collect, [])
    .addOption(language())
    .addOption(json())
    .action(async (options: FormsOptions) => (await import("./forms.js")).forms(options));

  program
    .command("walk")
    .description("ask the questions of a form in the terminal; prints the fields for fillPdf")
    .argument("<formId>", "such as AL101")
    .option("--form-version <version>", "the latest unless told")
    .option("--people <file>", "JSON with employee, employer and federalValues, for a preview")
    .option("-o, --output <file>", "where to write a preview PDF; needs --people")
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
    .description("complete a form for each line of a file, on all cores; run again, it goes on")
    .argument("<answers>", "file with the body of a fillPdf request on each line")
    .requiredOption("-o, --output <folder>", "where to write the PDFs, named after their lines")
    .option("--workers <number>", "how many threads fill", readCount, availableParallelism())
    .option("--parameters", "also write the tax parameters, as JSON beside each PDF", false)
    .addOption(language())
    .addOption(timeZone())
    .addOption(json())
    .action(async (answers: string, options: BatchOptions) =>
      (await import("./batch.js")).batch(answers, options),
    );

  program
    .command("diff")
    .description("what differs between two versions of a form, and which stored answers stay valid")
    .argument("<formId>", "such as W4101")
    .argument("<from>", "the version of the stored answers")
    .argument("<to>", "the other version")
    .addOption(federalValues())
    .addOption(language())
    .addOption(json())
    .action(async (formId: string, from: string, to: string, options: SetChoice & { json: boolean }) =>
      (await import("./diff.js")).diff(formId, from, to, options),
    );

  program
    .command("migrate")
    .description("which stored answers of one version hold for another, and why the others do not")
    .argument("<formId>", "such as W4101")
    .argument("<from>", "the version of the stored answers")
    .argument("<to>", "the version to move to")
    .argument("<answers>", "JSON file with answers by question id, or with the body of a fillPdf request")
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

  program
    .command("check")
    .description("prove the content; prints file, line and rule of every problem")
    .argument("[folder]", "content to prove; that of this repository when left out")
    .option("--only <folder>", "only below this folder, such as us/AL")
    .option("--no-draw", "leave out drawing the pages")
    .addOption(json())
    .action(async (folder: string | undefined, options: CheckOptions) =>
      (await import("./check.js")).check(folder, options),
    );
}

function json(): Option {
  return new Option("--json", "print JSON").default(false, "text");
}

function language(): Option {
  return new Option("--language <language>", "of questions and messages")
    .choices(languages)
    .default("en" satisfies Language);
}

function timeZone(): Option {
  return new Option("--time-zone <zone>", "IANA time zone of the date and time on signed forms")
    .argParser((text) => readTimeZone(text) ?? refuse("There is no such time zone."))
    .default("UTC");
}

function federalValues(): Option {
  return new Option("--has-federal-values", "the employee's federal values are known").default(false, "no");
}

export function readCount(text: string): number {
  return /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : refuse("Give a number from 1 to 999.");
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function refuse(reason: string): never {
  throw new InvalidArgumentError(reason);
}
