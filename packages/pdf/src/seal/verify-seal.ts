import { createHash, verify, X509Certificate } from "node:crypto";
import { type BaseBlock, fromBER, type OctetString, type Sequence } from "asn1js";
import { keyKind } from "./certificates.js";
import { createCms } from "./cms.js";
import { rangeStart } from "./layout.js";
import { readTimestamp } from "./timestamps.js";
import { isTrusted } from "./trust.js";

/** What the seal of a file says. Whether the file matches an audit event is another question. */
export type SealVerdict =
  /** The file has no seal of the kind that this service makes. */
  | { readonly state: "NONE" }
  /** The seal does not match the file. */
  | { readonly state: "BROKEN" }
  /** The seal matches the first `length` bytes, and something was added after them. */
  | ({ readonly state: "APPENDED"; readonly length: number } & Sealed)
  /** Not one byte has changed since the file was sealed. */
  | ({ readonly state: "VALID" } & Sealed);

export interface Sealed {
  /** The certificate is trusted, or leads to one that is. */
  readonly trusted: boolean;
  /** Name in the certificate. */
  readonly signer: string;
  /** As the signer stated. */
  readonly signedAt: Date;
  readonly timestamp?: SealTimestamp;
}

export interface SealTimestamp {
  readonly time: Date;
  readonly signer: string;
  readonly trusted: boolean;
}

/**
 * Accepts only what this service writes, byte for byte: one signature, over the whole file, encoded in the only way that
 * `createCms` encodes it. So no byte can be changed, not even between the parts that the signature covers.
 */
export async function verifySeal(
  file: Uint8Array,
  trusted: readonly X509Certificate[],
): Promise<SealVerdict> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const marker = bytes.lastIndexOf(dictionaryStart, undefined, "latin1");
  if (marker < 0) return { state: "NONE" };
  const whole = await verifyWhole(bytes, trusted);
  if (whole !== undefined) return { state: "VALID", ...whole };
  // A file of this service ends where its first signature says. What follows was added.
  const length = coveredLength(bytes, bytes.indexOf(dictionaryStart, 0, "latin1"));
  if (length === undefined || length >= bytes.length) return { state: "BROKEN" };
  const sealed = await verifyWhole(bytes.subarray(0, length), trusted);
  return sealed === undefined ? { state: "BROKEN" } : { state: "APPENDED", length, ...sealed };
}

const dictionaryStart = "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:";
const dictionary =
  /^\d+ 0 obj\n<<\/Type\/Sig\/Filter\/Adobe\.PPKLite\/SubFilter\/ETSI\.CAdES\.detached\/M\(D:(\d{14})Z\)\/Reference\[<<[^[\]]*\]\/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]\/Contents</;

/** Where the bytes end that a signature covers. */
function coveredLength(bytes: Buffer, marker: number): number | undefined {
  const range = bytes.indexOf(rangeStart, marker, "latin1");
  const [, second, length] = /^ \d+ +(\d+) +(\d+) *\]/.exec(
    bytes.toString("latin1", range + rangeStart.length, range + 60),
  ) ?? [undefined, "", ""];
  const end = Number(second) + Number(length);
  return range < 0 || second === "" || !Number.isSafeInteger(end) ? undefined : end;
}

async function verifyWhole(bytes: Buffer, trusted: readonly X509Certificate[]): Promise<Sealed | undefined> {
  const seal = findSeal(bytes);
  if (seal === undefined) return undefined;
  const digest = createHash("sha256")
    .update(bytes.subarray(0, seal.open))
    .update(bytes.subarray(seal.close))
    .digest();
  // The quick way out of almost every change.
  if (!seal.signedData.includes(digest)) return undefined;
  try {
    return await verifySignature(seal, digest, trusted);
  } catch {
    // Damaged certificates, keys and tokens make libraries fail in many ways.
    return undefined;
  }
}

async function verifySignature(
  { signedData, signedAt }: FoundSeal,
  digest: Buffer,
  trusted: readonly X509Certificate[],
): Promise<Sealed | undefined> {
  const { certificates, signature, token } = readSignedData(signedData);
  const [signer] = certificates;
  if (signer === undefined || keyKind(signer.publicKey) === undefined) return undefined;
  const cms = createCms(certificates);
  const encoded = cms.signedData(digest, signature, token);
  if (!encoded.equals(signedData)) return undefined;
  if (!verify("sha256", cms.signedAttributes(digest), signer.publicKey, signature)) return undefined;
  if (signedAt < new Date(signer.validFrom) || signedAt > new Date(signer.validTo)) return undefined;
  const sealed = { trusted: isTrusted(certificates, trusted), signer: nameOf(signer), signedAt };
  if (token === undefined) return sealed;
  const stamp = await readTimestamp(token, signature);
  if (stamp === undefined) return undefined;
  const timestamp = {
    time: stamp.time,
    signer: nameOf(stamp.certificates[0]!),
    trusted: isTrusted(stamp.certificates, trusted),
  };
  return { ...sealed, timestamp };
}

