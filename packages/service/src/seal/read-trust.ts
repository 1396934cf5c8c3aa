import type { X509Certificate } from "node:crypto";
import type { SealTrust } from "@withholding-forms/pdf/seal";
import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { readFile, readIdentity } from "./open-seal.js";

/**
 * Whose seals are ours: the certificate that seals now, without those that issued it, and earlier ones, which may have
 * expired since. `further` are files that were named on the command line.
 */
export async function readTrust(
  {
    seal,
    trustedCertificates,
    timestampCertificates,
  }: Pick<Config, "seal" | "trustedCertificates" | "timestampCertificates">,
  further: readonly string[] = [],
): Promise<SealTrust> {
  const files = [trustedCertificates, timestampCertificates, ...further];
  if (seal === undefined && files.every((file) => file === undefined)) return { seals: [], timestamps: [] };
  const { readCertificates, SealProblem } = await import("@withholding-forms/pdf/seal");
  const read = (variable: string, file: string | undefined): X509Certificate[] => {
    if (file === undefined) return [];
    try {
      return readCertificates(readFile(variable, file).toString("utf8"));
    } catch (error) {
      if (error instanceof SealProblem) throw new OperatorError(`${variable} ${file} ${error.message}.`);
      throw error;
    }
  };
  return {
    seals: [
      ...(seal === undefined ? [] : (await readIdentity(seal)).certificates.slice(0, 1)),
      ...read("SEAL_TRUSTED_CERTIFICATES", trustedCertificates),
      ...further.flatMap((file) => read("--certificate", file)),
    ],
    timestamps: read("SEAL_TIMESTAMP_CERTIFICATES", timestampCertificates),
  };
}
