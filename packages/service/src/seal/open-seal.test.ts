import { readFileSync } from "node:fs";
import { inFolder, makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { timeLimits } from "@withholding-forms/testing/time-limits";
import { describe, expect, test, vi } from "vitest";
import { readConfig, variables } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { openSeal } from "./open-seal.js";

const file = sealFiles();
const owner = makeCertificate();
const other = makeCertificate();
const certificate = file("certificate.pem", owner.certificatePem);
const key = file("key.pem", owner.keyPem);
const passphrase = "a secret nobody may see";
const lockedKey = file(
  "locked.pem",
  owner.key.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase }),
);
const pkcs12 = file(
  "both.p12",
  inFolder((name, openssl) =>
    openssl(
      ...["pkcs12", "-export", "-passout", `pass:${passphrase}`],
      ...["-in", name("c.pem", owner.certificatePem), "-inkey", name("k.pem", owner.keyPem)],
    ),
  ),
);
const passphraseFile = file("passphrase", `${passphrase}\n`);
const script = (name: string, text: string): string => file(name, `#!/bin/sh\n${text}\n`, 0o700);
const signing = script("sign", `exec openssl dgst -sha256 -sign ${key}`);

const open = (env: Record<string, string>) => openSeal(readConfig({ ...timeLimits, ...env }));

describe("a seal is opened with", () => {
  test.each([
    ["PEM files", { SEAL_CERTIFICATE: certificate, SEAL_KEY: key }],
    ["a locked key", { SEAL_CERTIFICATE: certificate, SEAL_KEY: lockedKey, SEAL_PASSPHRASE: passphrase }],
    [
      "a passphrase in a file",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: lockedKey, SEAL_PASSPHRASE_FILE: passphraseFile },
    ],
    ["a PKCS #12 file", { SEAL_PKCS12: pkcs12, SEAL_PASSPHRASE: passphrase }],
    ["a command", { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: signing }],
    [
      "a command with arguments",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: `openssl dgst -sha256 -sign ${key}` },
    ],
  ])("%s", async (_, env) => {
    const seal = await open(env);
    expect(seal?.expiresAt).toEqual(new Date(owner.certificate.validTo));
  });

  test("nothing, and there is none", async () => {
    expect(await open({})).toBeUndefined();
  });
});

describe("the start stops with one line for", () => {
  test.each([
    [
      "a key of another certificate",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: file("other.pem", other.keyPem) },
      "does not belong to SEAL_CERTIFICATE",
    ],
    [
      "a certificate that does not exist",
      { SEAL_CERTIFICATE: "/nowhere.pem", SEAL_KEY: key },
      "SEAL_CERTIFICATE /nowhere.pem does not exist.",
    ],
    [
      "a certificate that is none",
      { SEAL_CERTIFICATE: key, SEAL_KEY: key },
      "has no certificate in PEM form",
    ],
    ["a key that is none", { SEAL_CERTIFICATE: certificate, SEAL_KEY: certificate }, "has no private key"],
    [
      "a locked key without its passphrase",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: lockedKey },
      "needs a passphrase",
    ],
    [
      "a wrong passphrase of a key",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: lockedKey, SEAL_PASSPHRASE: "wrong secret" },
      "the passphrase is wrong",
    ],
    [
      "a wrong passphrase of a PKCS #12 file",
      { SEAL_PKCS12: pkcs12, SEAL_PASSPHRASE: "wrong secret" },
      "the passphrase is wrong",
    ],
    ["a key without a certificate", { SEAL_KEY: key }, "SEAL_KEY must be"],
    ["a certificate without a key", { SEAL_CERTIFICATE: certificate }, "SEAL_CERTIFICATE must be"],
    [
      "both kinds of files",
      { SEAL_PKCS12: pkcs12, SEAL_CERTIFICATE: certificate, SEAL_KEY: key },
      "SEAL_PKCS12 must be",
    ],
    [
      "a key and a command",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: key, SEAL_KEY_COMMAND: signing },
      "SEAL_KEY_COMMAND must be",
    ],
    ["a passphrase of nothing", { SEAL_PASSPHRASE: "wrong secret" }, "SEAL_PASSPHRASE must be"],
    [
      "two passphrases",
      { SEAL_PKCS12: pkcs12, SEAL_PASSPHRASE: "wrong secret", SEAL_PASSPHRASE_FILE: passphraseFile },
      "SEAL_PASSPHRASE_FILE must be",
    ],
    [
      "a timestamp server without a seal",
      { SEAL_TIMESTAMP_URL: "http://127.0.0.1/" },
      "SEAL_TIMESTAMP_URL must be",
    ],
    [
      "a timestamp server that is no URL",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY: key, SEAL_TIMESTAMP_URL: "freetsa.org" },
      "SEAL_TIMESTAMP_URL must be",
    ],
    ["no time at all", { SEAL_TIMEOUT_MS: "99" }, "SEAL_TIMEOUT_MS must be"],
    [
      "a command that does not exist",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: "/nowhere/sign" },
      "cannot be run: ENOENT",
    ],
    [
      "a command that fails",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: script("fail", "echo secret >&2; exit 3") },
      "ended with code 3",
    ],
    [
      "a command that signs with another key",
      {
        SEAL_CERTIFICATE: certificate,
        SEAL_KEY_COMMAND: `openssl dgst -sha256 -sign ${file("other2.pem", other.keyPem)}`,
      },
      "wrote no signature that belongs to the certificate",
    ],
    [
      "a command that writes without end",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: "yes" },
      "wrote more than 8192 bytes",
    ],
    [
      "a command that takes too long",
      { SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: "sleep 600", SEAL_TIMEOUT_MS: "100" },
      "took longer than 100 ms",
    ],
  ])("%s", async (_, env, expected) => {
    const error = await (async () => open(env as unknown as Record<string, string>))().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OperatorError);
    const { message } = error as Error;
    expect(message).toContain(expected);
    expect(message).not.toContain("\n");
    expect(message).not.toContain("secret");
  });
});

test("the start stops with one line for a certificate that has expired or is not valid yet", async () => {
  const config = readConfig({ SEAL_CERTIFICATE: certificate, SEAL_KEY: key });
  const { validFrom, validTo } = owner.certificate;
  const day = (date: string) => new Date(date).toISOString().slice(0, 10);
  await expect(openSeal(config, new Date(Date.parse(validTo) + 1000))).rejects.toThrow(
    new OperatorError(`SEAL_CERTIFICATE ${certificate} expired on ${day(validTo)}.`),
  );
  await expect(openSeal(config, new Date(Date.parse(validFrom) - 1000))).rejects.toThrow(
    new OperatorError(`SEAL_CERTIFICATE ${certificate} is not valid before ${day(validFrom)}.`),
  );
});

test("a command sees the environment of the service, but none of our settings", async () => {
  const seen = file("seen", "");
  const spy = script("spy", `env > ${seen}; exec openssl dgst -sha256 -sign ${key}`);
  const registers = ["PSD_REGISTER", "TOWNS_REGISTER"];
  for (const name of [...Object.keys(variables), ...registers]) vi.stubEnv(name, `secret of ${name}`);
  vi.stubEnv("PKCS11_PIN_FILE", "/run/pin");
  try {
    await open({ SEAL_CERTIFICATE: certificate, SEAL_KEY_COMMAND: spy });
  } finally {
    vi.unstubAllEnvs();
  }
  const lines = readFileSync(seen, "utf8").split("\n");
  expect(lines).toContain("PKCS11_PIN_FILE=/run/pin");
  expect(lines.filter((line) => line.includes("secret"))).toEqual([]);
});
