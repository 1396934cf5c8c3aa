import { createHash, hash, type X509Certificate } from "node:crypto";
import type { FilledFile } from "../fill/fill.js";
import type { Template } from "../template.js";
import { checkSigner, maxSignatureLength, SealProblem } from "./certificates.js";
import { createCms } from "./cms.js";
import { layoutSeal } from "./layout.js";
import { maxCertificates } from "./trust.js";

/**
 * Seals files that were filled in mode SIGN, so that every later change can be detected (PAdES B-B, or B-T with
 * timestamps).
 */
export interface Sealer {
  /** `time` is the instant that is printed on the form. */
  seal(template: Template, filled: Pick<FilledFile, "pdf">, time: Date): Promise<Required<FilledFile>>;
}

export interface SealerOptions {
  /** The signer's first, then those it depends on. */
  readonly certificates: readonly X509Certificate[];
  /** Signs bytes with SHA-256 and the signer's key: PKCS #1 version 1.5 for RSA, DER for elliptic curves. */
  readonly sign: (bytes: Buffer) => Promise<Uint8Array>;
  /** Returns the timestamp token of a signature (RFC 3161). */
  readonly timestamp?: (signature: Uint8Array) => Promise<Uint8Array>;
}

export function createSealer({ certificates, sign, timestamp }: SealerOptions): Sealer {
  const [signer] = certificates;
  if (certificates.length > maxCertificates)
    throw new SealProblem(`has more than ${maxCertificates} certificates`);
  const cms = createCms(certificates);
  const longest = cms.signedData(emptyDigest, Buffer.alloc(maxSignatureLength(signer!.publicKey))).length;
  const reserved = longest + (timestamp === undefined ? 0 : maxTokenLength);
  return {
    async seal(template, filled, time) {
      // The certificate can expire while the service runs.
      checkSigner(signer!, time);
      const { pdf, open, close } = layoutSeal(template, filled.pdf, time, reserved);
      const digest = createHash("sha256").update(pdf.subarray(0, open)).update(pdf.subarray(close)).digest();
      const signature = await sign(cms.signedAttributes(digest));
      const token = await timestamp?.(signature);
      const signed = cms.signedData(digest, signature, token);
      if (signed.length > reserved)
        throw new Error("The timestamp is longer than the space reserved for it.");
      pdf.write(signed.toString("hex"), open + 1, "latin1");
      return { pdf, sha256: hash("sha256", pdf) };
    },
  };
}

const emptyDigest = Buffer.alloc(32);

/** Tokens of public timestamp servers, with their certificates, have 3 to 7 KB. */
const maxTokenLength = 12 * 1024;
