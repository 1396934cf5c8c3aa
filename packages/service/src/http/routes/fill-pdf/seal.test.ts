import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { verifySeal } from "@withholding-forms/pdf/seal";
import { makeCertificate, type TestCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampCertificate } from "@withholding-forms/testing/pdf/timestamps";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { sealFiles, startTimestampServer } from "@withholding-forms/testing/service/seal";
import { startTestServer, type TestServer, testTime } from "@withholding-forms/testing/service/server";
import { timeLimits } from "@withholding-forms/testing/time-limits";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../config.js";
import { openSeal } from "../../../seal/open-seal.js";
import { readTrust } from "../../../seal/read-trust.js";

const file = sealFiles();
const owner = makeCertificate({ key: "RSA" });
const files = {
  SEAL_CERTIFICATE: file("certificate.pem", owner.certificatePem),
  SEAL_KEY: file("key.pem", owner.keyPem),
};
const now = timeOf(owner);
const trust = { seals: [owner.certificate], timestamps: [] };

/** A certificate is made now; the service's clock of the tests is earlier or later than that. */
function timeOf({ certificate }: TestCertificate): Date {
  return new Date(Math.max(testTime.getTime(), Date.parse(certificate.validFrom) + 1000));
}

async function startSealing(
  env: Record<string, string> = files,
  certificate: TestCertificate = owner,
): Promise<TestServer> {
  const seal = await openSeal(readConfig({ ...timeLimits, ...env }));
  const server = await startTestServer({ env, options: { seal } });
  server.setTime(timeOf(certificate));
  return server;
}

const fill = (server: TestServer, signForm: string) =>
  server.call({ method: "POST", url: "/v1/fillPdf", payload: { ...fillAlabama, signForm } });
const pdfOf = (response: { json(): { pdf: string } }) => Buffer.from(response.json().pdf, "base64");

describe("with a key in a file", async () => {
  const server = await startSealing();

  test("SIGN is sealed at the instant of the form, the response, and the audit event", async () => {
    const response = await fill(server, "SIGN");
    expect(response.statusCode).toBe(200);
    const pdf = pdfOf(response);
    const verdict = await verifySeal(pdf, trust);
    expect(verdict).toEqual({
      state: "VALID",
      signer: "Test Seal",
      signedAt: new Date(Math.floor(now.getTime() / 1000) * 1000),
    });
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    expect(response.json()).toMatchObject({ sha256, signedAt: now.toISOString() });
    expect(server.audit()).toContain(sha256);
    expect(tool("pdfsig", ["-nocert", inputFile], pdf).stdout.toString()).toContain("Signature is Valid");
  });

  test("PREVIEW and SIGN_EXTERNALLY are not", async () => {
    for (const mode of ["PREVIEW", "SIGN_EXTERNALLY"])
      expect(await verifySeal(pdfOf(await fill(server, mode)), trust)).toEqual({
        state: "NONE",
      });
  });

  test("the same request at the same instant has the same bytes", async () => {
    expect(pdfOf(await fill(server, "SIGN")).equals(pdfOf(await fill(server, "SIGN")))).toBe(true);
  });

  test("a repeated request with the same Idempotency-Key gets the same sealed file and no second event", async () => {
    const repeat = () =>
      server.call({
        method: "POST",
        url: "/v1/fillPdf",
        headers: { "idempotency-key": "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
        payload: { ...fillAlabama, signForm: "SIGN" },
      });
    const first = await repeat();
    const events = server.audit();
    server.setTime(new Date(now.getTime() + 5000));
    const second = await repeat();
    server.setTime(now);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(pdfOf(second).equals(pdfOf(first))).toBe(true);
    expect(server.audit()).toBe(events);
  });

  test("invalid answers are rejected as without a seal", async () => {
    const response = await server.call({
      method: "POST",
      url: "/v1/fillPdf",
      payload: { ...fillAlabama, fields: {}, signForm: "SIGN" },
    });
    expect(response.statusCode).toBe(422);
  });

  test("an expired certificate seals nothing, and nothing is recorded", async () => {
    const before = server.audit();
    server.setTime(new Date(Date.parse(owner.certificate.validTo) + 1000));
    const response = await fill(server, "SIGN");
    server.setTime(now);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: "SEAL_UNAVAILABLE" });
    expect(server.audit()).toBe(before);
    expect(server.log()).toMatch(
      /"reason":"The certificate expired on \d{4}-\d\d-\d\d\.","msg":"not sealed"/,
    );
  });

  test("no line of the key is in the log, whether a form was sealed or not", async () => {
    const talkative = await startSealing({ ...files, LOG_LEVEL: "trace" });
    const sealed = await fill(talkative, "SIGN");
    talkative.setTime(new Date(Date.parse(owner.certificate.validTo) + 1000));
    const failed = await fill(talkative, "SIGN");
    expect([sealed.statusCode, failed.statusCode]).toEqual([200, 503]);
    expect(talkative.log()).toContain('"msg":"not sealed"');
    const lines = owner.keyPem.trim().split("\n");
    expect(lines).toHaveLength(28);
    expect(lines.filter((line) => talkative.log().includes(line))).toEqual([]);
  });
});

