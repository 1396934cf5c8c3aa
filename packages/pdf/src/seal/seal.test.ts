import { createHash } from "node:crypto";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import {
  inFolder,
  keyArguments,
  makeCertificate,
  type TestCertificate,
} from "@withholding-forms/testing/pdf/certificates";
import { faults, popplerText } from "@withholding-forms/testing/pdf/checks";
import { timestampCertificate, timestampReply } from "@withholding-forms/testing/pdf/timestamps";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { drawBlank } from "../draw/draw.js";
import { federal } from "../draw/test/federal.js";
import { fill } from "../fill/fill.js";
import type { Template } from "../template.js";
import { checkSigner, maySign, readCertificates } from "./certificates.js";
import { readPkcs12 } from "./read-pkcs12.js";
import { createSealer } from "./sealer.js";
import { sealedFile, sealerOf, sealTime, signBytes } from "./test/sealed.js";
import { readTimestampResponse, timestampRequest } from "./timestamps.js";
import { type SealTrust, verifySeal } from "./verify-seal.js";

let drawn: Template;
let small: Template;
beforeAll(async () => {
  drawn = await compileTemplate(await drawBlank(federal));
  small = await compileTemplate(await smallBlank());
});

describe.each(Object.keys(keyArguments) as (keyof typeof keyArguments)[])("sealed with %s", (key) => {
  const owner = makeCertificate({ key });
  const sealer = sealerOf(owner);

  test("a signed form has a valid PAdES signature over all of it", async () => {
    for (const template of [drawn, small]) {
      const report = pdfsig(await sealedFile(sealer, template));
      expect(report).toContain("Signature is Valid");
      expect(report).toContain("ETSI.CAdES.detached");
      expect(report).toContain("Total document signed");
      expect(report).toContain("Signer Certificate Common Name: Test Seal");
      expect(report).toContain("Nov 15 2040 15:03:20");
    }
  });

  test("our own verifier agrees, and knows whose seal it is", async () => {
    const file = await sealedFile(sealer, drawn);
    const found = { signer: "Test Seal", signedAt: new Date("2040-11-15T15:03:20Z") };
    expect(await verifySeal(file, trusting(owner))).toEqual({ state: "VALID", ...found });
    expect(await verifySeal(file, trusting(makeCertificate({ key })))).toEqual({ state: "FOREIGN" });
  });

  test("a change of one byte is detected", async () => {
    const file = await sealedFile(sealer, drawn);
    file.write("Eve", file.indexOf("Ada Lovelace"));
    expect(pdfsig(file)).toMatch(/Digest Mismatch/i);
    expect(await verifySeal(file, trusting(owner))).toEqual({ state: "BROKEN" });
  });

  test("the file stays valid and readable", async () => {
    const file = await sealedFile(sealer, drawn);
    expect(faults(file)).toBe("");
    expect(popplerText(file, 1)).toContain("Ada Lovelace");
  });
});

test("a seal with RSA is the same bytes every time, and as long as it must be", async () => {
  const owner = makeCertificate({ key: "RSA" });
  const once = await sealedFile(sealerOf(owner), small);
  expect(Buffer.compare(once, await sealedFile(sealerOf(owner), small))).toBe(0);
  const signature = /\/Contents<([0-9a-f]+)>/.exec(once.toString("latin1"))?.[1] ?? "";
  // A sequence with a length of two bytes: nothing is padded.
  expect(signature.length / 2).toBe(4 + Number.parseInt(signature.slice(4, 8), 16));
});

test("the digest is that of the whole sealed file", async () => {
  const sealer = sealerOf(makeCertificate());
  const filled = fill(small, { values: {}, mode: "SIGN" });
  if ("problems" in filled) throw new Error("refused");
  const { pdf, sha256 } = await sealer.seal(small, filled, sealTime);
  expect(sha256).toBe(createHash("sha256").update(pdf).digest("hex"));
});

