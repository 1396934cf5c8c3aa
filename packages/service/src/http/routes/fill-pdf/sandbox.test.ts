import { specimenMarker } from "@withholding-forms/pdf";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { checkFile, fileVerdict } from "../../../app/verify-file.js";
import { createKey } from "../../../auth/keys.js";

const { app, call, options, audit } = await startTestServer();
const trust = { seals: [], timestamps: [] };

async function tokenOfSandbox(): Promise<string> {
  const { key, record } = await createKey(options.store, "tests", { now: testTime.getTime(), sandbox: true });
  expect(key).toMatch(/^wfk_sandbox_/);
  expect(record.id).toMatch(/^sandbox-[0-9a-f]{12}$/);
  const login = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
  return login.json<{ accessToken: string }>().accessToken;
}

const authorization = `Bearer ${await tokenOfSandbox()}`;
const fill = async (signForm: string, headers: Record<string, string> = {}) => {
  const payload = { ...fillAlabama, signForm };
  return (await call({ method: "POST", url: "/v1/fillPdf", payload, headers })).json();
};

test.each(["PREVIEW", "SIGN", "SIGN_EXTERNALLY"])("%s with a sandbox key gives a specimen", async (mode) => {
  const specimen = await fill(mode, { authorization });
  const { pdf, sandbox, signedAt, sha256, ...rest } = specimen;
  expect(sandbox).toBe(true);
  const bytes = Buffer.from(pdf, "base64");
  // One page has values.
  expect(bytes.toString("latin1").split(specimenMarker)).toHaveLength(2);
  const { seal, events, ...verdict } = await fileVerdict(await checkFile(bytes, trust), options.store);
  expect(verdict).toMatchObject({ result: "SPECIMEN", specimen: true });
  expect([seal.state, events]).toEqual(["NONE", []]);
  const real = await fill(mode === "SIGN" ? "PREVIEW" : mode);
  const { pdf: clean, ...same } = real;
  expect(rest).toEqual(same);
  expect(Buffer.from(clean, "base64").includes(specimenMarker)).toBe(false);
});

test("a sandbox key leaves nothing in the audit log, with and without an idempotency key", async () => {
  const headers = { authorization, "idempotency-key": "one-key-for-two-requests" };
  expect(await fill("SIGN", headers)).toMatchObject({ sandbox: true, signedAt: testTime.toISOString() });
  expect(await fill("SIGN", headers)).toMatchObject({ sandbox: true });
  expect(audit()).toBe("");
});

test("a file that was really signed is no specimen, whatever it contains", async () => {
  const signed = await fill("SIGN");
  expect(signed).not.toHaveProperty("sandbox");
  const bytes = Buffer.from(signed.pdf, "base64");
  const checked = await checkFile(bytes, trust);
  expect(await fileVerdict({ ...checked, specimen: true }, options.store)).toMatchObject({
    result: "UNCHANGED",
  });
});
