import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText } from "@withholding-forms/testing/pdf/checks";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { drawBlank } from "../draw/draw.js";
import { federal } from "../draw/test/federal.js";
import { type FillMode, fill } from "../fill/fill.js";
import type { Template } from "../template.js";
import { readCredentials, type SealCredentials } from "./credentials.js";
import { seal } from "./seal.js";

const time = new Date("2026-11-15T15:03:20Z");
let drawn: Template;
let small: Template;
beforeAll(async () => {
  drawn = await compileTemplate(await drawBlank(federal));
  small = await compileTemplate(await smallBlank());
});

describe.each([
  ["RSA", ["-newkey", "rsa:2048"]],
  ["P-256", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]],
  ["P-384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"]],
])("sealed with %s", (_, args) => {
  let credentials: SealCredentials;
  beforeAll(() => {
    const { certificate, key } = selfSigned(args);
    credentials = readCredentials(certificate, key);
  });

  test("a signed form has a valid PAdES signature over all of it", () => {
    for (const template of [drawn, small]) {
      const report = verified(seal(completed(template, "SIGN"), credentials, time));
      expect(report).toContain("Signature is Valid");
      expect(report).toContain("ETSI.CAdES.detached");
      expect(report).toContain("Total document signed");
      expect(report).toContain("Signer Certificate Common Name: Test Seal");
      expect(report).toContain("Nov 15 2026 15:03:20");
    }
  });

  test("a change of one byte shows", () => {
    const sealed = Buffer.from(seal(completed(drawn, "SIGN"), credentials, time));
    const at = sealed.indexOf("Ada Lovelace");
    sealed.write("Eve", at);
    expect(verified(sealed)).toMatch(/Digest Mismatch/i);
  });

  test("the file stays valid and readable", () => {
    const sealed = seal(completed(drawn, "SIGN"), credentials, time);
    expect(faults(sealed)).toBe("");
    expect(popplerText(sealed, 1)).toContain("Ada Lovelace");
  });
});

test("a seal with RSA is the same bytes every time", () => {
  const { certificate, key } = selfSigned(["-newkey", "rsa:2048"]);
  const pdf = completed(small, "SIGN");
  const once = seal(pdf, readCredentials(certificate, key), time);
  expect(Buffer.compare(once, seal(pdf, readCredentials(certificate, key), time))).toBe(0);
});

test("certificates after the first travel with the seal", () => {
  const first = selfSigned(["-newkey", "rsa:2048"]);
  const second = selfSigned(["-newkey", "rsa:2048"]);
  const credentials = readCredentials(`${first.certificate}\n${second.certificate}`, first.key);
  expect(credentials.certificates).toHaveLength(2);
  expect(verified(seal(completed(small, "SIGN"), credentials, time))).toContain("Signature is Valid");
});

describe("rejects", () => {
  const { certificate, key } = selfSigned(["-newkey", "rsa:2048"]);

  test("a key of another certificate, and what is neither", () => {
    const other = selfSigned(["-newkey", "rsa:2048"]);
    expect(() => readCredentials(certificate, other.key)).toThrow("does not belong");
    expect(() => readCredentials("nothing", key)).toThrow("no certificate");
  });

  test("a file with open fields, and a file from elsewhere", async () => {
    const credentials = readCredentials(certificate, key);
    expect(() => seal(completed(small, "SIGN_EXTERNALLY"), credentials, time)).toThrow("open fields");
    const blank = await smallBlank();
    expect(() => seal(blank, credentials, time)).toThrow("completed by this service");
  });
});

function completed(template: Template, mode: FillMode): Uint8Array {
  const field = template.slots.find(({ kind }) => kind === "text")!.name;
  const result = fill(template, { values: { [field]: "Ada Lovelace" }, mode });
  if ("problems" in result) throw new Error("refused");
  return result.pdf;
}

function verified(pdf: Uint8Array): string {
  // The certificate is not one that anybody trusts, and nobody is asked about it.
  return tool("pdfsig", ["-nocert", inputFile], pdf).stdout.toString();
}

function selfSigned(args: readonly string[]): { certificate: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-"));
  try {
    const files = { key: join(folder, "key.pem"), certificate: join(folder, "certificate.pem") };
    const fixed = ["req", "-x509", "-nodes", "-days", "3650", "-subj", "/CN=Test Seal/O=Withholding Forms"];
    execFileSync("openssl", [...fixed, ...args, "-keyout", files.key, "-out", files.certificate], {
      stdio: "ignore",
    });
    return { certificate: readFileSync(files.certificate, "utf8"), key: readFileSync(files.key, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
