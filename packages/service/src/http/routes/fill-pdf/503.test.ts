import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

test("without its audit event nothing is signed; previews continue", async () => {
  const { call, dataDir, log } = await startTestServer();
  mkdirSync(join(dataDir, "audit.jsonl"));
  const signed = await call({
    method: "POST",
    url: "/v1/fillPdf",
    payload: { ...fillAlabama, signForm: "SIGN" },
  });
  expect(signed.statusCode).toBe(503);
  expect(signed.headers["retry-after"]).toBe("30");
  expect(signed.json()).toMatchObject({ code: "AUDIT_UNAVAILABLE", errors: [] });
  expect(signed.body).not.toContain("JVBERi0");
  const lines = log()
    .split("\n")
    .filter((line) => line.includes("audit log unavailable"))
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ level: 50, reason: "EISDIR", failures: 1 }]);
  expect((await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama })).statusCode).toBe(200);
});
