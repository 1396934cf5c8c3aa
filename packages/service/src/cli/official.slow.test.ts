import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { popplerText } from "@withholding-forms/testing/pdf/checks";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { newFile, newFolder, run, start } from "@withholding-forms/testing/service/command";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

const fw4 = "us/federal/fw4-2026.pdf";
const form = ["W4101", "2025.12.0"] as const;

/** Nothing was stored: no form, no part of one, no temporary file. */
function expectEmpty(dataDir: string): void {
  const folder = join(dataDir, "official");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

describe("add rejects", () => {
  test.each([
    ["a web page", "<!doctype html><title>Moved</title>", "The file is not a PDF (it is a web page)."],
    ["an empty file", "", "The file is not a PDF (it is empty)."],
    ["another PDF", "%PDF-1.7\nanother one", "This is a different file: its SHA-256 is "],
  ])("%s, with one line and nothing kept", async (_, text, reason) => {
    const DATA_DIR = newFolder();
    const ended = await run(["official", "add", ...form, newFile("form.pdf", text)], "", { DATA_DIR });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(`withholding-forms: ${reason}`);
    expect(ended.stderr.split("\n")).toHaveLength(2);
    expectEmpty(DATA_DIR);
  });

  test.each([
    [["ZZ999", "1.0.0", "x.pdf"], 'There is no form "ZZ999".'],
    [["AL101", "2025.4.0", "x.pdf"], "AL101 is not bound to an agency file."],
    [
      ["W4101", "1999.1.0", "x.pdf"],
      'W4101 has no version "1999.1.0" that is bound to an agency file. Bound versions:',
    ],
    [[...form, "/dev/zero"], "/dev/zero is larger than 20 MB."],
    [[...form, "/nowhere/x.pdf"], "/nowhere/x.pdf cannot be read: no such file or folder."],
  ])("%j, which cannot be", async (args, reason) => {
    const ended = await run(["official", "add", ...args], "", { DATA_DIR: newFolder() });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^withholding-forms: [^\n]+\n$/);
    expect(ended.stderr).toContain(reason);
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serveFiles(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const pdf = Buffer.from(`%PDF-1.7\n${"x".repeat(100_000)}\n%%EOF\n`);

describe("fetch rejects", () => {
  test.each<[string, RequestListener, number, string]>([
    ["another file", (_, reply) => reply.end(pdf), 2, "This is a different file: its SHA-256 is"],
    [
      "a web page",
      (_, reply) => reply.setHeader("content-type", "text/html").end("<html>Sorry</html>"),
      2,
      "The file is not a PDF (it is a web page).",
    ],
    [
      "half a file, when the connection breaks",
      (_, reply) => {
        reply.setHeader("content-length", pdf.length);
        reply.write(pdf.subarray(0, 50_000), () => reply.destroy());
      },
      1,
      "the connection closed before the download finished.",
    ],
    [
      "half a file that claims to be whole",
      (_, reply) => reply.end(pdf.subarray(0, 50_000)),
      2,
      "This is a different file",
    ],
    ["a file that is gone", (_, reply) => reply.writeHead(404).end(), 1, "the server returned status 404."],
    ["a server in trouble", (_, reply) => reply.writeHead(503).end(), 1, "the server returned status 503."],
    [
      "a redirect to another place without https",
      (_, reply) => reply.writeHead(302, { location: "http://127.0.0.2:9/fw4.pdf" }).end(),
      1,
      "it redirects to http://127.0.0.2:9, which is neither https nor the same host.",
    ],
    [
      "a redirect to nowhere",
      (_, reply) => reply.writeHead(302).end(),
      1,
      "it redirects without a valid Location.",
    ],
    [
      "redirects without an end",
      (_, reply) => reply.writeHead(302, { location: "/again" }).end(),
      1,
      "it redirects more than 5 times.",
    ],
    ["an answer that never comes", () => {}, 1, "it took longer than 1 seconds."],
    [
      "an answer that stops",
      (_, reply) => {
        reply.setHeader("content-length", pdf.length);
        reply.write(pdf.subarray(0, 50_000));
      },
      1,
      "it took longer than 1 seconds.",
    ],
    [
      "a file without an end",
      (_, reply) => {
        const part = Buffer.alloc(1_000_000, "%PDF-");
        const more = (): void => {
          while (!reply.destroyed && reply.write(part)) {}
        };
        reply.on("drain", more);
        more();
      },
      1,
      "it is larger than 20 MB.",
    ],
  ])("%s", async (about, answer, code, reason) => {
    const DATA_DIR = newFolder();
    const address = `${await serveFiles(answer)}/fw4.pdf`;
    // Only the tests of waiting wait: the others must end for another reason.
    const timeout = about.startsWith("an answer") ? "1" : "60";
    const args = ["official", "fetch", ...form, "--from", address, "--timeout", timeout, "--allow-private"];
    const ended = await run(args, "", { DATA_DIR });
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toMatch(/^withholding-forms: [^\n]+\n$/);
    expect(ended.stderr).toContain(reason);
    expectEmpty(DATA_DIR);
  });

  test("addresses of this machine, by number and by name", async () => {
    const requests: unknown[] = [];
    const address = await serveFiles((request, reply) => {
      requests.push(request.url);
      reply.end(pdf);
    });
    for (const [host, named] of [
      [address, "127.0.0.1"],
      [address.replace("127.0.0.1", "localhost"), "localhost"],
      [address.replace("127.0.0.1", "[::ffff:127.0.0.1]"), "::ffff:7f00:1"],
    ]) {
      const args = ["official", "fetch", ...form, "--from", `${host}/fw4.pdf`];
      const ended = await run(args, "", { DATA_DIR: newFolder() });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(`cannot be downloaded: ${named} is not a public address.`);
    }
    expect(requests).toEqual([]);
  });

  test("an address that does not respond, and says what else can be done", async () => {
    const DATA_DIR = newFolder();
    const address = await serveFiles(() => {});
    servers.splice(0).map((server) => server.close());
    const args = ["official", "fetch", ...form, "--from", `${address}/fw4.pdf`, "--allow-private"];
    const ended = await run(args, "", { DATA_DIR });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("ECONNREFUSED");
    expect(ended.stderr).toContain("withholding-forms official add W4101 2025.12.0 <file>");
    expectEmpty(DATA_DIR);
  });

  test.each([
    [["W4101", "--from", "https://example.com/x.pdf"], "Also specify formId and version."],
    [[...form, "--from", "ftp://example.com/x.pdf"], "Enter an http or https URL."],
    [[...form, "--timeout", "0"], "Enter a number from 1 to 9999."],
    [["AL101"], "AL101 is not bound to an agency file."],
  ])("%j, which cannot be", async (args, reason) => {
    const ended = await run(["official", "fetch", ...args], "", { DATA_DIR: newFolder() });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(reason);
  });
});

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
});

describe.runIf(officialPresent)("with the agency's file", () => {
  let stored = "";
  beforeAll(async () => {
    stored = newFolder();
    const file = newFile("my w4.pdf", officialBytes(fw4));
    const ended = await run(["official", "add", ...form, file], "", { DATA_DIR: stored });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^W4101 2025\.12\.0 \(2026\): added; 50 fields filled, 1 left blank/);
  });

  const copied = (): string => {
    const folder = newFolder();
    cpSync(stored, folder, { recursive: true });
    return folder;
  };

  test("fetch follows a redirect within the same host and stores what add stores", async () => {
    const DATA_DIR = newFolder();
    const address = await serveFiles((request, reply) => {
      if (request.url === "/fw4.pdf") reply.writeHead(301, { location: "/moved/fw4.pdf" }).end();
      else reply.end(officialBytes(fw4));
    });
    const args = ["official", "fetch", ...form, "--from", `${address}/fw4.pdf`, "--allow-private", "--json"];
    const ended = await run(args, "", { DATA_DIR });
    expect(JSON.parse(ended.stdout)).toEqual([
      { formId: "W4101", version: "2025.12.0", revision: "2026", state: "added" },
    ]);
    for (const name of ["agency.pdf", "blank.pdf", "template.bin", "words.json"]) {
      const at = join("official", ...form, name);
      expect(Buffer.compare(readFileSync(join(DATA_DIR, at)), readFileSync(join(stored, at)))).toBe(0);
    }
  });

  test("verify says what is bound, what is missing and what is not used", async () => {
    const DATA_DIR = copied();
    cpSync(join(DATA_DIR, "official", ...form), join(DATA_DIR, "official/ZZ999/1.0.0"), { recursive: true });
    const { code, stdout } = await run(["official", "verify"], "", { DATA_DIR });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^W4101 2025\.12\.0 \(2026\): added on [0-9-]{10}, OK$/m);
    expect(stdout).toMatch(/^W4101SP 2025\.12\.0 \(2026\): missing; published at https:\/\/www\.irs\.gov\//m);
    expect(stdout).toMatch(/^ZZ999 1\.0\.0: stored but not used: no form is bound to it$/m);
  });

  test.each(["agency.pdf", "blank.pdf", "template.bin", "words.json", "record.json"])(
    "a damaged %s is found by verify, and stops the start with one line",
    async (name) => {
      const DATA_DIR = copied();
      const path = join(DATA_DIR, "official", ...form, name);
      writeFileSync(path, readFileSync(path).subarray(1));
      const verified = await run(["official", "verify"], "", { DATA_DIR });
      expect(verified.code).toBe(2);
      expect(verified.stderr).toMatch(/^withholding-forms: The agency file of W4101 2025\.12\.0 [^\n]+\n$/);
      const served = await run(["serve"], "", { DATA_DIR, PORT: "0", HOST: "127.0.0.1" });
      expect(served).toMatchObject({ code: 1, stdout: "" });
      expect(served.stderr).toBe(verified.stderr);
      expect(existsSync(join(DATA_DIR, "keys.db"))).toBe(false);
    },
  );

  test("the service returns, shows, and fills the agency's form, and asks its questions", async () => {
    const env = { DATA_DIR: copied(), PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", API_KEY: "test" };
    const { child } = start(["serve"], "", env);
    let output = "";
    child.stdout?.on("data", (part) => {
      output += part;
    });
    while (!output.includes("  service ")) await once(child.stdout!, "data");
    expect(output).toContain("  agency files W4101 2025.12.0\n");
    const url = /login +(\S+)\/authentication\/login/.exec(output)?.[1] ?? "";
    const login = await fetch(`${url}/authentication/login`, { headers: { "api-key": "test" } });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const call = (path: string, body?: object): Promise<Response> =>
      fetch(`${url}/v1/${path}`, {
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });

    const blank = Buffer.from(await (await call("getPdf/W4101?formVersion=2025.12.0")).arrayBuffer());
    expect(Buffer.compare(blank, readFileSync(join(stored, "official", ...form, "blank.pdf")))).toBe(0);

    const information = (await (await call("fillPdf/W4101?formVersion=2025.12.0")).json()) as {
      official: boolean;
      blankFormImages: string[];
    };
    expect(information.official).toBe(true);
    expect(information.blankFormImages).toHaveLength(5);
    expect(information.blankFormImages[4]).toMatch(
      /\/images\/W4101\/2025\.12\.0\/5\.png\?edition=[0-9a-f]{8}$/,
    );
    const load = (): Promise<Response> => fetch(information.blankFormImages[4] ?? "");
    let image = await load();
    // On a busy machine, the first image may take longer than a request waits for it.
    while (image.status === 503) image = await load();
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);

    const set = (await (await call("formQuestionSet/W4101/QS3?formVersion=2025.12.0")).json()) as {
      questions: { questionOptions: { label: string }[] }[];
    };
    const page = popplerText(officialBytes(fw4), 1).replace(/\s+/g, " ");
    for (const { label } of set.questions[0]?.questionOptions ?? []) expect(page).toContain(label);

    const filled = (await (
      await call("fillPdf", {
        formId: "W4101",
        formVersion: "2025.12.0",
        signForm: "SIGN",
        employee: {
          firstName: "Zoë",
          lastName: "Łukasiewicz",
          socialSecurityNumber: "123-45-6789",
          address: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        },
        employer: {
          name: "Example Works Inc.",
          federalEIN: "98-7654321",
          telephoneNumber: "456-867-5309",
          address: { streetAddress1: "64 N Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        },
        fields: { isNra: false, isExempt: true, noTaxLastYear: true, noTaxThisYear: true },
      })
    ).json()) as { pdf: string };
    const words = popplerText(Buffer.from(filled.pdf, "base64"), 1);
    for (const value of ["Zoë", "Łukasiewicz", "123-45-6789", "OMB No. 1545-0074"])
      expect(words).toContain(value);
    child.kill("SIGINT");
    await once(child, "close");
  });
});
