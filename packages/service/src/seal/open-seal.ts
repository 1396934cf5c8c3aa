import { createPrivateKey, type KeyObject, sign, type X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { FilledFile, Template } from "@withholding-forms/pdf";
import type { Config, SealConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { guardCalls } from "./guard-calls.js";
import { commandSigner } from "./key-command.js";

/** Seals the forms that are signed. */
export interface Seal {
  /** Throws a SealError if the key or the timestamp server cannot be reached, or the certificate has expired. */
  seal(template: Template, filled: Pick<FilledFile, "pdf">, instant: Date): Promise<Required<FilledFile>>;
  readonly expiresAt: Date;
}

/** Why a form could not be sealed, in one line without secrets. */
export class SealError extends Error {}

/** The seal that the settings describe; undefined if they describe none. A setting that cannot be used is reported in one line. */
export async function openSeal(
  { seal: config }: Pick<Config, "seal">,
  now: Date = new Date(),
): Promise<Seal | undefined> {
  if (config === undefined) return undefined;
  // Loaded only if there is a seal, because the libraries are large.
  const { checkSigner, createSealer } = await import("@withholding-forms/pdf/seal");
  const { certificates, key } = await readIdentity(config);
  const [signer] = certificates as [X509Certificate, ...X509Certificate[]];
  try {
    checkSigner(signer, now);
  } catch (error) {
    throw unusable(config, error);
  }
  const signBytes = await openSigner(config, signer.publicKey, key);
  const timestamp = await openTimestamps(config);
  const sealer = createSealer({
    certificates,
    sign: signBytes,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
  return {
    async seal(template, filled, instant) {
      try {
        return await sealer.seal(template, filled, instant);
      } catch (error) {
        throw error instanceof SealError
          ? error
          : new SealError(`The certificate ${(error as Error).message}.`);
      }
    },
    expiresAt: new Date(signer.validTo),
  };
}

interface Identity {
  readonly certificates: readonly X509Certificate[];
  /** Undefined if a command has the key. */
  readonly key: KeyObject | undefined;
}

/** The certificate, valid or not, and its key. */
export async function readIdentity(config: SealConfig): Promise<Identity> {
  const { readCertificates, readPkcs12, SealProblem } = await import("@withholding-forms/pdf/seal");
  const { source } = config;
  const { variable, file } = certificateFile(config);
  const bytes = readFile(variable, file);
  try {
    if ("pkcs12" in source) return await readPkcs12(bytes, passphraseOf(config) ?? "");
    const certificates = readCertificates(bytes.toString("utf8"));
    if (!("key" in source)) return { certificates, key: undefined };
    const key = readKey(source.key, passphraseOf(config));
    if (!certificates[0]!.checkPrivateKey(key))
      throw new OperatorError(`SEAL_KEY ${source.key} does not belong to SEAL_CERTIFICATE ${file}.`);
    return { certificates, key };
  } catch (error) {
    throw error instanceof SealProblem ? unusable(config, error) : error;
  }
}

function certificateFile({ source }: SealConfig): { readonly variable: string; readonly file: string } {
  return "pkcs12" in source
    ? { variable: "SEAL_PKCS12", file: source.pkcs12 }
    : { variable: "SEAL_CERTIFICATE", file: source.certificate };
}

function unusable(config: SealConfig, problem: unknown): OperatorError {
  const { variable, file } = certificateFile(config);
  return new OperatorError(`${variable} ${file} ${(problem as Error).message}.`);
}

function readKey(file: string, passphrase: string | undefined): KeyObject {
  const key = readFile("SEAL_KEY", file);
  try {
    return createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const locked = code === "ERR_MISSING_PASSPHRASE" || /interrupted or cancelled/.test(message);
    const wrong = /bad decrypt|bad password|pkcs12 cipherfinal/i.test(message);
    const reason = locked
      ? "needs a passphrase: set SEAL_PASSPHRASE or SEAL_PASSPHRASE_FILE"
      : wrong
        ? "cannot be opened: the passphrase is wrong"
        : "has no private key in PEM form";
    throw new OperatorError(`SEAL_KEY ${file} ${reason}.`);
  }
}

function passphraseOf({ passphrase, passphraseFile }: SealConfig): string | undefined {
  if (passphraseFile === undefined) return passphrase;
  // Editors end a file with a line break, which is not meant.
  return readFile("SEAL_PASSPHRASE_FILE", passphraseFile)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

export function readFile(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "ENOENT" ? "does not exist" : code === "EACCES" ? "must not be read" : "cannot be read";
    throw new OperatorError(`${variable} ${file} ${reason}.`);
  }
}

/** On libuv's threads, so that other requests continue: an RSA signature takes longer than filling a form. */
const signOnThread = promisify(sign) as (
  algorithm: string,
  bytes: Uint8Array,
  key: KeyObject,
) => Promise<Buffer>;

async function openSigner(
  { source, timeoutMs }: SealConfig,
  publicKey: KeyObject,
  key: KeyObject | undefined,
): Promise<(bytes: Uint8Array) => Promise<Buffer>> {
  if (key !== undefined || !("command" in source))
    return (bytes) => signOnThread("sha256", bytes, key as KeyObject);
  const call = commandSigner(source.command, publicKey, timeoutMs);
  try {
    await call(Buffer.from("A signature at the start shows whether the command works."));
  } catch (error) {
    throw new OperatorError(`SEAL_KEY_COMMAND ${source.command[0]} ${(error as Error).message}.`);
  }
  return named("SEAL_KEY_COMMAND", guardCalls(call));
}

async function openTimestamps({
  timestampUrl,
  timeoutMs,
}: SealConfig): Promise<((signature: Uint8Array) => Promise<Uint8Array>) | undefined> {
  if (timestampUrl === undefined) return undefined;
  const { timestampClient } = await import("./timestamp-client.js");
  return named("SEAL_TIMESTAMP_URL", guardCalls(timestampClient(timestampUrl, timeoutMs)));
}

function named<Value>(
  variable: string,
  call: (input: Uint8Array) => Promise<Value>,
): (input: Uint8Array) => Promise<Value> {
  return async (input) => {
    try {
      return await call(input);
    } catch (error) {
      const { name, message } = error as Error;
      const reason = name === "TimeoutError" ? "did not respond in time" : message;
      throw new SealError(`${variable}: ${reason}.`);
    }
  };
}
