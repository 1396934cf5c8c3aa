import { createHash, verify, X509Certificate } from "node:crypto";
import { maySign } from "./certificates.js";
import { createCms } from "./cms.js";
import { rangeStart } from "./layout.js";
import { readTimestamp } from "./timestamps.js";
import { leadsTo, maxCertificates } from "./trust.js";

/** Whose seals and timestamps are trusted. */
export interface SealTrust {
  /** Certificates that forms were sealed with here. What they issued, or who issued them, does not count. */
  readonly seals: readonly X509Certificate[];
  /** Timestamp servers, or authorities that issue their certificates. */
  readonly timestamps: readonly X509Certificate[];
}

/**
 * What the seal of a file says. Whether the file matches an audit event is another question. A seal covers the whole file
 * except itself: certificates and a timestamp can be added to it, replaced, or removed.
 */
export type SealVerdict =
  /** The file has no seal of the kind that this service makes. */
  | { readonly state: "NONE" }
  /** The seal does not match the file. */
  | { readonly state: "BROKEN" }
  /** The seal was not made with one of our certificates. Nothing else about it was checked. */
  | { readonly state: "FOREIGN" }
  /** The seal matches the first `length` bytes, and something was added after them. */
  | ({ readonly state: "APPENDED"; readonly length: number } & Sealed)
  /** Our seal matches the file. */
  | ({ readonly state: "VALID" } & Sealed);

export interface Sealed {
  /** Name in the certificate. */
  readonly signer: string;
  /** As the signer stated. */
  readonly signedAt: Date;
  readonly timestamp?: SealTimestamp;
}

export interface SealTimestamp {
  readonly time: Date;
  readonly signer: string;
  /** False: anyone may have made it. */
  readonly trusted: boolean;
}

/**
 * Accepts only what this service writes: one signature, over the whole file, encoded exactly as `createCms` encodes it.
 * The file may come from an attacker, so no signature is checked before the certificate is known to be ours.
 */
export async function verifySeal(file: Uint8Array, trust: SealTrust): Promise<SealVerdict> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const marker = bytes.lastIndexOf(dictionaryStart, undefined, "latin1");
  if (marker < 0) return { state: "NONE" };
  const whole = await verifyWhole(bytes, trust);
  if (whole === foreign) return { state: "FOREIGN" };
  if (whole !== undefined) return { state: "VALID", ...whole };
  // A file of this service ends where its first signature says. What follows was added.
  const length = coveredLength(bytes, bytes.indexOf(dictionaryStart, 0, "latin1"));
  if (length === undefined || length >= bytes.length) return { state: "BROKEN" };
  const sealed = await verifyWhole(bytes.subarray(0, length), trust);
  if (sealed === foreign) return { state: "FOREIGN" };
  return sealed === undefined ? { state: "BROKEN" } : { state: "APPENDED", length, ...sealed };
}

const foreign = Symbol("foreign");

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

/** Undefined if the seal does not match the bytes. */
async function verifyWhole(bytes: Buffer, trust: SealTrust): Promise<Sealed | typeof foreign | undefined> {
  const seal = findSeal(bytes);
  if (seal === undefined) return undefined;
  const digest = createHash("sha256")
    .update(bytes.subarray(0, seal.open))
    .update(bytes.subarray(seal.close))
    .digest();
  // The quick path for almost every change.
  if (!seal.signedData.includes(digest)) return undefined;
  try {
    return await verifySignature(seal, digest, trust);
  } catch {
    // Damaged certificates, keys, and tokens make libraries throw many kinds of errors.
    return undefined;
  }
}

async function verifySignature(
  { signedData, signedAt }: FoundSeal,
  digest: Buffer,
  trust: SealTrust,
): Promise<Sealed | typeof foreign | undefined> {
  const { certificates, signature, token } = readSignedData(signedData);
  const signer = trust.seals.find(({ raw }) => certificates[0]?.equals(raw));
  if (signer === undefined) return foreign;
  const attributes = createCms([signer]).signedAttributes(digest);
  if (!maySign(signer) || !verify("sha256", attributes, signer.publicKey, signature)) return undefined;
  const cms = createCms(certificates.map((raw) => new X509Certificate(raw)));
  if (!cms.signedData(digest, signature, token).equals(signedData)) return undefined;
  if (signedAt < new Date(signer.validFrom) || signedAt > new Date(signer.validTo)) return undefined;
  const sealed = { signer: nameOf(signer), signedAt };
  if (token === undefined) return sealed;
  const stamp = await readTimestamp(token, signature);
  if (stamp === undefined) return undefined;
  const timestamp = {
    time: stamp.time,
    signer: nameOf(stamp.certificates[0]!),
    trusted: leadsTo(trust.timestamps, stamp.certificates, stamp.time),
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
  if (second - first > maxGap) return undefined;
  const hex = bytes.toString("latin1", first + 1, second - 1);
  if (bytes[second - 1] !== 0x3e || !/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const signedAt = dateOf(stamp!);
  const signedData = withoutPadding(Buffer.from(hex, "hex"));
  if (signedAt === undefined || signedData === undefined) return undefined;
  return { open: first, close: second, signedAt, signedData };
}

/** Digits of a signature of 64 KB, the longest that `withoutPadding` reads, and as many zeros. */
const maxGap = 4 * 64 * 1024;

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
  readonly certificates: readonly Buffer[];
  readonly signature: Buffer;
  readonly token?: Buffer;
}

/**
 * The parts that differ from seal to seal. The rest is compared, not read. Throws if there are none. Nothing inside of them
 * is read: tens of thousands of tiny values would take a library more than a second.
 */
function readSignedData(bytes: Buffer): FoundSignature {
  const [, content] = membersOf(bytes);
  const [, , , certificates, signers] = membersOf(membersOf(content)[0]);
  const [, , , , , signature, unsigned] = membersOf(membersOf(signers)[0]);
  const attribute = unsigned === undefined ? undefined : membersOf(unsigned)[0];
  const token = attribute === undefined ? undefined : membersOf(membersOf(attribute)[1])[0];
  const all = membersOf(certificates);
  if (signature === undefined || all.length > maxCertificates) throw new Error("no seal of this service");
  return {
    certificates: all,
    signature: signature.subarray(boundsOf(signature, 0).start),
    ...(token === undefined ? {} : { token }),
  };
}

/** The values in a constructed value of DER. */
function membersOf(value: Buffer | undefined): Buffer[] {
  if (value === undefined) throw new Error("the value is missing");
  const members: Buffer[] = [];
  for (let at = boundsOf(value, 0).start; at < value.length; ) {
    const { end } = boundsOf(value, at);
    members.push(value.subarray(at, end));
    at = end;
  }
  return members;
}

/** Where the content of a value starts and ends. Throws if the value is longer than the bytes. */
function boundsOf(bytes: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = bytes.readUInt8(at + 1);
  const more = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + more;
  const end = start + (first < 0x80 ? first : bytes.readUIntBE(at + 2, more));
  if (end > bytes.length) throw new Error("the value is cut off");
  return { start, end };
}

function nameOf({ subject, serialNumber }: X509Certificate): string {
  const name = /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1];
  return name ?? serialNumber;
}