describe("with a chain of certificates", () => {
  const authority = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"];
  const root = makeCertificate({ name: "Root", extensions: authority });
  const middle = makeCertificate({ name: "Middle", extensions: authority, issuer: root });
  const owner = makeCertificate({ issuer: middle });
  const sealer = createSealer({
    certificates: [owner.certificate, middle.certificate],
    sign: (bytes) => signBytes("sha256", bytes, owner.key),
  });

  test("all of them are in the seal, and other verifiers accept it", async () => {
    expect(pdfsig(await sealedFile(sealer, small))).toContain("Signature is Valid");
  });

  test("only the signer's own certificate makes the seal ours, not what issued it", async () => {
    const file = await sealedFile(sealer, small);
    expect((await verifySeal(file, trusting(owner))).state).toBe("VALID");
    expect((await verifySeal(file, trusting(middle, root))).state).toBe("FOREIGN");
    const neighbor = makeCertificate({ issuer: middle });
    expect((await verifySeal(file, trusting(neighbor, middle, root))).state).toBe("FOREIGN");
  });

  test("a seal has up to 5 certificates", async () => {
    const sealedWith = async (count: number) => {
      const certificates = [owner.certificate, ...Array(count - 1).fill(middle.certificate)];
      const sign = (bytes: Buffer) => signBytes("sha256", bytes, owner.key);
      return sealedFile(createSealer({ certificates, sign }), small);
    };
    expect((await verifySeal(await sealedWith(5), trusting(owner))).state).toBe("VALID");
    await expect(sealedWith(6)).rejects.toThrow("more than 5 certificates");
  });
});

describe("with timestamps", () => {
  const owner = makeCertificate();
  const server = timestampCertificate();
  const sealer = sealerOf(owner, server);

  test("the seal has one (PAdES B-T), and our verifier reads its time", async () => {
    const file = await sealedFile(sealer, small);
    expect(pdfsig(file)).toContain("Signature is Valid");
    const trust = { ...trusting(owner), timestamps: [server.certificate] };
    const verdict = await verifySeal(file, trust);
    if (verdict.state !== "VALID") throw new Error(verdict.state);
    expect(verdict.timestamp).toMatchObject({ signer: "Test Timestamps", trusted: true });
    expect(Math.abs(verdict.timestamp!.time.getTime() - Date.now())).toBeLessThan(3_600_000);
    const untrusted = { state: "VALID", timestamp: { trusted: false } };
    expect(await verifySeal(file, trusting(owner))).toMatchObject(untrusted);
    expect(await verifySeal(file, trusting(owner, server))).toMatchObject(untrusted);
  });

  test("the file has 24 KB more: 12 KB of room for any server's timestamp, in hexadecimal", async () => {
    const [without, stamped] = [await sealedFile(sealerOf(owner), small), await sealedFile(sealer, small)];
    const more = stamped.length - without.length;
    // Positions behind the seal can have one more digit each.
    expect(more).toBeGreaterThanOrEqual(24_576);
    expect(more).toBeLessThan(24_600);
  });

  test("a timestamp of another signature, of another request, or of no timestamp server is rejected", async () => {
    const signature = Buffer.from("a signature");
    const { request, nonce } = timestampRequest(signature);
    const reply = timestampReply(request, server);
    await expect(readTimestampResponse(reply, signature, nonce)).resolves.toBeInstanceOf(Buffer);
    await expect(readTimestampResponse(reply, Buffer.from("another"), nonce)).rejects.toThrow("not valid");
    await expect(readTimestampResponse(reply, signature, timestampRequest(signature).nonce)).rejects.toThrow(
      "another request",
    );
    const refused = Buffer.from("30053003020102", "hex");
    await expect(readTimestampResponse(refused, signature, nonce)).rejects.toThrow("rejected the request");
    await expect(readTimestampResponse(Buffer.from("<html>"), signature, nonce)).rejects.toThrow();
  });
});

