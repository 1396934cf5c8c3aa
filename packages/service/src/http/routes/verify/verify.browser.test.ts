import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { makeCertificate, type TestCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampCertificate } from "@withholding-forms/testing/pdf/timestamps";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { ask, listen } from "@withholding-forms/testing/security/raw";
import { sealFiles, startTimestampServer } from "@withholding-forms/testing/service/seal";
import { startTestServer, type TestServer, testTime } from "@withholding-forms/testing/service/server";
import { launch, newPage } from "@withholding-forms/testing/wizard/browser";
import { violationsOn } from "@withholding-forms/testing/wizard/violations";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../config.js";
import { openSeal } from "../../../seal/open-seal.js";
import { readTrust } from "../../../seal/read-trust.js";
import type { ServerOptions } from "../../server.js";

const file = sealFiles();
const owner = makeCertificate();
const env = {
  SEAL_CERTIFICATE: file("certificate.pem", owner.certificatePem),
  SEAL_KEY: file("key.pem", owner.keyPem),
};
const now = new Date(Math.max(testTime.getTime(), Date.parse(owner.certificate.validFrom) + 1000));
const seal = await openSeal(readConfig(env));
const trust = await readTrust(readConfig(env));
const sealing = await start({ seal, trust });
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
    expect(response.body).toContain("<dd>AL A4</dd>");
    expect(response.body).toContain("<dd>Test Seal</dd>");
    const changed = Buffer.from(pdf);
    changed[200] = changed[200]! ^ 1;
    expect(heading((await check(sealing, changed)).body)).toBe("Changed");
    const longer = await check(sealing, Buffer.concat([pdf, Buffer.from("\n")]));
    expect(heading(longer.body)).toBe("Changed");
    expect(longer.body).toContain("Something was added after the file was sealed");
  });

  test("that was sealed here but has no audit event: exactly that", async () => {
    const other = await start({ trust });
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
    const trustWith = (settings: Record<string, string>) => readTrust(readConfig(settings));
    const [withRecords, withoutRecords, forgetful] = await Promise.all([
      start({ trust: await trustWith(trusting), store: sealing.options.store }),
      start({ trust: await trustWith(trusting) }),
      start({ trust: await trustWith(renewed) }),
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

  test("that a neighbor sealed with a certificate of the same authority: not ours", async () => {
    const authority = makeCertificate({ extensions: ["basicConstraints=critical,CA:TRUE"] });
    const startWith = async (name: string): Promise<TestServer> => {
      const { certificatePem, keyPem } = makeCertificate({ name, issuer: authority });
      const config = readConfig({
        SEAL_CERTIFICATE: file(`${name}.pem`, certificatePem + authority.certificatePem),
        SEAL_KEY: file(`${name}.key`, keyPem),
      });
      const later = new Date(now.getTime() + 60 * 60 * 1000);
      const server = await start({ seal: await openSeal(config, later), trust: await readTrust(config) });
      server.setTime(later);
      return server;
    };
    const [ours, neighbor] = [await startWith("Ours"), await startWith("Neighbor")];
    expect((await check(neighbor, await signed(neighbor))).body).toContain("<dd>Neighbor</dd>");
    const verdict = (await check(ours, await signed(neighbor))).body;
    expect(heading(verdict)).toBe("Not a file of this service");
    expect(verdict).toContain("Not a seal of this service, so it was not checked");
  });

  test("whose timestamp was removed or replaced: what the seal does not cover, and no time of the replacement", async () => {
    const [server, stranger] = [timestampCertificate(), timestampCertificate()];
    const known = { ...trust, timestamps: [server.certificate] };
    const stamped = async (authority: TestCertificate) => {
      const { url } = await startTimestampServer(authority);
      const settings = { ...env, SEAL_TIMESTAMP_URL: url, SEAL_TIMEOUT_MS: "20000" };
      return signed(await start({ seal: await openSeal(readConfig(settings)) }));
    };
    const elsewhere = await start({ trust: known });
    const genuine = (await check(elsewhere, await stamped(server))).body;
    expect(genuine).toMatch(/<dt>Timestamp<\/dt><dd>\d{4}-[^<]* UTC, Test Timestamps<\/dd>/);
    const replaced = (await check(elsewhere, await stamped(stranger))).body;
    expect(replaced).toContain("<dt>Timestamp</dt><dd>Not trusted: ");
    const removed = (await check(elsewhere, await signed(sealing))).body;
    expect(removed).not.toContain("<dt>Timestamp</dt>");
    for (const body of [genuine, replaced, removed]) {
      expect(heading(body)).toBe("Sealed, but not in our records");
      expect(body).toContain("We cannot say this about the certificates and the timestamp in the seal.");
      expect(body).not.toContain("Nothing in it has changed");
    }
  });

  test("that someone else sealed, and of one that is no PDF: not ours", async () => {
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

describe("rejects", () => {
  const post = (payload: string | Buffer, type = "multipart/form-data; boundary=x") =>
    plain.app.inject({ method: "POST", url: "/verify", headers: { "content-type": type }, payload });
  const part = (headers: string, body = "") =>
    `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${body}\r\n`;
  const file = part('name="file"; filename="a.pdf"', "text");

  test.each([
    ["a form without parts", "--x--"],
    ["a form without a file", `${part('name="file"', "text")}--x--`],
    ["an empty file", `${part('name="file"; filename="a.pdf"')}--x--`],
    ["a file of another name", `${part('name="other"; filename="a.pdf"', "text")}--x--`],
    ["two files", `${file}${file}--x--`],
    ["five more fields", `${file}${part('name="a"', "1").repeat(5)}--x--`],
    ["a form that breaks off", file],
    ["headers that never end", `--x\r\n${"a: b\r\n".repeat(10_000)}`],
    ["something else", "text"],
  ])("%s, and asks for a file", async (_, payload) => {
    const response = await post(payload);
    expect([response.statusCode, response.headers["connection"]]).toEqual([400, "close"]);
    expect(response.body).toContain("Choose a PDF file.");
  });

  test("a form without a boundary, and other kinds of bodies", async () => {
    expect((await post("--x--", "multipart/form-data")).statusCode).toBe(400);
    expect((await post('{"file":"x"}', "application/json")).statusCode).toBe(415);
    expect((await post("file=x", "application/x-www-form-urlencoded")).statusCode).toBe(415);
  });

  test("a file that is too large, and text around the file that is", async () => {
    for (const response of [
      await check(plain, Buffer.alloc(4 * 1024 * 1024 + 1)),
      await post(`${"a".repeat(5 * 1024 * 1024)}\r\n${file}--x--`),
      await post(`${file}--x--${"a".repeat(5 * 1024 * 1024)}`),
    ]) {
      expect([response.statusCode, response.headers["connection"]]).toEqual([413, "close"]);
      expect(response.body).toContain("This file is larger than 4 MB.");
    }
  });

  test("more files of one address per minute than logins", async () => {
    const limited = await startTestServer({ env: { LOGIN_RATE_LIMIT: "2" } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await check(limited, Buffer.from("x"))).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

test("accepts a file of 4 MB, and a few more fields", async () => {
  const response = await check(plain, Buffer.alloc(4 * 1024 * 1024));
  expect([response.statusCode, heading(response.body)]).toEqual([200, "Not a file of this service"]);
  const fields = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(4);
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\ntext\r\n--x--';
  const withFields = await plain.app.inject({
    method: "POST",
    url: "/verify",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: fields + file,
  });
  expect(withFields.statusCode).toBe(200);
});

test("accepts three uploads per address and eight in all, and rejects others before reading them", async () => {
  const server = await start({});
  const port = await listen(server.app);
  const headers = ["Content-Type: multipart/form-data; boundary=x", "Content-Length: 5"];
  /** Sends everything but the body. The service asks for the body as soon as it has the headers. */
  const startUpload = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    onTestFinished(() => void socket.destroy());
    const head = ["POST /verify HTTP/1.1", "Host: localhost", "Expect: 100-continue", ...headers];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const [data] = (await once(socket, "data")) as [Buffer];
    expect(data.toString("latin1")).toMatch(/^HTTP\/1\.1 100 /);
    return socket;
  };
  const uploadFrom = (address: string) => ask(port, "POST /verify", headers, "--x--", address);
  const first = await startUpload("127.0.0.1");
  for (let count = 1; count < 3; count += 1) await startUpload("127.0.0.1");
  const rejected = await uploadFrom("127.0.0.1");
  expect([rejected.status, rejected.headers["retry-after"], rejected.headers["connection"]]).toEqual([
    ...[503, "2", "close"],
  ]);
  expect(rejected.body).toContain("Try again in a few seconds.");
  expect((await uploadFrom("127.0.0.2")).status).toBe(400);
  for (let count = 0; count < 5; count += 1) await startUpload(`127.0.0.${count < 3 ? 2 : 3}`);
  expect((await uploadFrom("127.0.0.4")).status).toBe(503);
  first.destroy();
  await eventually(async () => (await uploadFrom("127.0.0.4")).status === 400, {
    what: "the place of an upload that broke off",
  });
});

test("rejects a file in chunks without reading it: each tiny chunk would cost time and memory", async () => {
  const port = await listen(plain.app);
  for (const type of ["multipart/form-data; boundary=x", "application/json"]) {
    const headers = [`Content-Type: ${type}`, "Transfer-Encoding: chunked"];
    const response = await ask(port, "POST /verify", headers, "1\r\n-\r\n".repeat(1000));
    expect([response.status, response.headers["connection"]]).toEqual([411, "close"]);
    expect(response.body).toContain("Choose a PDF file.");
  }
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