interface FoundSeal {
  readonly open: number;
  readonly close: number;
  readonly signedAt: Date;
  readonly signedData: Buffer;
}

/**
 * The signature, found from the end of the file, as a reader finds it. Its place follows from bytes that come before it, so
 * the gap that is not signed can be nowhere else.
 */
function findSeal(bytes: Buffer): FoundSeal | undefined {
  const end = /\nstartxref\n(\d{1,9})\n%%EOF\n$/.exec(
    bytes.toString("latin1", Math.max(0, bytes.length - 40)),
  );
  const table = Number(end?.[1] ?? bytes.length);
  const head = bytes.toString("latin1", table, table + 600);
  const [start, number, size, index] =
    /^(\d+) 0 obj\n<<\/Type\/XRef\/W\[1 3 1\]\/Size (\d+)\/Index\[([\d ]+)\][^[\]]*(?:\[<[0-9A-Fa-f]+> ?<[0-9A-Fa-f]+>\][^[\]]*?)?\/Length \d+>>stream\n/.exec(
      head,
    ) ?? [];
  if (start === undefined || Number(size) !== Number(number) + 1) return undefined;
  // The seal's objects are the last but two, the last but one, and the table itself.
  const row = index!.split(" ").indexOf(String(Number(number) - 2)) / 2;
  const place = table + start.length + row * 5;
  if (!Number.isInteger(row) || row < 0 || place + 5 > bytes.length) return undefined;
  const at = bytes.readUIntBE(place + 1, 3);
  const found = dictionary.exec(bytes.toString("latin1", at, at + 400));
  if (found === null) return undefined;
  const [text, stamp, open, close, length] = found;
  const from = at + text.length - 1;
  const [first, second, third] = [open, close, length].map(Number) as [number, number, number];
  if (first !== from || second + third !== bytes.length || second < first + 2 || third < 0) return undefined;
  const hex = bytes.toString("latin1", first + 1, second - 1);
  if (bytes[second - 1] !== 0x3e || !/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const signedAt = dateOf(stamp!);
  const signedData = withoutPadding(Buffer.from(hex, "hex"));
  if (signedAt === undefined || signedData === undefined) return undefined;
  return { open: first, close: second, signedAt, signedData };
}

/** The signature fills the space reserved for it up to zeros. */
function withoutPadding(bytes: Buffer): Buffer | undefined {
  // A sequence with a length of two bytes.
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0x3082) return undefined;
  const length = 4 + bytes.readUInt16BE(2);
  const isPadded = length <= bytes.length && bytes.subarray(length).every((byte) => byte === 0);
  return isPadded ? bytes.subarray(0, length) : undefined;
}

function dateOf(stamp: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

interface FoundSignature {
  readonly certificates: readonly X509Certificate[];
  readonly signature: Buffer;
  readonly token?: Buffer;
}

/** The parts that differ from seal to seal. The rest is compared, not read. Throws if there are none. */
function readSignedData(bytes: Buffer): FoundSignature {
  const content = fromBER(bytes).result;
  const data = childrenOf(childrenOf(childrenOf(content)[1]!)[0]!);
  const [signer] = childrenOf(data[4]!);
  const [, , , , , signature, unsigned] = childrenOf(signer!);
  const attribute = unsigned === undefined ? undefined : childrenOf(unsigned)[0];
  const token = attribute === undefined ? undefined : childrenOf(childrenOf(attribute)[1]!)[0];
  return {
    certificates: childrenOf(data[3]!).map((block) => new X509Certificate(rawOf(block))),
    signature: Buffer.from((signature as OctetString).getValue()),
    ...(token === undefined ? {} : { token: rawOf(token) }),
  };
}

function childrenOf(block: BaseBlock): BaseBlock[] {
  return (block as Sequence).valueBlock.value as BaseBlock[];
}

function rawOf(block: BaseBlock): Buffer {
  return Buffer.from(block.valueBeforeDecodeView);
}

function nameOf({ subject, serialNumber }: X509Certificate): string {
  const name = /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1];
  return name ?? serialNumber;
}
