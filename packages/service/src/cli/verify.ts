import { checkFile, type FileVerdict, fileVerdict } from "../app/verify-file.js";
import { readConfig } from "../config.js";
import { readTrust } from "../seal/read-trust.js";
import { endWith } from "./exit-codes.js";
import { readBytes } from "./files.js";
import { print } from "./print.js";
import { withStore } from "./with-store.js";

export interface VerifyOptions {
  readonly certificate: readonly string[];
  readonly json: boolean;
}

/** Says whether a file is unchanged since it was signed here. */
export async function verify(path: string, { certificate, json }: VerifyOptions): Promise<void> {
  const trust = await readTrust(readConfig(process.env), certificate);
  const checked = await checkFile(readBytes(path), trust);
  await withStore(async (store) => {
    const verdict = await fileVerdict(checked, store);
    if (verdict.result !== "UNCHANGED") endWith("REFUSED");
    if (json) print(JSON.stringify(verdict));
    else for (const line of linesOf(verdict)) print(line);
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
    "The seal is valid and from this service, so the form has not changed; the certificates and the timestamp in the seal may have. The audit log has no event for this exact file. Check whether this is the right store.",
  SPECIMEN: "This file was made with a sandbox key, to test an integration. It is not signed.",
  NOT_OURS:
    "This file has no seal of this service, and the audit log has no event for it. It was not signed here, or it has been changed.",
} as const;

function sealLine(seal: FileVerdict["seal"]): string {
  if (seal.state === "NONE") return "none";
  if (seal.state === "BROKEN") return "does not match the file";
  if (seal.state === "FOREIGN") return "of a certificate that is not trusted here, so it was not checked";
  const { signer, signedAt, timestamp } = seal;
  const words = [
    seal.state === "VALID"
      ? "valid"
      : `matches the first ${seal.length} bytes; something was added after them`,
    `by ${signer}`,
    signedAt.toISOString(),
  ];
  if (timestamp !== undefined)
    words.push(
      timestamp.trusted
        ? `timestamp ${timestamp.time.toISOString()} by ${timestamp.signer}`
        : "timestamp of a server that is not trusted here",
    );
  return words.join("; ");
}
