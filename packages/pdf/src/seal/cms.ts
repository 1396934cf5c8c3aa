import { createHash, type X509Certificate } from "node:crypto";
import {
  type BaseBlock,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetBlock,
} from "asn1js";
import { keyKind, SealProblem } from "./certificates.js";

/** The signatures of one signer, of the shape that PAdES B-B and B-T require (RFC 5652, 5035, and 3161). */
export interface Cms {
  /** What the key signs for a document with this SHA-256. */
  signedAttributes(digest: Uint8Array): Buffer;
  /** The whole detached signature. `token` is the timestamp of `signature`. */
  signedData(digest: Uint8Array, signature: Uint8Array, token?: Uint8Array): Buffer;
}

/**
 * Encoding is slow, mostly because of the certificates, which are always the same. So a signature of each length is
 * encoded once, and only the digest and the signature are replaced in copies of it. A timestamp comes over the network,
 * which takes longer than encoding.
 */
export function createCms(certificates: readonly X509Certificate[]): Cms {
  const attributes = encode(signedAttributes(certificates[0]!, digestMarker));
  const digestAt = attributes.indexOf(digestMarker);
  const frames = new Map<number, Frame>();
  const frameOf = (length: number): Frame => {
    let frame = frames.get(length);
    if (frame === undefined) {
      const marker = Buffer.alloc(length, "signature ");
      const bytes = encode(signedData(certificates, digestMarker, marker));
      frame = { bytes, digestAt: bytes.indexOf(digestMarker), signatureAt: bytes.lastIndexOf(marker) };
      frames.set(length, frame);
    }
    return frame;
  };
  return {
    signedAttributes(digest) {
      const bytes = Buffer.from(attributes);
      bytes.set(digest, digestAt);
      return bytes;
    },
    signedData(digest, signature, token) {
      if (token !== undefined) return encode(signedData(certificates, digest, signature, token));
      const frame = frameOf(signature.length);
      const bytes = Buffer.from(frame.bytes);
      bytes.set(digest, frame.digestAt);
      bytes.set(signature, frame.signatureAt);
      return bytes;
    },
  };
}

interface Frame {
  readonly bytes: Buffer;
  readonly digestAt: number;
  readonly signatureAt: number;
}

const digestMarker = createHash("sha256").update("the place of the digest").digest();

/** The signer's certificate is bound by its hash. PAdES forbids a signing time here: it is in the PDF. */
function signedAttributes(signer: X509Certificate, digest: Uint8Array): SetBlock {
  const certificateHash = createHash("sha256").update(signer.raw).digest();
  const bound = sequence(sequence(sequence(octets(certificateHash))));
  return derSet([
    attribute(ids.contentType, oid(ids.data)),
    attribute(ids.messageDigest, octets(digest)),
    attribute(ids.signingCertificateV2, bound),
  ]);
}

function signedData(
  certificates: readonly X509Certificate[],
  digest: Uint8Array,
  signature: Uint8Array,
  token?: Uint8Array,
): Sequence {
  const [signer] = certificates;
  const { serialNumber, issuer } = namesOf(signer!);
  const rsa = keyKind(signer!.publicKey) === "rsa";
  const signerInfo = sequence(
    new Integer({ value: 1 }),
    sequence(issuer, serialNumber),
    sequence(oid(ids.sha256)),
    tagged(0, ...signedAttributes(signer!, digest).valueBlock.value),
    rsa ? sequence(oid(ids.sha256WithRsa), new Null()) : sequence(oid(ids.sha256WithEcdsa)),
    octets(signature),
    ...(token === undefined ? [] : [tagged(1, attribute(ids.timestampToken, raw(token)))]),
  );
  const data = sequence(
    new Integer({ value: 1 }),
    derSet([sequence(oid(ids.sha256))]),
    sequence(oid(ids.data)),
    tagged(0, ...certificates.map((certificate) => raw(certificate.raw))),
    derSet([signerInfo]),
  );
  return sequence(oid(ids.signedData), tagged(0, data));
}

/** Issuer and serial number exactly as the certificate has them. */
function namesOf(certificate: X509Certificate): {
  readonly issuer: BaseBlock;
  readonly serialNumber: BaseBlock;
} {
  const [body] = childrenOf(raw(certificate.raw));
  // The version, tagged 0, comes first except in certificates of version 1. Then serial number, algorithm, issuer.
  const fields = childrenOf(body!).filter(({ idBlock }) => idBlock.tagClass !== 3);
  return { serialNumber: fields[0]!, issuer: fields[2]! };
}

function childrenOf(block: BaseBlock): BaseBlock[] {
  return (block as Sequence).valueBlock.value as BaseBlock[];
}

export const ids = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  timestampInfo: "1.2.840.113549.1.9.16.1.4",
  timestampToken: "1.2.840.113549.1.9.16.2.14",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
  rsa: "1.2.840.113549.1.1.1",
  sha256WithRsa: "1.2.840.113549.1.1.11",
  sha256WithEcdsa: "1.2.840.10045.4.3.2",
} as const;

function encode(block: BaseBlock): Buffer {
  return Buffer.from(block.toBER(false));
}

/** Asn1js writes members in the order given; DER wants them in the order of their bytes. */
function derSet(members: readonly BaseBlock[]): SetBlock {
  const sorted = members
    .map((member) => ({ member, bytes: encode(member) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return new SetBlock({ value: sorted.map(({ member }) => member) });
}

function sequence(...value: readonly BaseBlock[]): Sequence {
  return new Sequence({ value: [...value] });
}

function tagged(tagNumber: number, ...value: readonly BaseBlock[]): Constructed {
  return new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [...value] });
}

function attribute(id: string, value: BaseBlock): Sequence {
  return sequence(oid(id), new SetBlock({ value: [value] }));
}

function oid(value: string): ObjectIdentifier {
  return new ObjectIdentifier({ value });
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: bytes });
}

/** A value as it is. PDF signatures are in DER, so any other encoding is rejected. */
function raw(bytes: Uint8Array): BaseBlock {
  const { result } = fromBER(bytes);
  if (!encode(result).equals(bytes)) throw new SealProblem("is not encoded in DER");
  return result;
}