describe("certificates and keys", () => {
  const owner = makeCertificate();

  test("come from a PKCS #12 file, the signer's first", async () => {
    const authority = makeCertificate({ name: "Root", extensions: ["basicConstraints=critical,CA:TRUE"] });
    const middle = makeCertificate({
      name: "Middle",
      issuer: authority,
      extensions: ["basicConstraints=critical,CA:TRUE"],
    });
    for (const key of ["RSA", "P-256"] as const) {
      const signer = makeCertificate({ key, issuer: middle });
      const file = pkcs12(signer, [authority, middle], "pass phrase é");
      const read = await readPkcs12(file, "pass phrase é");
      expect(read.certificates.map(({ subject }) => /CN=(.*)/.exec(subject)?.[1])).toEqual([
        "Test Seal",
        "Middle",
      ]);
      expect(read.certificates[0]!.raw.equals(signer.certificate.raw)).toBe(true);
      expect(read.key.equals(signer.key)).toBe(true);
    }
  });

  test("a PKCS #12 file with the wrong passphrase, an outdated one, and another file", async () => {
    await expect(readPkcs12(pkcs12(owner, [], "right"), "wrong")).rejects.toThrow("passphrase is wrong");
    const old = ["-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES", "-macalg", "sha1"];
    await expect(readPkcs12(pkcs12(owner, [], "right", old), "right")).rejects.toThrow("outdated encryption");
    await expect(readPkcs12(Buffer.from("something else"), "")).rejects.toThrow("not a PKCS #12 file");
  });

  test("texts without a certificate, weak keys, and other kinds of keys are rejected", () => {
    expect(() => readCertificates("nothing")).toThrow("no certificate");
    const damaged = owner.certificatePem.replace(/\n[A-Za-z0-9+/]{64}\n/, "\n");
    expect(() => readCertificates(owner.certificatePem + damaged)).toThrow("damaged certificate (number 2)");
    for (const key of [
      ["-newkey", "rsa:1024"],
      ["-newkey", "ed25519"],
    ])
      expect(() => checkSigner(makeCertificate({ key }).certificate, new Date())).toThrow("another kind");
    const exponent = ["-newkey", "rsa:2048", "-pkeyopt", `rsa_keygen_pubexp:${2n ** 32n + 15n}`];
    expect(() => checkSigner(makeCertificate({ key: exponent }).certificate, new Date())).toThrow(
      "another kind",
    );
  });

  test.each([
    [["digitalSignature"], true],
    [["nonRepudiation"], true],
    [["digitalSignature", "keyEncipherment"], true],
    [["keyCertSign", "cRLSign"], false],
    [["keyEncipherment"], false],
  ])("a certificate with the key usage %s seals: %s", (usage, expected) => {
    const { certificate } = makeCertificate({ extensions: [`keyUsage=critical,${usage.join()}`] });
    expect(maySign(certificate)).toBe(expected);
    const checking = () => checkSigner(certificate, sealTime);
    if (expected) checking();
    else expect(checking).toThrow("key usage that does not include signatures");
  });

  test("a certificate seals only while it is valid", async () => {
    const { certificate } = owner;
    const before = new Date(new Date(certificate.validFrom).getTime() - 1000);
    const after = new Date(new Date(certificate.validTo).getTime() + 1000);
    expect(() => checkSigner(certificate, before)).toThrow("not valid before");
    expect(() => checkSigner(certificate, after)).toThrow("expired on");
    const filled = fill(small, { values: {}, mode: "SIGN" });
    if ("problems" in filled) throw new Error("refused");
    await expect(sealerOf(owner).seal(small, filled, after)).rejects.toThrow("expired on");
  });
});

test("a file with open fields, and a file from elsewhere, cannot be sealed", async () => {
  const sealer = sealerOf(makeCertificate());
  await expect(sealedFile(sealer, small, "SIGN_EXTERNALLY")).rejects.toThrow("open fields");
  const blank = await smallBlank();
  await expect(sealer.seal(small, { pdf: Buffer.from(blank) }, sealTime)).rejects.toThrow(
    "completed by this service",
  );
});

function trusting(...owners: readonly TestCertificate[]): SealTrust {
  return { seals: owners.map(({ certificate }) => certificate), timestamps: [] };
}

function pdfsig(pdf: Uint8Array): string {
  // The test certificate is not trusted, so its trust is not checked.
  return tool("pdfsig", ["-nocert", inputFile], pdf).stdout.toString();
}

function pkcs12(
  owner: TestCertificate,
  others: readonly TestCertificate[],
  passphrase: string,
  options: readonly string[] = [],
): Buffer {
  return inFolder((file, openssl) =>
    openssl(
      ...["pkcs12", "-export", "-passout", `pass:${passphrase}`, ...options],
      ...["-in", file("owner.pem", owner.certificatePem), "-inkey", file("owner.key", owner.keyPem)],
      ...(others.length === 0
        ? []
        : ["-certfile", file("others.pem", others.map((one) => one.certificatePem).join("\n"))]),
    ),
  );
}
