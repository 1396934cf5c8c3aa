import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { defined } from "@withholding-forms/interview";
import { Command } from "commander";
import { OperatorError } from "../operator-error.js";
import type { AuditEvent } from "../store/audit-event.js";
import { dayLength, readDay } from "./days.js";
import { endWith } from "./exit-codes.js";
import { reasonOf } from "./files.js";
import { print, printError } from "./print.js";
import { printHeads, printVerdict, type VerifyChoices } from "./verify-audit.js";
import { withStore } from "./with-store.js";

export function auditCommand(): Command {
  const audit = new Command("audit").description("audit log of signed forms: list, find, head, verify");

  audit
    .command("list")
    .description("list signatures, oldest first")
    .option("--from <day>", "first day, YYYY-MM-DD in UTC", readDay)
    .option("--to <day>", "last day, YYYY-MM-DD in UTC", readDay)
    .option("--json", "print one line of JSON per signature")
    .action(({ from, to, json }: { from?: number; to?: number; json?: boolean }) =>
      withStore(async (store) => {
        const range = {
          ...defined({ from }),
          ...(to === undefined ? {} : { to: to + dayLength }),
        };
        for await (const event of store.events(range)) print(lineOf(event, json));
      }),
    );

  audit
    .command("find")
    .description("check whether this exact file was signed here, and when")
    .argument("<file>", "a PDF file, or its SHA-256")
    .option("--json", "print one line of JSON per signature")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const sha256 = /^[0-9a-f]{64}$/i.test(file) ? file.toLowerCase() : await digestOf(file);
      await withStore(async (store) => {
        const events = await store.eventsOf(sha256);
        for (const event of events) print(lineOf(event, json));
        if (events.length > 0) return;
        printError(`No signature with SHA-256 ${sha256} was found.`);
        endWith("REFUSED");
      });
    });

  audit
    .command("head")
    .description("print the last event of each writer; store the output elsewhere for audit verify --heads")
    .action(() => withStore(printHeads));

  audit
    .command("verify")
    .description("find events that were edited, deleted, added, duplicated, or reordered")
    .option(
      "--heads <file>",
      "earlier output of audit head; also finds events that were deleted at the end or backdated",
    )
    .option(
      "--pruned-before <day>",
      "events before this date were deleted on purpose, YYYY-MM-DD in UTC",
      readDay,
    )
    .option("--json", "print the report as one line of JSON")
    .action((choices: VerifyChoices) => withStore((store) => printVerdict(store, choices)));

  return audit;
}

function lineOf(event: AuditEvent, json: boolean | undefined): string {
  const { time, formId, formVersion, language, keyId, requestId, sha256, employeeReference } = event;
  if (json === true) return JSON.stringify(event);
  return [time, `${formId} ${formVersion}`, language, keyId, requestId, sha256, employeeReference]
    .filter((part) => part !== undefined)
    .join("  ")
    .replace(/[\r\n]/g, " ");
}

async function digestOf(path: string): Promise<string> {
  try {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    return hash.digest("hex");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
