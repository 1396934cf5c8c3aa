import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { expect, test } from "vitest";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { readTrusted } from "./read-trusted.js";

const file = sealFiles();
const [current, earlier, authority] = ["Current", "Earlier", "Authority"].map((name) =>
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
const SEAL_TRUSTED_CERTIFICATES = file("trusted.pem", earlier.certificatePem + authority.certificatePem);

const namesWith = async (env: Record<string, string>, further: readonly string[] = []) =>
  (await readTrusted(readConfig(env), further)).map(({ subject }) => /^CN=(.*)$/m.exec(subject)?.[1]);

test("the certificate of the seal, all in SEAL_TRUSTED_CERTIFICATES, and those of the command line are trusted", async () => {
  expect(await namesWith({})).toEqual([]);
  expect(await namesWith(seal)).toEqual(["Current"]);
  expect(await namesWith({ SEAL_TRUSTED_CERTIFICATES })).toEqual(["Earlier", "Authority"]);
  expect(await namesWith({ ...seal, SEAL_TRUSTED_CERTIFICATES })).toEqual([
    "Current",
    "Earlier",
    "Authority",
  ]);
  expect(await namesWith(seal, [SEAL_TRUSTED_CERTIFICATES])).toEqual(["Current", "Earlier", "Authority"]);
});

test.each([
  ["does not exist", "/nowhere.pem", "SEAL_TRUSTED_CERTIFICATES /nowhere.pem does not exist."],
  [
    "is no certificate",
    seal.SEAL_KEY,
    `SEAL_TRUSTED_CERTIFICATES ${seal.SEAL_KEY} has no certificate in PEM form.`,
  ],
])("the start stops with one line for a file that %s", async (_, path, line) => {
  await expect(readTrusted(readConfig({ SEAL_TRUSTED_CERTIFICATES: path }))).rejects.toThrow(
    new OperatorError(line),
  );
});
