import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startTestServer } from "@withholding-forms/testing/service/server";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("a client generated from docs/config compiles under strict and completes the whole journey", async () => {
  const { app, apiKey, token, audit } = await startTestServer();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { readonly port: number };
  const url = `http://127.0.0.1:${port}`;
  const description = await fetch(`${url}/v1/docs/config`, { headers: { authorization: `Bearer ${token}` } });

  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-client-"));
  writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(await description.text())));
  copyFileSync(join(root, "docs/examples/journey.ts"), join(folder, "journey.ts"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Not synchronously: the service they call lives in this process.
  const run = promisify(execFile);
  const tsc = [
    ...[join(root, "node_modules/typescript/bin/tsc"), "journey.ts", "--outDir", "out"],
    ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noUnusedLocals"],
    ...["--module", "nodenext", "--target", "es2022", "--types", "node"],
  ];
  const compiled = await run(process.execPath, tsc, { cwd: folder }).catch((error) => error);
  expect(compiled.stdout).toBe("");
  const { stdout } = await run(process.execPath, ["out/journey.js"], {
    cwd: folder,
    env: { BASE_URL: url, API_KEY: apiKey },
  });
  expect(JSON.parse(stdout)).toEqual([
    {
      form: "W4101",
      pdfStartsWith: expect.stringMatching(/^%PDF-/),
      taxParameters: expect.objectContaining({ "FED.filingStatus": "S", "FED.isExempt": "false" }),
    },
    {
      form: "AL101",
      pdfStartsWith: expect.stringMatching(/^%PDF-/),
      taxParameters: {
        "AL.filingStatus": "S",
        "AL.dependents": "1",
        "AL.additionalWithholding": "0.00",
        "AL.isExempt": "false",
      },
    },
  ]);
  expect(audit().trimEnd().split("\n")).toHaveLength(2);
});
