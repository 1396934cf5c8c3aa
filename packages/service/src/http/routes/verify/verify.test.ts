import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { listen } from "@withholding-forms/testing/security/raw";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { temporaryFolder } from "@withholding-forms/testing/service/serve";
import { startTestServer, type TestServer, testTime } from "@withholding-forms/testing/service/server";
import { launch, newPage } from "@withholding-forms/testing/wizard/browser";
import { violationsOn } from "@withholding-forms/testing/wizard/violations";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../config.js";
import { openSeal } from "../../../seal/open-seal.js";
import { readTrusted } from "../../../seal/read-trusted.js";
import { openSqliteStore } from "../../../store/sqlite.js";
import type { Store } from "../../../store/store.js";
import type { ServerOptions } from "../../server.js";

const file = sealFiles();
const owner = makeCertificate();
const env = {
  SEAL_CERTIFICATE: file("certificate.pem", owner.certificatePem),
  SEAL_KEY: file("key.pem", owner.keyPem),
};
const now = new Date(Math.max(testTime.getTime(), Date.parse(owner.certificate.validFrom) + 1000));
const seal = await openSeal(readConfig(env));
const trusted = await readTrusted(readConfig(env));
const sealing = await start({ seal, trusted });
const plain = await start({});

async function start(options: Partial<ServerOptions>): Promise<TestServer> {
  const server = await startTestServer({ options });
  server.setTime(now);
  return server;
}

async function signed(server: TestServer): Promise<Buffer> {
  const payload = { ...fillAlabama, signForm: "SIGN" };
  const response = await server.call({ method: "POST", url: "/v1/fillPdf", payload });
  return Buffer.from(response.json<{ pdf: string }>().pdf, "base64");
}

async function check(server: TestServer, pdf: Uint8Array, language = "en") {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(pdf)], "my name.pdf", { type: "application/pdf" }));
  const encoded = new Response(form);
  return server.app.inject({
    method: "POST",
    url: `/verify?language=${language}`,
    headers: { "content-type": encoded.headers.get("content-type")! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

const heading = (body: string) => /<h2 id="result">([^<]*)<\/h2>/.exec(body)?.[1];

describe("says of a file", () => {
  test("that was sealed here: unchanged, changed in one byte, or added to", async () => {
    const pdf = await signed(sealing);
    const response = await check(sealing, pdf);
    expect([response.statusCode, heading(response.body)]).toEqual([200, "Unchanged"]);
    expect(response.body).toContain("<dd>AL101 ");
    expect(response.body).toContain("<dd>Test Seal</dd>");
    const changed = Buffer.from(pdf);
    changed[200] = changed[200]! ^ 1;
    expect(heading((await check(sealing, changed)).body)).toBe("Changed");
    const longer = await check(sealing, Buffer.concat([pdf, Buffer.from("\n")]));
    expect(heading(longer.body)).toBe("Changed");
    expect(longer.body).toContain("Something was added after the file was sealed");
  });

  test("that was sealed here, where the records have no event: so", async () => {
    const other = await start({ trusted });
    expect(heading((await check(other, await signed(sealing))).body)).toBe("Sealed, but not in our records");
  });

  test("that was sealed with an earlier certificate: the same as before while it is trusted, even expired", async () => {
    const pdf = await signed(sealing);
    const next = makeCertificate({ name: "Next Seal", days: 73_000 });
    const renewed = {
      SEAL_CERTIFICATE: file("next.pem", next.certificatePem),
      SEAL_KEY: file("next.key", next.keyPem),
    };
    const trusting = { ...renewed, SEAL_TRUSTED_CERTIFICATES: env.SEAL_CERTIFICATE };
    const trustedWith = (settings: Record<string, string>) => readTrusted(readConfig(settings));
    const [withRecords, withoutRecords, forgetful] = await Promise.all([
      start({ trusted: await trustedWith(trusting), store: sealing.options.store }),
      start({ trusted: await trustedWith(trusting) }),
      start({ trusted: await trustedWith(renewed) }),
    ]);
    const expired = new Date(Date.parse(owner.certificate.validTo) + 1000);
    onTestFinished(() => void vi.useRealTimers());
    for (const time of [now, expired]) {
      vi.setSystemTime(time);
      for (const server of [withRecords, withoutRecords, forgetful]) server.setTime(time);
      expect(heading((await check(withRecords, pdf)).body)).toBe("Unchanged");
      expect(heading((await check(withoutRecords, pdf)).body)).toBe("Sealed, but not in our records");
      expect(heading((await check(forgetful, pdf)).body)).toBe("Not a file of this service");
    }
  });

  test("that somebody else sealed, and of one that is no PDF: not ours", async () => {
    expect(heading((await check(plain, await signed(sealing))).body)).toBe("Not a file of this service");
    expect(heading((await check(sealing, Buffer.from("text"))).body)).toBe("Not a file of this service");
  });

  test("that was signed here without a seal: unchanged, and not ours if one byte differs", async () => {
    const pdf = await signed(plain);
    expect(heading((await check(plain, pdf)).body)).toBe("Unchanged");
    pdf[200] = pdf[200]! ^ 1;
    expect(heading((await check(plain, pdf)).body)).toBe("Not a file of this service");
  });
});

test("speaks three languages, by the address or by the browser", async () => {
  const pdf = await signed(plain);
  expect(heading((await check(plain, pdf, "es")).body)).toBe("Sin cambios");
  expect(heading((await check(plain, pdf, "fr")).body)).toBe("Inchangé");
  const { body, headers } = await plain.app.inject({
    url: "/verify",
    headers: { "accept-language": "fr-CA" },
  });
  expect(body).toContain('<html lang="fr">');
  expect(headers["content-language"]).toBe("fr");
});

test("is a plain form without a script that sends only to this service, and is not cached", async () => {
  const response = await plain.app.inject({ url: "/verify" });
  expect(response.headers["content-security-policy"]).toMatch(
    /^default-src 'none';style-src 'sha256-[^']+';base-uri 'none';form-action 'self';frame-ancestors 'none'$/,
  );
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.body).not.toMatch(/<script|style=|onclick|http/);
});

test("rejects what is no file, too large, or too often", async () => {
  const without = await plain.app.inject({
    method: "POST",
    url: "/verify",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: "--x--",
  });
  expect(without.statusCode).toBe(400);
  expect(without.body).toContain("Choose a PDF file.");
  expect((await check(plain, Buffer.alloc(4 * 1024 * 1024))).statusCode).toBe(413);
  const json = await plain.app.inject({ method: "POST", url: "/verify", payload: { file: "x" } });
  expect(json.statusCode).toBe(400);
  const limited = await startTestServer({ env: { LOGIN_RATE_LIMIT: "2" } });
  const statuses = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await check(limited, Buffer.from("x"))).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
});

