import { randomUUID } from "node:crypto";
import type { Language } from "@withholding-forms/interview";
import { recordSignature } from "../app/audit.js";
import type { CompletedForm } from "../app/complete-form.js";
import { OperatorError } from "../operator-error.js";
import type { AuditLog } from "../store/store.js";

/** A form signed on the command line creates the same audit event as one signed over HTTP. */
export async function auditSigned(
  log: Pick<AuditLog, "record">,
  completed: Pick<CompletedForm, "found" | "instant">,
  sha256: string | undefined,
  language: Language,
): Promise<void> {
  try {
    await recordSignature(log, completed, {
      requestId: randomUUID(),
      keyId: "command-line",
      language,
      sha256,
    });
  } catch {
    throw new OperatorError("The audit event could not be saved, so nothing was signed.");
  }
}
