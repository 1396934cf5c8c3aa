import { createHash, sign } from "node:crypto";
import type { SealCredentials } from "./credentials.js";
import { integer, nothing, objectId, octets, sequence, setOf, tagged } from "./der.js";

/**
 * A detached CAdES signature over bytes with the given SHA-256 (RFC 5652 and 5035), of the shape PAdES B-B asks
 * for: the signer's certificate is bound by its hash, and the time of signing is in the PDF, not here.
 */
export function signDetached(digest: Uint8Array, credentials: SealCredentials): Buffer {
  const [certificate] = credentials.certificates;
  const attributes = [
    attribute("1.2.840.113549.1.9.3", data),
    attribute("1.2.840.113549.1.9.4", octets(digest)),
    attribute("1.2.840.113549.1.9.16.2.47", sequence(sequence(sequence(octets(sha256(certificate!)))))),
  ];
  const signature = sign("sha256", setOf(...attributes), credentials.key);
  const signer = sequence(
    integer(1),
    sequence(credentials.issuer, credentials.serial),
    sha256Algorithm,
    // The same set under another tag; what is signed is the plain set.
    Buffer.concat([Buffer.of(0xa0), setOf(...attributes).subarray(1)]),
    credentials.key.asymmetricKeyType === "rsa" ? rsaAlgorithm : ecdsaAlgorithm,
    octets(signature),
  );
  return sequence(
    objectId("1.2.840.113549.1.7.2"),
    tagged(
      0xa0,
      sequence(
        integer(1),
        setOf(sha256Algorithm),
        sequence(data),
        tagged(0xa0, ...credentials.certificates),
        setOf(signer),
      ),
    ),
  );
}

const data = objectId("1.2.840.113549.1.7.1");
const sha256Algorithm = sequence(objectId("2.16.840.1.101.3.4.2.1"));
const rsaAlgorithm = sequence(objectId("1.2.840.113549.1.1.11"), nothing);
const ecdsaAlgorithm = sequence(objectId("1.2.840.10045.4.3.2"));

function attribute(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), setOf(value));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
