import { type KeyObject, X509Certificate } from "node:crypto";
import type { BitString } from "asn1js";
import { Certificate } from "pkijs";

/** What is wrong with a certificate, a key, or a file with both, in words for an operator. Never repeats a secret. */
export class SealProblem extends Error {}

/** The certificates of a PEM text, in its order. */
export function readCertificates(pem: string): X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) throw new SealProblem("has no certificate in PEM form");
  return texts.map((text, index) => {
    try {
      return new X509Certificate(text);
    } catch {
      throw new SealProblem(`has a damaged certificate (number ${index + 1})`);
    }
  });
}

/** The signer's certificate, for a key that a seal can be made with. */
export function checkSigner(certificate: X509Certificate, now: Date): void {
  const { publicKey } = certificate;
  if (keyKind(publicKey) === undefined)
    throw new SealProblem(
      "has a key of another kind than RSA with 2048 to 8192 bits, P-256, P-384, or P-521",
    );
  if (!maySign(certificate)) throw new SealProblem("has a key usage that does not include signatures");
  if (now < new Date(certificate.validFrom))
    throw new SealProblem(`is not valid before ${dayOf(certificate.validFrom)}`);
  if (now > new Date(certificate.validTo)) throw new SealProblem(`expired on ${dayOf(certificate.validTo)}`);
}

/** By its key usage: digital signatures or non-repudiation (RFC 5280, 4.2.1.3). Without one, a key may do anything. */
export function maySign({ raw }: X509Certificate): boolean {
  const { extensions = [] } = Certificate.fromBER(raw);
  const usage = extensions.find(({ extnID }) => extnID === "2.5.29.15")?.parsedValue as BitString | undefined;
  return usage === undefined || ((usage.valueBlock.valueHexView[0] ?? 0) & 0b1100_0000) !== 0;
}

/** Undefined for keys that a seal cannot be made with. OpenSSL takes long with large public exponents. */
export function keyKind({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): "rsa" | "ec" | undefined {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = "" } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === "rsa")
    return modulusLength >= 2048 && modulusLength <= 8192 && publicExponent < 2n ** 32n ? "rsa" : undefined;
  const curves = ["prime256v1", "secp384r1", "secp521r1"];
  return asymmetricKeyType === "ec" && curves.includes(namedCurve) ? "ec" : undefined;
}

/** Longest signature of this key, in bytes: for elliptic curves two numbers in DER, whose length varies. */
export function maxSignatureLength(key: KeyObject): number {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (keyKind(key) === "rsa") return modulusLength! / 8;
  return { prime256v1: 72, secp384r1: 104, secp521r1: 139 }[namedCurve!]!;
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}
