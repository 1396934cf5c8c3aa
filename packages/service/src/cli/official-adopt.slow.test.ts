import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PDFDocument } from "@cantoo/pdf-lib";
import { compileContent } from "@withholding-forms/authoring";
import { artifactPath, loadCatalog, openArtifact } from "@withholding-forms/catalog";
import { digest } from "@withholding-forms/catalog/agency/store";
import { drawBlank } from "@withholding-forms/pdf/build";
import { smallForm } from "@withholding-forms/testing/pdf/small-form";
import { startNode } from "@withholding-forms/testing/programs";
import { main, newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// `adopt`, `confirm`, and `review` against a local server. Our own drawings stand in for the agencies' files.

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A site with files by path; a path can also be answered by a function. */
async function site(files: Readonly<Record<string, Uint8Array | string | RequestListener>>) {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    const path = request.url ?? "";
    requests.push(path);
    const file = files[path];
    if (file === undefined) reply.writeHead(404).end();
    else if (typeof file === "function") file(request, reply);
    else reply.end(file);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

const addressesFile = (url: string, forms: Readonly<Record<string, string>>): string =>
  newFile(
    "addresses.json",
    JSON.stringify(Object.entries(forms).map(([path, form]) => ({ address: url + path, forms: [form] }))),
  );

const polite = ["--allow-private", "--pause", "0"];

/** Our own drawing of a version of a form. */
function drawing(formId: string, version: string): Uint8Array {
  const { forms } = openArtifact(artifactPath);
  const form = forms.find(({ entry }) => entry.id === formId && entry.version === version);
  return form!.open().blank();
}

async function withText(pdf: Uint8Array, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  document.getPage(0).drawText(text, { x: 40, y: 20, size: 8 });
  return document.save();
}

const states = (json: readonly { formId: string; state: string }[]): Record<string, string> =>
  Object.fromEntries(json.map(({ formId, state }) => [formId, state]));

describe("all queues", () => {
  const DATA_DIR = newFolder();
  const patch = join(newFolder(), "confirmed.patch");
  let results: (Record<string, unknown> & { formId: string; state: string; message: string })[];
  let requests: string[];
  let args: string[];

  beforeAll(async () => {
    const other = await smallForm(
      Array.from({ length: 12 }, (_, index) => ({ text: `${index} gallons of fuel in the vessel` })),
    );
    const server = await site({
      "/robots.txt": "User-agent: *\nDisallow: /closed/",
      "/a4.pdf": drawing("AL101", "2014.3.0"),
      "/mw507.pdf": drawing("MD101", "2020.12.0"),
      "/it2104.pdf": await withText(drawing("NY101", "2026.1.0"), "Enter $97,531 here"),
      "/page.pdf": "<!doctype html><title>Forms</title>",
      "/other.pdf": other,
      "/closed/k4.pdf": drawing("AL101", "2014.3.0"),
      "/huge.pdf": Buffer.alloc(20_000_001, "%PDF-1.7 "),
    });
    requests = server.requests;
    const addresses = addressesFile(server.url, {
      "/a4.pdf": "AL101 2014.3.0",
      "/mw507.pdf": "MD101 2022.5.0",
      "/it2104.pdf": "NY101 2026.1.0",
      "/page.pdf": "VA101 2011.8.0",
      "/other.pdf": "IL101 2017.8.0",
      "/closed/k4.pdf": "DC101 2021.1.0",
      "/huge.pdf": "CA101 2025.1.0",
      "/gone.pdf": "MD102 2022.1.0",
    });
    args = ["official", "adopt", "--addresses", addresses, "--json", ...polite];
    const { code, stdout, stderr } = await run(args, "", { DATA_DIR });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    results = JSON.parse(stdout);
  });

  const official = (...rest: string[]): ReturnType<typeof run> =>
    run(["official", ...rest], "", { DATA_DIR });

  test("each file is in the queue that it belongs to", () => {
    expect(states(results)).toEqual({
      AL101: "needs-binding",
      MD101: "new-revision",
      NY101: "differs-in-amounts",
      VA101: "not-reachable",
      IL101: "not-reachable",
      DC101: "not-reachable",
      CA101: "not-reachable",
      MD102: "not-reachable",
    });
    const message = (formId: string): string => results.find((one) => one.formId === formId)?.message ?? "";
    expect(message("MD101")).toContain("COM/RAD-036 12/20");
    expect(message("NY101")).toContain("$97,531");
    expect(message("VA101")).toBe("it is a web page, not a PDF");
    expect(message("IL101")).toBe("the file is not a print of IL101 (IL-W-4)");
    expect(message("DC101")).toContain("robots.txt");
    expect(message("CA101")).toContain("it is larger than 20 MB");
    expect(message("MD102")).toContain("404");
    expect(requests).not.toContain("/closed/k4.pdf");
  });

  test("the report for people has the same queue, and a page and a proposal for each form", () => {
    const folder = join(DATA_DIR, "adopt");
    const html = readFileSync(join(folder, "adopt.html"), "utf8");
    expect(html).toContain('<h2 id="not-reachable">Not reachable: 5</h2>');
    expect(html).not.toMatch(/<script|<link/);
    const [one] = results;
    expect(one?.pages).toEqual(["audit.html", "binding.html", "official.yaml"]);
    for (const [, link] of html.matchAll(/<a href="([^#"]+)"/g))
      expect(existsSync(join(folder, link!))).toBe(true);
  });

  test("a second run requests nothing again and changes nothing", async () => {
    const before = requests.length;
    const { stdout } = await run(args, "", { DATA_DIR });
    expect(JSON.parse(stdout)).toEqual(results);
    // Only those that were not there.
    expect(
      requests.slice(before).filter((path) => ["/a4.pdf", "/mw507.pdf", "/it2104.pdf"].includes(path)),
    ).toEqual([]);
  });

  test("what differs cannot be confirmed, and what agrees raises the level of this installation", async () => {
    const refused = await Promise.all([
      official("confirm", "MD101"),
      official("confirm", "NY101"),
      official("confirm", "VA101"),
      official("confirm"),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(refused.map(({ stderr }) => stderr)).toEqual([
      expect.stringMatching(/^withholding-forms: MD101 2022\.5\.0 differs .*Correct the content first\.\n$/),
      expect.stringMatching(/have: \$97,531\. If you have looked at each of them, add --amounts\.\n$/),
      expect.stringMatching(/^withholding-forms: There is no file of VA101 to confirm\./),
      expect.stringMatching(/^withholding-forms: Specify the form to confirm, or --patch/),
    ]);
    expect(existsSync(join(DATA_DIR, "official/confirmed.json"))).toBe(false);
    const done = await official("confirm", "AL101", "--patch", patch);
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    // Proposals with comments are no binding.
    expect(done.stdout).toContain("Its binding is not complete and is not used");
    const levels = (folder?: string): unknown =>
      loadCatalog(artifactPath, folder)
        .versions("AL101", "2026-11-19")
        .map((form) => form.verificationLevels.face);
    expect(levels()).toEqual(["OLDER_REVISION"]);
    expect(levels(join(DATA_DIR, "official"))).toEqual(["AGENCY_FILE"]);
    const text = readFileSync(patch, "utf8");
    expect(text).toContain("+++ b/content/us/AL/AL101/2014.3.0/form.yaml");
    expect(text).toContain(digest(drawing("AL101", "2014.3.0")));
    expect(text).not.toContain("official.yaml");
  });

  test("the review server shows pages and confirms only with its token, and only on loopback", async () => {
    const { child, output, ended } = startNode([main, "official", "review"], { env: { DATA_DIR } });
    try {
      while (!output().stdout.includes("\n"))
        await new Promise((resolve) => child.stdout.once("data", resolve));
      const url = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\//.exec(output().stdout)?.[0] ?? "";
      const queue = await fetch(url);
      expect(queue.headers.get("content-security-policy")).toContain("default-src 'none'");
      const html = await queue.text();
      const link = /href="(NY101-[^"]+\/audit\.html)"/.exec(html)?.[1] ?? "";
      const audit = await (await fetch(url + link)).text();
      expect(audit).toContain("I looked at the amounts that only the file has: $97,531");
      const { origin } = new URL(url);
      const folder = link.split("/")[0] ?? "";
      const wrong = [
        `${origin}/`,
        `${origin}/${"x".repeat(32)}/`,
        `${url}${folder}/../../official/confirmed.json`,
        `${url}..%2Fofficial/confirmed.json`,
        `${url}${folder}/agency.pdf`,
      ];
      for (const one of wrong) expect((await fetch(one)).status).toBe(404);
      const post = (body: string, to = url): Promise<Response> =>
        fetch(`${to}${folder}/confirm`, { method: "POST", body: new URLSearchParams(body) });
      expect((await post("amounts=on", `${origin}/${"x".repeat(32)}/`)).status).toBe(404);
      expect((await post("")).status).toBe(409);
      expect((await post("amounts=on")).status).toBe(200);
      const { confirmed } = JSON.parse(readFileSync(join(DATA_DIR, "official/confirmed.json"), "utf8"));
      expect(confirmed.map((one: { formId: string }) => one.formId)).toEqual(["AL101", "NY101"]);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  });
});

test("a run that is killed at any point is continued, and nothing is half stored", async () => {
  const content = newFolder();
  cpSync(fileURLToPath(new URL("../../../authoring/src/check/test/base", import.meta.url)), content, {
    recursive: true,
  });
  rmSync(join(content, "us/TS/TS101/2026.1.0/official.yaml"));
  const forms = compileContent(content, () => {})?.forms ?? [];
  const print = await drawBlank(
    forms.find(({ form }) => form.id === "TS101" && form.version === "2026.1.0")!.layout,
  );
  // The server kills the run at the first request of each of these paths, in the middle of the file.
  let child: ReturnType<typeof startNode>["child"];
  const killed = new Set<string>();
  const killer: RequestListener = (request, reply) => {
    if (killed.has(request.url ?? "")) return reply.end(print);
    killed.add(request.url ?? "");
    reply.write(print.subarray(0, print.length / 2));
    child.kill("SIGKILL");
  };
  const paths = ["/robots.txt", "/1.pdf", "/2.pdf", "/3.pdf"];
  const { url } = await site(
    Object.fromEntries(paths.map((path) => [path, path === "/robots.txt" ? robots : killer])),
  );
  function robots(...[request, reply]: Parameters<RequestListener>): void {
    if (killed.has("/robots.txt")) reply.writeHead(404).end();
    else killer(request, reply);
  }
  const addresses = addressesFile(url, {
    "/1.pdf": "TS101 2026.1.0",
    "/2.pdf": "TS101 2025.1.0",
    "/3.pdf": "TS201 2026.1.0",
  });
  const DATA_DIR = newFolder();
  const folder = join(DATA_DIR, "adopt");
  const args = [main, "official", "adopt", "--addresses", addresses, "--content", content, ...polite];
  const stored: number[] = [];
  let isReported = false;
  for (let more = true; more; ) {
    const { child: own, ended } = startNode(args, { input: "", env: { DATA_DIR } });
    child = own;
    // And once as soon as a form is reported, whatever is being written then.
    if (!isReported)
      own.stdout.once("data", () => {
        isReported = true;
        own.kill("SIGKILL");
      });
    const { signal, stderr } = await ended;
    more = signal === "SIGKILL";
    expect(stderr).toBe("");
    const files = existsSync(join(folder, "files")) ? readdirSync(join(folder, "files")) : [];
    for (const name of files.filter((one) => !one.startsWith(".")))
      expect(`${digest(readFileSync(join(folder, "files", name)))}.pdf`).toBe(name);
    if (existsSync(join(folder, "adopt.json")))
      stored.push(JSON.parse(readFileSync(join(folder, "adopt.json"), "utf8")).results.length);
  }
  expect([...killed]).toEqual(paths);
  expect(isReported).toBe(true);
  // Nothing is lost again.
  expect(stored).toEqual([...stored].sort());
  expect(stored.at(-1)).toBe(3);
  const results = JSON.parse(readFileSync(join(folder, "adopt.json"), "utf8")).results;
  expect(results[0]).toMatchObject({ formId: "TS101", version: "2026.1.0" });
  for (const one of results)
    for (const page of one.pages ?? [])
      expect(readFileSync(join(folder, one.folder, page), "utf8")).not.toBe("");
  writeFileSync(join(folder, "adopt.json"), "{");
  const damaged = await run(args.slice(1), "", { DATA_DIR });
  expect(damaged).toMatchObject({ code: 1, stdout: "" });
  expect(damaged.stderr).toMatch(/^withholding-forms: [^\n]*adopt\.json[^\n]*\n$/);
});