test("accepts a file of 4 MB", async () => {
  const response = await check(plain, Buffer.alloc(4_000_000));
  expect([response.statusCode, heading(response.body)]).toEqual([200, "Not a file of this service"]);
});

test("has 8 files at a time, of which it checks 2, and rejects the ninth", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let running = 0;
  let most = 0;
  const store: Store = {
    ...openSqliteStore(temporaryFolder()),
    eventsOf: async () => {
      running++;
      most = Math.max(most, running);
      await released;
      running--;
      return [];
    },
  };
  const server = await start({ store });
  const statusesInOrder: number[] = [];
  const checks = Array.from({ length: 9 }, async () => {
    const { statusCode } = await check(server, Buffer.from("x"));
    statusesInOrder.push(statusCode);
  });
  await eventually(() => statusesInOrder.length > 0 && running === 2, {
    what: "one check to be rejected while two are in progress",
  });
  release();
  await Promise.all(checks);
  expect(statusesInOrder).toEqual([503, ...Array(8).fill(200)]);
  expect(most).toBe(2);
});

test("leaves nothing of the file in the log", async () => {
  await check(plain, Buffer.from("%PDF-1.7 Zaphod Beeblebrox 123-45-6789"));
  expect(plain.log()).not.toMatch(/Zaphod|123-45-6789|my name/);
});

test("says that it cannot tell when the records cannot be read", async () => {
  const broken = await startTestServer();
  mkdirSync(join(broken.dataDir, "audit.jsonl"));
  const response = await check(broken, Buffer.from("x"));
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain("We cannot check files right now.");
});

test("works in a browser, and axe finds nothing in any state and language", async () => {
  const [port, browser] = [await listen(sealing.app), await launch()];
  const page = await newPage(browser, { viewport: { width: 320, height: 640 } });
  const pdf = await signed(sealing);
  for (const language of ["en", "es", "fr"]) {
    await page.goto(`http://127.0.0.1:${port}/verify?language=${language}`);
    expect(await violationsOn(page)).toEqual([]);
    await page.locator("#file").setInputFiles({ name: "form.pdf", mimeType: "application/pdf", buffer: pdf });
    await page.locator("button").click();
    await page.locator("#result").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await page.context().close();
});
