import type { AuditEvent } from "../audit-event.js";

/** The audit event of a signature. */
export function event(requestId: string, other: Partial<AuditEvent> = {}): AuditEvent {
  return {
    time: "2026-11-16T18:30:00.000Z",
    requestId,
    keyId: "k1",
    formId: "AL101",
    formVersion: "2014.3.0",
    language: "en",
    sha256: "00",
    ...other,
  };
}
