import { open } from "node:fs/promises";
import { join } from "node:path";

/** What is kept of a signed form: enough to show that this very file was signed here, nothing about the person. */
export interface AuditEvent {
  /** The instant printed on the form, ISO 8601 in UTC. */
  readonly time: string;
  readonly requestId: string;
  readonly keyId: string;
  readonly formId: string;
  readonly formVersion: string;
  readonly language: string;
  /** SHA-256 of the completed PDF, hexadecimal. */
  readonly sha256: string;
}

export interface AuditLog {
  /** Resolves once the event is safely kept; rejects where it is not, and then nothing may be signed. */
  record(event: AuditEvent): Promise<void>;
}

/**
 * JSON lines in `audit.jsonl`, flushed to the disk before anybody hears of the signature. Events that arrive while a
 * write is under way share the next one. The file is opened for each write, so it can be moved away at any time.
 */
export function fileAuditLog(dataDir: string): AuditLog {
  const path = join(dataDir, "audit.jsonl");
  let waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = [];
  let writing = false;
  let broken = false;

  async function append(text: string): Promise<void> {
    const file = await open(path, "a", 0o600);
    try {
      await file.appendFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async function drain(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // A write that failed half-way left a torn line; the next one must not continue it.
        await append((broken ? "\n" : "") + batch.map(({ line }) => line).join(""));
        broken = false;
        for (const { done } of batch) done();
      } catch (error) {
        broken = true;
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  }

  return {
    record(event) {
      return new Promise<void>((done, failed) => {
        waiting.push({ line: `${JSON.stringify(event)}\n`, done, failed });
        if (!writing) void drain();
      });
    },
  };
}
