import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { newFolder, run } from "@withholding-forms/testing/service/command";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { expect, test } from "vitest";

const file = sealFiles();
const owner = makeCertificate();
const seal = {
  SEAL_CERTIFICATE: file("certificate.pem", owner.certificatePem),
  SEAL_KEY: file("key.pem", owner.keyPem),
};
const answers = file("answers.json", JSON.stringify({ ...fillAlabama, signForm: "SIGN" }));

test("fill seals what it signs, and verify says whether a file is unchanged, changed, unknown, or not ours", async () => {
  const folder = newFolder();
  const env = { DATA_DIR: folder, ...seal };
  const pdf = join(folder, "form.pdf");
  expect(await run(["fill", answers, "-o", pdf], "", env)).toMatchObject({ code: 0 });

  const unchanged = await run(["verify", pdf], "", env);
  expect([unchanged.code, unchanged.stdout.split(":")[0]]).toEqual([0, "UNCHANGED"]);
  expect(unchanged.stdout).toContain("seal: valid; by Test Seal;");

  const bytes = readFileSync(pdf);
  bytes[200] = bytes[200]! ^ 1;
  writeFileSync(join(folder, "changed.pdf"), bytes);
  const changed = await run(["verify", join(folder, "changed.pdf")], "", env);
  expect([changed.code, changed.stdout.split(":")[0]]).toEqual([2, "CHANGED"]);

  // Someone else, with another store and only the certificate.
  const elsewhere = { DATA_DIR: newFolder() };
  const sealed = await run(["verify", pdf, "--certificate", seal.SEAL_CERTIFICATE, "--json"], "", elsewhere);
  expect(sealed.code).toBe(2);
  expect(JSON.parse(sealed.stdout)).toMatchObject({
    result: "NO_EVENT",
    seal: { state: "VALID", signer: "Test Seal" },
    events: [],
  });
  const stranger = await run(["verify", pdf], "", elsewhere);
  expect([stranger.code, stranger.stdout.split(":")[0]]).toEqual([2, "NOT_OURS"]);
  const missing = await run(["verify", join(folder, "none.pdf")], "", env);
  expect(missing).toMatchObject({ code: 1, stdout: "" });
  expect(missing.stderr).toContain("no such file");
});

test("verify keeps trusting a seal whose certificate was replaced and is in SEAL_TRUSTED_CERTIFICATES", async () => {
  const folder = newFolder();
  const pdf = join(folder, "form.pdf");
  expect(await run(["fill", answers, "-o", pdf], "", { DATA_DIR: folder, ...seal })).toMatchObject({
    code: 0,
  });
  const next = makeCertificate({ name: "Next Seal" });
  const renewed = {
    DATA_DIR: folder,
    SEAL_CERTIFICATE: file("next.pem", next.certificatePem),
    SEAL_KEY: file("next.key", next.keyPem),
  };
  const trusting = { ...renewed, SEAL_TRUSTED_CERTIFICATES: seal.SEAL_CERTIFICATE };
  const verdictWith = async (env: Record<string, string>) => {
    const { code, stdout } = await run(["verify", pdf, "--json"], "", env);
    return { code, ...JSON.parse(stdout) };
  };
  expect(await verdictWith(trusting)).toMatchObject({
    code: 0,
    result: "UNCHANGED",
    seal: { state: "VALID", signer: "Test Seal" },
  });
  expect(await verdictWith(renewed)).toMatchObject({
    code: 0,
    result: "UNCHANGED",
    seal: { state: "FOREIGN" },
  });
});

test("batch seals what it signs", async () => {
  const folder = newFolder();
  const env = { DATA_DIR: folder, ...seal };
  const line = JSON.stringify({ ...fillAlabama, signForm: "SIGN" });
  const lines = file("lines.ndjson", `${line}\n${JSON.stringify(fillAlabama)}\n${line}\n`);
  const output = join(folder, "out");
  const done = await run(["batch", lines, "-o", output, "--workers", "1"], "", env);
  expect([done.code, done.stderr]).toEqual([0, expect.any(String)]);
  const names = readdirSync(output).filter((name) => name.endsWith(".pdf"));
  const states = names.sort().map(async (name) => {
    const verdict = await run(["verify", join(output, name), "--json"], "", env);
    return JSON.parse(verdict.stdout).seal.state as string;
  });
  expect(await Promise.all(states)).toEqual(["VALID", "NONE", "VALID"]);
});
