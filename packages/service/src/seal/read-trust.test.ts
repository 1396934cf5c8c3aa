import type { X509Certificate } from "node:crypto";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { expect, test } from "vitest";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { readTrust } from "./read-trust.js";

const file = sealFiles();
const [current, earlier, former] = ["Current", "Earlier", "Former"].map((name) =>
  makeCertificate({ name }),
) as [
  ReturnType<typeof makeCertificate>,
  ReturnType<typeof makeCertificate>,
  ReturnType<typeof makeCertificate>,
];
const seal = {
  SEAL_CERTIFICATE: file("current.pem", current.certificatePem),
  SEAL_KEY: file("current.key", current.keyPem),
};
const SEAL_TRUSTED_CERTIFICATES = file("trusted.pem", earlier.certificatePem + former.certificatePem);

const namesIn = (certificates: readonly X509Certificate[]) =>
  certificates.map(({ subject }) => /^CN=(.*)$/m.exec(subject)?.[1]);
const namesWith = async (env: Record<string, string>, further: readonly string[] = []) => {
  const { seals, timestamps } = await readTrust(readConfig(env), further);
  return { seals: namesIn(seals), timestamps: namesIn(timestamps) };
};

test("seals of the certificate of the seal, of SEAL_TRUSTED_CERTIFICATES, and of the command line are ours", async () => {
  const timestamps: string[] = [];
  expect(await namesWith({})).toEqual({ seals: [], timestamps });
  expect(await namesWith(seal)).toEqual({ seals: ["Current"], timestamps });
  expect(await namesWith({ SEAL_TRUSTED_CERTIFICATES })).toEqual({
    seals: ["Earlier", "Former"],
    timestamps,
  });
  const all = { seals: ["Current", "Earlier", "Former"], timestamps };
  expect(await namesWith({ ...seal, SEAL_TRUSTED_CERTIFICATES })).toEqual(all);
  expect(await namesWith(seal, [SEAL_TRUSTED_CERTIFICATES])).toEqual(all);
});

test("seals of the authorities after the certificate in SEAL_CERTIFICATE are not ours", async () => {
  const SEAL_CERTIFICATE = file("chain.pem", current.certificatePem + former.certificatePem);
  expect(await namesWith({ ...seal, SEAL_CERTIFICATE })).toEqual({ seals: ["Current"], timestamps: [] });
});

test("only SEAL_TIMESTAMP_CERTIFICATES makes timestamps trusted", async () => {
  const SEAL_TIMESTAMP_CERTIFICATES = SEAL_TRUSTED_CERTIFICATES;
  expect(await namesWith({ ...seal, SEAL_TIMESTAMP_CERTIFICATES })).toEqual({
    seals: ["Current"],
    timestamps: ["Earlier", "Former"],
  });
});

test.each([
  ["does not exist", "/nowhere.pem", "SEAL_TRUSTED_CERTIFICATES /nowhere.pem does not exist."],
  [
    "is no certificate",
    seal.SEAL_KEY,
    `SEAL_TRUSTED_CERTIFICATES ${seal.SEAL_KEY} has no certificate in PEM form.`,
  ],
])("the start stops with one line for a file that %s", async (_, path, line) => {
  await expect(readTrust(readConfig({ SEAL_TRUSTED_CERTIFICATES: path }))).rejects.toThrow(
    new OperatorError(line),
  );
});
