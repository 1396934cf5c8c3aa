import { defined, type Language } from "@withholding-forms/interview";
import type { AuditLog } from "../store/store.js";
import type { CompletedForm } from "./complete-form.js";

/** Who signed, and how to find the request again. */
export interface Signature {
  readonly requestId: string;
  readonly keyId: string;
  readonly language: Language;
  /** Of the PDF. */
  readonly sha256: string | undefined;
  /** Whom the token was issued for. */
  readonly employeeReference?: string | undefined;
  /** Of a request that its sender may repeat. */
  readonly claim?: { readonly idempotencyKey: string; readonly requestDigest: string } | undefined;
}

/** The trace of a signed form. It is the same for HTTP and the command line, and contains nothing that names a person. */
export function recordSignature(
  log: Pick<AuditLog, "record">,
  { found, instant }: Pick<CompletedForm, "found" | "instant">,
  { requestId, keyId, language, sha256 = "", employeeReference, claim }: Signature,
): Promise<void> {
  const { id: formId, version: formVersion } = found.form;
  const event = { time: instant.toISOString(), requestId, keyId, formId, formVersion, language, sha256 };
  return log.record({ ...event, ...claim, ...defined({ employeeReference }) });
}
