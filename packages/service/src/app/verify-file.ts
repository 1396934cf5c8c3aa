import { createHash } from "node:crypto";
import { specimenMarker } from "@withholding-forms/pdf";
import type { SealTrust, SealVerdict } from "@withholding-forms/pdf/seal";
import type { AuditEvent } from "../store/audit-event.js";
import type { AuditLog } from "../store/store.js";

/** What the seal of a file says. */
export interface CheckedFile {
  readonly sha256: string;
  readonly seal: SealVerdict;
  /** It has the mark of a sandbox key. */
  readonly specimen: boolean;
}

/** Whether a file is one that was signed here. */
export interface FileVerdict extends CheckedFile {
  readonly result: FileResult;
  /** Of this very file; usually one. */
  readonly events: readonly AuditEvent[];
}

/**
 * `UNCHANGED`: an audit event has the digest of this file. `CHANGED`: it was sealed, and the seal does not match it.
 * `NO_EVENT`: our seal matches it, but no audit event does. `NOT_OURS`: neither a seal of ours nor an audit event.
 * `SPECIMEN`: neither, and marked as one.
 */
export const fileResults = ["UNCHANGED", "CHANGED", "NO_EVENT", "SPECIMEN", "NOT_OURS"] as const;
export type FileResult = (typeof fileResults)[number];

/** The file may come from an attacker; see `verifySeal` for what it can cost. */
export async function checkFile(bytes: Uint8Array, trust: SealTrust): Promise<CheckedFile> {
  // Loaded with the first file: most processes check none.
  const { verifySeal } = await import("@withholding-forms/pdf/seal");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const specimen = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(specimenMarker);
  return { sha256, seal: await verifySeal(bytes, trust), specimen };
}

export async function fileVerdict(
  { sha256, seal, specimen }: CheckedFile,
  log: Pick<AuditLog, "eventsOf">,
): Promise<FileVerdict> {
  const events = await log.eventsOf(sha256);
  const result = results[seal.state];
  const other = result === "NOT_OURS" && specimen ? "SPECIMEN" : result;
  return { result: events.length > 0 ? "UNCHANGED" : other, sha256, seal, specimen, events };
}

/** Of a file without an audit event. */
const results: Readonly<Record<SealVerdict["state"], FileResult>> = {
  NONE: "NOT_OURS",
  FOREIGN: "NOT_OURS",
  BROKEN: "CHANGED",
  APPENDED: "CHANGED",
  VALID: "NO_EVENT",
};
