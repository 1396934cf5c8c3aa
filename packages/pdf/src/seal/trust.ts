import type { X509Certificate } from "node:crypto";
import { keyKind } from "./certificates.js";

/** Certificates in one signature or timestamp. Real ones have up to 4. */
export const maxCertificates = 5;

export function isIn(list: readonly X509Certificate[], certificate: X509Certificate): boolean {
  return list.some(({ raw }) => raw.equals(certificate.raw));
}

/**
 * Whether the first certificate is an anchor, or leads to one through others that were valid at that time. The certificates
 * may come from an attacker: each step checks one signature, with a key of bounded size.
 */
export function leadsTo(
  anchors: readonly X509Certificate[],
  certificates: readonly X509Certificate[],
  time: Date,
): boolean {
  const known = [...anchors, ...certificates];
  let current = certificates[0];
  for (let step = 0; step < maxCertificates && current !== undefined; step += 1) {
    if (isIn(anchors, current)) return true;
    if (time < new Date(current.validFrom) || time > new Date(current.validTo)) return false;
    const issued: X509Certificate = current;
    current = known.find((one) => one.ca && issued.checkIssued(one));
    if (current === undefined || keyKind(current.publicKey) === undefined) return false;
    if (!issued.verify(current.publicKey)) return false;
  }
  return false;
}
