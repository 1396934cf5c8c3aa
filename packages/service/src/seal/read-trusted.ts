import type { X509Certificate } from "node:crypto";
import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { readFile, readIdentity } from "./open-seal.js";

/**
 * Certificates whose seals are ours: the one that seals now, with those it depends on, and earlier ones. They may have
 * expired since. `further` are files that somebody named on the command line.
 */
export async function readTrusted(
  { seal, trustedCertificates }: Pick<Config, "seal" | "trustedCertificates">,
  further: readonly string[] = [],
): Promise<readonly X509Certificate[]> {
  if (seal === undefined && trustedCertificates === undefined && further.length === 0) return [];
  const { readCertificates, SealProblem } = await import("@withholding-forms/pdf/seal");
  const read = (variable: string, file: string): X509Certificate[] => {
    try {
      return readCertificates(readFile(variable, file).toString("utf8"));
    } catch (error) {
      if (error instanceof SealProblem) throw new OperatorError(`${variable} ${file} ${error.message}.`);
      throw error;
    }
  };
  return [
    ...(seal === undefined ? [] : (await readIdentity(seal)).certificates),
    ...(trustedCertificates === undefined ? [] : read("SEAL_TRUSTED_CERTIFICATES", trustedCertificates)),
    ...further.flatMap((file) => read("--certificate", file)),
  ];
}
