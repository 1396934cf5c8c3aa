import { type FileVerdict, verifyFile } from "../app/verify-file.js";
import { readConfig } from "../config.js";
import { readTrusted } from "../seal/read-trusted.js";
import { endWith } from "./exit-codes.js";
import { readBytes } from "./files.js";
import { withStore } from "./with-store.js";

export interface VerifyOptions {
  readonly certificate: readonly string[];
  readonly json: boolean;
}

/** Says whether a file is unchanged since it was signed here. */
export async function verify(path: string, { certificate, json }: VerifyOptions): Promise<void> {
  const trusted = await readTrusted(readConfig(process.env), certificate);
  const bytes = readBytes(path);
  await withStore(async (store) => {
    const verdict = await verifyFile(bytes, store, trusted);
    if (verdict.result !== "UNCHANGED") endWith("REFUSED");
    if (json) console.log(JSON.stringify(verdict));
    else for (const line of linesOf(verdict)) console.log(line);
  });
}

function linesOf({ result, sha256, seal, events }: FileVerdict): string[] {
  return [
    `${result}: ${explanations[result]}`,
    ...events.map(
      ({ time, formId, formVersion, requestId }) =>
        `  signed ${time}  ${formId} ${formVersion}  ${requestId}`,
    ),
    `  seal: ${sealLine(seal)}`,
    `  SHA-256: ${sha256}`,
  ];
}

const explanations = {
  UNCHANGED: "This file is exactly as it was signed here.",
  CHANGED: "This file was sealed, and has been changed since.",
  NO_EVENT:
    "The seal is valid and from this service, but the audit log has no event for this file. Check whether this is the right store.",
  NOT_OURS:
    "This file has no seal of this service, and the audit log has no event for it. It was not signed here, or it had no seal and has been changed.",
} as const;

function sealLine(seal: FileVerdict["seal"]): string {
  if (seal.state === "NONE") return "none";
  if (seal.state === "BROKEN") return "does not match the file";
  const { signer, signedAt, timestamp, trusted } = seal;
  const words = [
    seal.state === "VALID"
      ? "valid"
      : `matches the first ${seal.length} bytes; something was added after them`,
    `by ${signer}${trusted ? "" : ", whose certificate is not trusted here"}`,
    signedAt.toISOString(),
  ];
  if (timestamp !== undefined)
    words.push(
      `timestamp ${timestamp.time.toISOString()} by ${timestamp.signer}${timestamp.trusted ? "" : ", whose certificate is not trusted here"}`,
    );
  return words.join("; ");
}
