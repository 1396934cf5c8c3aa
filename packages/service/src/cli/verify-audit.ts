import { defined } from "@withholding-forms/interview";
import { OperatorError } from "../operator-error.js";
import type { AuditLog } from "../store/store.js";
import {
  type AuditFinding,
  type AuditReport,
  type ChainHead,
  chainHeads,
  verifyAudit,
} from "../store/verify-audit.js";
import { endWith } from "./exit-codes.js";
import { readLines } from "./files.js";
import { print } from "./print.js";

/** Prints a line of JSON for the last event of each writer. */
export async function printHeads(log: AuditLog): Promise<void> {
  for (const head of await chainHeads(log.stored())) print(JSON.stringify(head));
}

export interface VerifyChoices {
  /** File with what `audit head` printed. */
  readonly heads?: string;
  readonly prunedBefore?: number;
  readonly json?: boolean;
}

/** Prints what is wrong with the log, if anything, and what was looked at. */
export async function printVerdict(
  log: AuditLog,
  { heads, prunedBefore, json }: VerifyChoices,
): Promise<void> {
  const report = await verifyAudit(() => log.stored(), {
    ...(heads === undefined ? {} : { heads: readHeads(heads) }),
    ...defined({ prunedBefore }),
  });
  if (json === true) print(JSON.stringify(report));
  else print([...report.findings.map(lineOf), summaryOf(report)].join("\n"));
  if (report.findings.length > 0) endWith("REFUSED");
}

function readHeads(path: string): ChainHead[] {
  return readLines(path).map((line) => {
    const head = headOf(line);
    if (head === undefined) throw new OperatorError(`${path} is not the output of "audit head".`);
    return head;
  });
}

function headOf(line: string): ChainHead | undefined {
  try {
    const { writer, sequence, hash, time } = JSON.parse(line) as Partial<ChainHead>;
    if (typeof writer !== "string" || typeof sequence !== "number") return undefined;
    return typeof hash === "string" && typeof time === "string" && !Number.isNaN(Date.parse(time))
      ? { writer, sequence, hash, time }
      : undefined;
  } catch {
    return undefined;
  }
}

function lineOf({ kind, writer, sequence, to, time, seenBy }: AuditFinding): string {
  const numbers = to === undefined || to === sequence ? `${sequence}` : `${sequence} to ${to}`;
  const place = writer === "" ? "" : `writer ${writer}${sequence === 0 ? "" : ` event ${numbers}`}`;
  const cause = seenBy === undefined ? sentences[kind] : sightings[seenBy];
  return [kind, place, time, cause].filter((part) => part !== undefined && part !== "").join("  ");
}

const sentences: Readonly<Record<AuditFinding["kind"], string>> = {
  EDITED: "the event was changed after it was recorded",
  BROKEN: "the previous event was replaced",
  MISSING: "the event is missing",
  DUPLICATE: "the event appears twice",
  REORDERED: "the event is out of order",
  UNCHAINED: "the event is not part of a chain",
  BACKDATED: "the event is older than the saved heads, but was not there when they were saved",
};

const sightings: Readonly<Record<NonNullable<AuditFinding["seenBy"]>, string>> = {
  LATER_EVENT: "later events of this writer exist",
  OTHER_WRITER: "the first event of this writer refers to a missing event",
  HEAD: "the saved heads refer to it",
};

function summaryOf({ events, writers, findings }: AuditReport): string {
  const result = findings.length === 0 ? "No problems found" : `Findings: ${findings.length}`;
  return `${result}. Events: ${events}. Writers: ${writers}.`;
}
