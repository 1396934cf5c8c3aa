import { createHash, randomBytes, verify, X509Certificate } from "node:crypto";
import { type BaseBlock, fromBER, Integer, Null, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import {
  AlgorithmIdentifier,
  type Attribute,
  ContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedData,
  type SignerInfo,
  TimeStampReq,
  TSTInfo,
} from "pkijs";
import { keyKind, maySign } from "./certificates.js";
import { ids } from "./cms.js";
import { maxCertificates } from "./trust.js";

/** A request for the timestamp of a signature (RFC 3161), and the number that the response must repeat. */
export function timestampRequest(signature: Uint8Array): {
  readonly request: Buffer;
  readonly nonce: Buffer;
} {
  const nonce = randomBytes(16);
  // Positive, and no zero in front: the same bytes in every encoding.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ids.sha256 }),
      hashedMessage: new OctetString({ valueHex: hash("sha256", signature) }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return { request: Buffer.from(request.toSchema().toBER(false)), nonce };
}

/** The token in a server's response. Throws if it is not a valid timestamp of this signature. */
export async function readTimestampResponse(
  response: Uint8Array,
  signature: Uint8Array,
  nonce: Uint8Array,
): Promise<Buffer> {
  const [status, content] = childrenOf(parse(response));
  const code = status === undefined ? undefined : childrenOf(status)[0];
  // Granted, or granted with modifications.
  if (!(code instanceof Integer) || code.valueBlock.valueDec > 1 || content === undefined)
    throw new Error("the timestamp server rejected the request");
  const token = Buffer.from(content.valueBeforeDecodeView);
  const timestamp = await readTimestamp(token, signature);
  if (timestamp === undefined) throw new Error("the timestamp is not valid");
  if (timestamp.nonce?.equals(nonce) !== true) throw new Error("the timestamp is of another request");
  return token;
}

export interface Timestamp {
  readonly time: Date;
  /** The server's certificate, then the others that the token has. */
  readonly certificates: readonly X509Certificate[];
  readonly nonce?: Buffer;
}

/** The timestamp of a signature; undefined if it is not valid. Whether its certificate is trusted is not checked. */
export async function readTimestamp(
  token: Uint8Array,
  signature: Uint8Array,
): Promise<Timestamp | undefined> {
  try {
    const content = new ContentInfo({ schema: parse(token) });
    if (content.contentType !== ids.signedData) return undefined;
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== ids.timestampInfo || eContent === undefined || !isPlain(signed)) return undefined;
    const certificates = certificatesOf(content.content as BaseBlock);
    if (!certificates.every(({ publicKey }) => keyKind(publicKey) !== undefined)) return undefined;
    const signer = boundCertificate(signed.signerInfos[0]!.signedAttrs?.attributes ?? [], certificates);
    const verdict = await signed.verify({ signer: 0, data: arrayBuffer(signature), extendedMode: true });
    if (signer === undefined || verdict.signatureVerified !== true) return undefined;
    if (!isSignedStrictly(signed.signerInfos[0]!, signer)) return undefined;
    const serial = Buffer.from(verdict.signerCertificate!.serialNumber.valueBlock.valueHexView);
    const info = TSTInfo.fromBER(eContent.getValue());
    const inTime = info.genTime >= new Date(signer.validFrom) && info.genTime <= new Date(signer.validTo);
    const isServer = maySign(signer) && String(signer.keyUsage) === timestamping;
    if (!inTime || !isServer || BigInt(`0x${serial.toString("hex")}`) !== BigInt(`0x${signer.serialNumber}`))
      return undefined;
    const { nonce } = info;
    return {
      time: info.genTime,
      certificates: [signer, ...certificates.filter((one) => one !== signer)],
      ...(nonce === undefined ? {} : { nonce: Buffer.from(nonce.valueBlock.valueHexView) }),
    };
  } catch {
    // Whatever the bytes are, they are no timestamp.
    return undefined;
  }
}

/** One signer, and in the parts that no signature covers only what there must be, so that a change of them shows. */
function isPlain({ version, digestAlgorithms, signerInfos, crls }: SignedData): boolean {
  const [signer] = signerInfos;
  const [digest] = digestAlgorithms;
  if (signer === undefined || digest === undefined) return false;
  const { digestAlgorithm, signatureAlgorithm } = signer;
  const isNull = ({ algorithmParams }: AlgorithmIdentifier): boolean =>
    algorithmParams === undefined || algorithmParams instanceof Null;
  return (
    [signerInfos.length, digestAlgorithms.length, version].join() === "1,1,3" &&
    signer.version === (signer.sid instanceof IssuerAndSerialNumber ? 1 : 3) &&
    [signer.unsignedAttrs, crls].every((part) => part === undefined) &&
    digest.algorithmId === digestAlgorithm.algorithmId &&
    [digest, digestAlgorithm, signatureAlgorithm].every(isNull) &&
    signatureIds[digest.algorithmId]?.includes(signatureAlgorithm.algorithmId) === true
  );
}

/** PKI.js reads an ECDSA signature whose lengths were changed. OpenSSL does not. */
function isSignedStrictly(
  { digestAlgorithm, signedAttrs, signature }: SignerInfo,
  { publicKey }: X509Certificate,
): boolean {
  const name = hashNames[digestAlgorithm.algorithmId];
  const attributes = new Uint8Array(signedAttrs!.encodedValue);
  return name !== undefined && verify(name, attributes, publicKey, new Uint8Array(signature.getValue()));
}

/** By digest: RSA and ECDSA with it. RSA may also be named without the digest. */
const signatureIds: Readonly<Record<string, readonly string[]>> = {
  [ids.sha256]: [ids.rsa, ids.sha256WithRsa, ids.sha256WithEcdsa],
  [ids.sha384]: [ids.rsa, "1.2.840.113549.1.1.12", "1.2.840.10045.4.3.3"],
  [ids.sha512]: [ids.rsa, "1.2.840.113549.1.1.13", "1.2.840.10045.4.3.4"],
};

/** The extended key usage of timestamp servers, which have no other (RFC 3161, 2.3). */
const timestamping = "1.3.6.1.5.5.7.3.8";

/** The signature covers the hash of its certificate, so that no other certificate with the same key can stand in for it. */
function boundCertificate(
  attributes: readonly Attribute[],
  certificates: readonly X509Certificate[],
): X509Certificate | undefined {
  for (const [type, usual] of [
    [ids.signingCertificateV2, "sha256"],
    [ids.signingCertificate, "sha1"],
  ] as const) {
    const value = attributes.find((attribute) => attribute.type === type)?.values[0] as BaseBlock | undefined;
    if (value === undefined) continue;
    const [first, second] = childrenOf(childrenOf(childrenOf(value)[0]!)[0]!);
    const bound = first instanceof OctetString ? first : second;
    const name = first instanceof Sequence ? hashName(childrenOf(first)[0]) : usual;
    if (!(bound instanceof OctetString) || name === undefined) return undefined;
    const wanted = Buffer.from(bound.getValue());
    return certificates.find(({ raw }) => hash(name, raw).equals(wanted));
  }
  return undefined;
}

function hashName(id: BaseBlock | undefined): string | undefined {
  if (!(id instanceof ObjectIdentifier)) return undefined;
  return hashNames[id.getValue()];
}

const hashNames: Readonly<Record<string, string>> = {
  [ids.sha256]: "sha256",
  [ids.sha384]: "sha384",
  [ids.sha512]: "sha512",
};

/** As they are in the token: encoded again, they could differ. */
function certificatesOf(signedData: BaseBlock): X509Certificate[] {
  const set = childrenOf(signedData).find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  const blocks = set === undefined ? [] : childrenOf(set);
  if (blocks.length > maxCertificates) throw new Error("too many certificates");
  return blocks.map((block) => new X509Certificate(Buffer.from(block.valueBeforeDecodeView)));
}

function parse(bytes: Uint8Array): BaseBlock {
  const { result, offset } = fromBER(bytes);
  if (offset !== bytes.length) throw new Error("the bytes are not one value in DER");
  return result;
}

function childrenOf(block: BaseBlock): BaseBlock[] {
  return (block as Sequence).valueBlock.value as BaseBlock[];
}

function hash(name: string, bytes: Uint8Array): Buffer {
  return createHash(name).update(bytes).digest();
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