describe("with a command", async () => {
  const broken = file("broken", "");
  const script = file(
    "sign",
    `#!/bin/sh\nif [ -e ${broken} ]; then echo secret; exit 7; fi\nexec openssl dgst -sha256 -sign ${files.SEAL_KEY}\n`,
    0o700,
  );
  rmSync(broken);
  const env = { SEAL_CERTIFICATE: files.SEAL_CERTIFICATE, SEAL_KEY_COMMAND: script };
  const server = await startSealing(env);

  test("SIGN is sealed by it; while it fails, nothing is signed, and previews continue", async () => {
    const sealed = pdfOf(await fill(server, "SIGN"));
    expect(await verifySeal(sealed, trust)).toMatchObject({ state: "VALID" });
    const before = server.audit();
    writeFileSync(broken, "");
    const response = await fill(server, "SIGN");
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("30");
    expect(response.json()).toMatchObject({ code: "SEAL_UNAVAILABLE", errors: [] });
    expect(response.body).not.toContain("JVBERi0");
    expect(server.audit()).toBe(before);
    expect(server.log()).toContain('"reason":"SEAL_KEY_COMMAND: ended with code 7.","msg":"not sealed"');
    expect(server.log()).not.toContain("secret");
    expect((await fill(server, "PREVIEW")).statusCode).toBe(200);
    rmSync(broken);
    expect((await fill(server, "SIGN")).statusCode).toBe(200);
  });

  test("after five consecutive failures it is not called", async () => {
    writeFileSync(broken, "");
    for (let failures = 0; failures < 6; failures += 1)
      expect((await fill(server, "SIGN")).statusCode).toBe(503);
    rmSync(broken);
    expect((await fill(server, "SIGN")).statusCode).toBe(503);
    expect(server.log()).toContain("not called for a while");
  });
});

test("with an elliptic curve, a repeated request gets no second file", async () => {
  const curve = makeCertificate();
  const env = {
    SEAL_CERTIFICATE: file("curve.pem", curve.certificatePem),
    SEAL_KEY: file("curve.key", curve.keyPem),
  };
  const server = await startSealing(env, curve);
  const repeat = () =>
    server.call({
      method: "POST",
      url: "/v1/fillPdf",
      headers: { "idempotency-key": "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
      payload: { ...fillAlabama, signForm: "SIGN" },
    });
  expect((await repeat()).statusCode).toBe(200);
  const second = await repeat();
  expect([second.statusCode, second.json().code]).toEqual([409, "REPEAT_DIFFERS"]);
});

describe("with a timestamp server", async () => {
  const authority = timestampCertificate();
  const timestamps = await startTimestampServer(authority);
  const timestamped = { ...files, SEAL_TIMESTAMP_URL: timestamps.url };
  const server = await startSealing(timestamped);
  const impatient = await startSealing({ ...timestamped, SEAL_TIMEOUT_MS: "100" });

  test("SIGN has a timestamp (PAdES B-T)", async () => {
    timestamps.behavior = "works";
    const pdf = pdfOf(await fill(server, "SIGN"));
    const SEAL_TIMESTAMP_CERTIFICATES = file("authority.pem", authority.certificatePem);
    const all = await readTrust(readConfig({ ...files, SEAL_TIMESTAMP_CERTIFICATES }));
    const verdict = await verifySeal(pdf, all);
    expect(verdict).toMatchObject({
      state: "VALID",
      timestamp: { signer: "Test Timestamps", trusted: true },
    });
    expect(tool("pdfsig", ["-nocert", inputFile], pdf).stdout.toString()).toContain("Signature is Valid");
  });

  test("a repeated request gets no second file and no second event, because its timestamp would differ", async () => {
    timestamps.behavior = "works";
    const repeat = () =>
      server.call({
        method: "POST",
        url: "/v1/fillPdf",
        headers: { "idempotency-key": "9b2d1c1e-52f5-4c0b-8d7a-6a1f0f3f2c11" },
        payload: { ...fillAlabama, signForm: "SIGN" },
      });
    const first = await repeat();
    const events = server.audit();
    expect(first.statusCode).toBe(200);
    expect(events).toContain(first.json().sha256);
    const second = await repeat();
    expect([second.statusCode, second.json().code]).toEqual([409, "REPEAT_DIFFERS"]);
    expect(second.body).not.toContain("JVBERi0");
    expect(server.audit()).toBe(events);
  });

  test.each([
    ["fails", "responded with 500", server],
    ["hangs", "did not respond in time", impatient],
    ["lies", "the timestamp is of another request", server],
  ] as const)("nothing is signed when it %s", async (behavior, reason, asking) => {
    timestamps.behavior = behavior;
    const before = asking.audit();
    const response = await fill(asking, "SIGN");
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: "SEAL_UNAVAILABLE" });
    expect(asking.audit()).toBe(before);
    expect(asking.log()).toContain(`"reason":"SEAL_TIMESTAMP_URL: ${reason}.","msg":"not sealed"`);
    expect(asking.log()).not.toContain("secret");
  });
});
