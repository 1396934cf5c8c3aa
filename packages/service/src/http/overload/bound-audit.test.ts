import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { boundAudit } from "./bound-audit.js";

test("no more signatures wait for their audit event than allowed; the others are rejected immediately, and later ones are accepted", async () => {
  const { options, call } = await startTestServer();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = { ...options.store, record: () => held };
  const bounded = boundAudit(slow, 2);
  const event = {
    time: "2026-11-16T18:30:00.000Z",
    requestId: "request-0001",
    keyId: "key",
    formId: "AL101",
    formVersion: "2025.4.0",
    language: "en",
    sha256: "0".repeat(64),
  };
  const first = [bounded.record(event), bounded.record(event)];
  await expect(bounded.record(event)).rejects.toThrow("Too many audit events are pending.");
  release();
  await Promise.all(first);
  await bounded.record(event);
  const response = await call({
    method: "POST",
    url: "/v1/fillPdf",
    payload: { ...fillAlabama, signForm: "SIGN" },
  });
  expect(response.statusCode).toBe(200);
});
