import type { X509Certificate } from "node:crypto";

/**
 * Whether the first certificate leads to a trusted one, and every other is trusted itself or signed by one that is here,
 * so that none of them can be changed unnoticed.
 */
export function isTrusted(
  certificates: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
): boolean {
  const known = [...trusted, ...certificates];
  const isSame = (certificate: X509Certificate) => (other: X509Certificate) =>
    other.raw.equals(certificate.raw);
  const issuerOf = (certificate: X509Certificate): X509Certificate | undefined =>
    known.find(
      (issuer) => issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
    );
  const accounted = certificates.every(
    (certificate) => trusted.some(isSame(certificate)) || issuerOf(certificate) !== undefined,
  );
  let current: X509Certificate | undefined = certificates[0];
  for (let step = 0; accounted && current !== undefined && step <= known.length; step += 1) {
    if (trusted.some(isSame(current))) return true;
    current = issuerOf(current);
  }
  return false;
}
