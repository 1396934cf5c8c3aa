import { createHash, type X509Certificate } from "node:crypto";
import type { SealVerdict } from "@withholding-forms/pdf/seal";
import type { AuditEvent } from "../store/audit-event.js";
import type { AuditLog } from "../store/store.js";

/** Whether a file is one that was signed here. */
export interface FileVerdict {
  readonly result: FileResult;
  readonly sha256: string;
  readonly seal: SealVerdict;
  /** Of this very file; usually one. */
  readonly events: readonly AuditEvent[];
}

/**
 * `UNCHANGED`: an audit event has the digest of this file. `CHANGED`: it was sealed, and the seal does not match it.
 * `NO_EVENT`: our seal matches it, but no audit event does. `NOT_OURS`: neither a seal of ours nor an audit event.
 */
export const fileResults = ["UNCHANGED", "CHANGED", "NO_EVENT", "NOT_OURS"] as const;
export type FileResult = (typeof fileResults)[number];

export async function verifyFile(
  bytes: Uint8Array,
  log: Pick<AuditLog, "eventsOf">,
  trusted: readonly X509Certificate[],
): Promise<FileVerdict> {
  // Loaded with the first file: most processes check none.
  const { verifySeal } = await import("@withholding-forms/pdf/seal");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const events = await log.eventsOf(sha256);
  const seal = await verifySeal(bytes, trusted);
  return { result: events.length > 0 ? "UNCHANGED" : resultOf(seal), sha256, seal, events };
}

function resultOf(seal: SealVerdict): FileResult {
  if (seal.state === "NONE") return "NOT_OURS";
  if (seal.state === "BROKEN") return "CHANGED";
  if (!seal.trusted) return "NOT_OURS";
  return seal.state === "VALID" ? "NO_EVENT" : "CHANGED";
}
