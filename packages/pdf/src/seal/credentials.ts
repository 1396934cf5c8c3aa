import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { elements } from "./der.js";

/** What a seal is made with. Read once when the service starts. */
export interface SealCredentials {
  readonly key: KeyObject;
  /** The signer's certificate, then those it depends on, in DER. */
  readonly certificates: readonly Buffer[];
  /** Issuer and serial number of the signer's certificate, in DER, as a signature names it. */
  readonly issuer: Buffer;
  readonly serial: Buffer;
}

/** Reads PEM texts: one or more certificates, the signer's first, and its private key (RSA or elliptic curve). */
export function readCredentials(
  certificatePem: string,
  keyPem: string,
  passphrase?: string,
): SealCredentials {
  const texts = certificatePem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  const certificates = texts.map((text) => new X509Certificate(text));
  const [signer] = certificates;
  if (signer === undefined) throw new Error("The seal's certificate file holds no certificate in PEM form.");
  const key = createPrivateKey(passphrase === undefined ? keyPem : { key: keyPem, passphrase });
  if (!signer.checkPrivateKey(key)) throw new Error("The seal's key does not belong to its certificate.");
  if (key.asymmetricKeyType !== "rsa" && key.asymmetricKeyType !== "ec") {
    throw new Error(`The seal's key is of the kind ${key.asymmetricKeyType}; use RSA or an elliptic curve.`);
  }
  const [certificate] = elements(signer.raw);
  const [body] = elements(certificate!.body);
  // Version (tag 0xa0) comes first except in certificates of the oldest kind; then serial, algorithm, issuer.
  const fields = elements(body!.body).filter(({ tag }) => tag !== 0xa0);
  return {
    key,
    certificates: certificates.map(({ raw }) => raw),
    serial: fields[0]!.whole,
    issuer: fields[2]!.whole,
  };
}
