import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import {
  type AuthenticatedSafe,
  type CertBag,
  type Certificate,
  PFX,
  type PKCS8ShroudedKeyBag,
  type PrivateKeyInfo,
  type SafeContents,
} from "pkijs";
import { SealProblem } from "./certificates.js";

export interface Pkcs12 {
  readonly key: KeyObject;
  /** The one of the key first. */
  readonly certificates: readonly X509Certificate[];
}

/** Reads a PKCS #12 file (.p12, .pfx) with one key. */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<Pkcs12> {
  const pfx = parse(bytes);
  const password = new TextEncoder().encode(passphrase).buffer as ArrayBuffer;
  try {
    await pfx.parseInternalValues({ checkIntegrity: true, password });
  } catch (error) {
    throw /integrity/i.test((error as Error).message)
      ? new SealProblem("cannot be opened: the passphrase is wrong, or the file is damaged")
      : outdated();
  }
  const bags = await openSafes(pfx.parsedValue!.authenticatedSafe!, password);
  const keys = bags.keys.map((key) => createPrivateKey({ key, format: "der", type: "pkcs8" }));
  if (keys.length !== 1) throw new SealProblem(`has ${keys.length} private keys, but must have one`);
  const [key] = keys as [KeyObject];
  const own = bags.certificates.filter((certificate) => certificate.checkPrivateKey(key));
  if (own.length === 0) throw new SealProblem("has no certificate for its private key");
  return { key, certificates: [own[0]!, ...issuersOf(own[0]!, bags.certificates)] };
}

function parse(bytes: Uint8Array): PFX {
  try {
    return PFX.fromBER(new Uint8Array(bytes));
  } catch {
    throw new SealProblem("is not a PKCS #12 file");
  }
}

function outdated(): SealProblem {
  return new SealProblem(
    "uses an outdated encryption; convert it with openssl pkcs12 (AES-256-CBC and SHA-256)",
  );
}

async function openSafes(
  safe: AuthenticatedSafe,
  password: ArrayBuffer,
): Promise<{ readonly keys: Buffer[]; readonly certificates: X509Certificate[] }> {
  const keys: Buffer[] = [];
  const certificates: X509Certificate[] = [];
  try {
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
    for (const { value } of safe.parsedValue.safeContents as { readonly value: SafeContents }[])
      for (const { bagId, bagValue } of value.safeBags) {
        if (bagId === bagIds.key) keys.push(derOf(bagValue as PrivateKeyInfo));
        if (bagId === bagIds.shroudedKey) {
          const bag = bagValue as PKCS8ShroudedKeyBag & {
            parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void>;
          };
          await bag.parseInternalValues({ password });
          keys.push(derOf(bag.parsedValue!));
        }
        if (bagId === bagIds.certificate)
          certificates.push(new X509Certificate(derOf((bagValue as CertBag).parsedValue as Certificate)));
      }
  } catch {
    throw outdated();
  }
  return { keys, certificates };
}

const bagIds = {
  key: "1.2.840.113549.1.12.10.1.1",
  shroudedKey: "1.2.840.113549.1.12.10.1.2",
  certificate: "1.2.840.113549.1.12.10.1.3",
} as const;

function derOf(value: Certificate | PrivateKeyInfo): Buffer {
  return Buffer.from(value.toSchema().toBER(false));
}

/** The certificates that this one depends on, in order, without the root that signs itself. */
function issuersOf(certificate: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const issuer = all.find((one) => one !== certificate && certificate.checkIssued(one));
  return issuer === undefined || issuer.checkIssued(issuer)
    ? []
    : [
        issuer,
        ...issuersOf(
          issuer,
          all.filter((one) => one !== certificate),
        ),
      ];
}
