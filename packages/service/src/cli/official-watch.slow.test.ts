import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { afterEach, describe, expect, test } from "vitest";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const first = Buffer.from("%PDF-1.7\nfirst\n%%EOF\n");
const second = Buffer.from("%PDF-1.7\nsecond\n%%EOF\n");

/** An agency's site: every request is noted; robots.txt is not there unless the test has one. */
async function agency(answer: RequestListener, robots?: RequestListener) {
  const requests: IncomingMessage[] = [];
  let open = 0;
  let mostAtOnce = 0;
  const server = createServer((request, reply) => {
    requests.push(request);
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    reply.on("close", () => {
      open -= 1;
    });
    if (request.url !== "/robots.txt") return answer(request, reply);
    if (robots === undefined) reply.writeHead(404).end();
    else robots(request, reply);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, mostAtOnce: () => mostAtOnce };
}

interface Watched {
  readonly code: number | null;
  readonly results: readonly {
    readonly state: string;
    readonly message: string;
    readonly movedTo?: string;
  }[];
}

async function watch(
  DATA_DIR: string,
  addresses: readonly { readonly address: string; readonly bound?: string }[],
  ...more: string[]
): Promise<Watched> {
  const list = addresses.map((one) => ({ ...one, forms: ["W4101 2025.12.0"] }));
  const file = newFile("addresses.json", JSON.stringify(list));
  const args = [
    "official",
    "watch",
    "--addresses",
    file,
    "--pause",
    "0",
    "--allow-private",
    "--json",
    ...more,
  ];
  const ended = await run(args, "", { DATA_DIR });
  expect(ended.stderr).toBe("");
  return { code: ended.code, results: JSON.parse(ended.stdout) };
}

const states = ({ code, results }: Watched): unknown => [code, ...results.map(({ state }) => state)];

test("a file is recorded first, then asked for with conditions, and 304 is believed", async () => {
  const DATA_DIR = newFolder();
  const { url, requests } = await agency((request, reply) => {
    if (request.headers["if-none-match"] === '"a"') reply.writeHead(304).end();
    else reply.writeHead(200, { etag: '"a"', "last-modified": "Mon, 01 Jan 2026 00:00:00 GMT" }).end(first);
  });
  expect(states(await watch(DATA_DIR, [{ address: `${url}/a.pdf` }]))).toEqual([0, "recorded"]);
  expect(states(await watch(DATA_DIR, [{ address: `${url}/a.pdf` }]))).toEqual([0, "unchanged"]);
  expect(requests.at(-1)?.headers["if-modified-since"]).toBe("Mon, 01 Jan 2026 00:00:00 GMT");
  expect(requests.every(({ headers }) => headers["user-agent"]?.startsWith("withholding-forms/"))).toBe(true);
});

test("other bytes are a new revision until they are accepted, even with the same ETag", async () => {
  const DATA_DIR = newFolder();
  let bytes = first;
  const { url } = await agency((_, reply) => reply.writeHead(200, { etag: '"same"' }).end(bytes));
  const addresses = [{ address: `${url}/a.pdf` }];
  expect(states(await watch(DATA_DIR, addresses))).toEqual([0, "recorded"]);
  bytes = second;
  expect(states(await watch(DATA_DIR, addresses))).toEqual([2, "changed"]);
  expect(states(await watch(DATA_DIR, addresses))).toEqual([2, "changed"]);
  expect(states(await watch(DATA_DIR, addresses, "--accept"))).toEqual([2, "changed"]);
  expect(states(await watch(DATA_DIR, addresses))).toEqual([0, "unchanged"]);
});

test("--full detects a server that wrongly responds 304", async () => {
  const DATA_DIR = newFolder();
  let bytes = first;
  const { url } = await agency((request, reply) => {
    if (request.headers["if-none-match"] === '"a"') reply.writeHead(304).end();
    else reply.writeHead(200, { etag: '"a"' }).end(bytes);
  });
  const addresses = [{ address: `${url}/a.pdf` }];
  await watch(DATA_DIR, addresses);
  bytes = second;
  expect(states(await watch(DATA_DIR, addresses))).toEqual([0, "unchanged"]);
  expect(states(await watch(DATA_DIR, addresses, "--full"))).toEqual([2, "changed"]);
  // Or after a week.
  const memory = join(DATA_DIR, "official/watch.json");
  const known = JSON.parse(readFileSync(memory, "utf8"));
  const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString();
  known.seen[`${url}/a.pdf`].downloaded = weekAgo;
  writeFileSync(memory, JSON.stringify(known));
  expect(states(await watch(DATA_DIR, addresses))).toEqual([2, "changed"]);
});

test("what a form is bound to is compared from the first time on", async () => {
  const { url } = await agency((_, reply) => reply.end(first));
  const own = "36a8c2f3f8d5a2b5a0b0e7bd2a5c3f3b7d8c6f1f0e9d8c7b6a5948372615f4e3";
  expect(states(await watch(newFolder(), [{ address: `${url}/form`, bound: own }]))).toEqual([2, "changed"]);
  const { createHash } = await import("node:crypto");
  const bound = createHash("sha256").update(first).digest("hex");
  expect(states(await watch(newFolder(), [{ address: `${url}/form`, bound }]))).toEqual([0, "unchanged"]);
});

describe("one address", () => {
  test.each<[string, RequestListener, number, string, string]>([
    [
      "that gives a web page instead of the PDF",
      (_, reply) => reply.setHeader("content-type", "text/html").end("<!doctype html>Moved"),
      2,
      "not-pdf",
      "it is a web page, not a PDF",
    ],
    ["that is gone", (_, reply) => reply.writeHead(404).end(), 2, "missing", "status 404"],
    ["of a server in trouble", (_, reply) => reply.writeHead(500).end(), 1, "unreachable", "status 500"],
    ["that never answers", () => {}, 1, "unreachable", "it took longer than 1 seconds"],
    [
      "that stops in the middle",
      (_, reply) => {
        reply.writeHead(200, { "content-length": 100_000 });
        reply.write(first);
      },
      1,
      "unreachable",
      "it took longer than 1 seconds",
    ],
    [
      "whose connection breaks",
      (_, reply) => {
        reply.writeHead(200, { "content-length": 100_000 });
        reply.write(first, () => reply.destroy());
      },
      1,
      "unreachable",
      "the connection closed",
    ],
    [
      "that is too large",
      (_, reply) => {
        const part = Buffer.alloc(1_000_000, "%PDF-");
        const more = (): void => {
          while (!reply.destroyed && reply.write(part)) {}
        };
        reply.on("drain", more);
        more();
      },
      1,
      "unreachable",
      "it is larger than 20 MB",
    ],
    [
      "that redirects without an end",
      (_, reply) => reply.writeHead(302, { location: "/again.pdf" }).end(),
      1,
      "unreachable",
      "it redirects more than 5 times",
    ],
  ])("%s", async (about, answer, code, state, message) => {
    const { url } = await agency(answer);
    // Only the tests of waiting wait: the others must end for another reason.
    const timeout = about === "that never answers" || about.includes("stops") ? "1" : "60";
    const watched = await watch(newFolder(), [{ address: `${url}/a.pdf` }], "--timeout", timeout);
    expect(states(watched)).toEqual([code, state]);
    expect(watched.results[0]?.message).toContain(message);
  });

  test("that moved permanently is reported with its new URL, a temporary redirect is not", async () => {
    const { url } = await agency((request, reply) => {
      if (request.url === "/old.pdf") reply.writeHead(301, { location: "/new.pdf" }).end();
      else if (request.url === "/now.pdf") reply.writeHead(302, { location: "/new.pdf" }).end();
      else reply.end(first);
    });
    const moved = await watch(newFolder(), [{ address: `${url}/old.pdf` }]);
    expect([moved.code, moved.results[0]?.movedTo]).toEqual([2, `${url}/new.pdf`]);
    expect(states(await watch(newFolder(), [{ address: `${url}/now.pdf` }]))).toEqual([0, "recorded"]);
  });

  test("that robots.txt excludes is not requested, and one that fails to say so neither", async () => {
    const closed = await agency(
      (_, reply) => reply.end(first),
      (_, reply) => reply.end("User-agent: *\nDisallow: /forms/"),
    );
    const watched = await watch(newFolder(), [
      { address: `${closed.url}/forms/a.pdf` },
      { address: `${closed.url}/open/a.pdf` },
    ]);
    expect(states(watched)).toEqual([1, "blocked", "recorded"]);
    expect(closed.requests.map(({ url }) => url)).toEqual(["/robots.txt", "/open/a.pdf"]);
    const broken = await agency(
      (_, reply) => reply.end(first),
      (_, reply) => reply.writeHead(503).end(),
    );
    expect(states(await watch(newFolder(), [{ address: `${broken.url}/a.pdf` }]))).toEqual([1, "blocked"]);
  });
});

test("addresses are requested one at a time, and the report starts with what has to be done", async () => {
  const DATA_DIR = newFolder();
  const site = await agency((request, reply) => {
    if (request.url === "/gone.pdf") reply.writeHead(404).end();
    else setImmediate(() => reply.end(first));
  });
  const paths = ["/a.pdf", "/gone.pdf", "/b.pdf", "/c.pdf"];
  const watched = await watch(
    DATA_DIR,
    paths.map((path) => ({ address: `${site.url}${path}` })),
  );
  expect(states(watched)).toEqual([2, "recorded", "missing", "recorded", "recorded"]);
  expect(site.mostAtOnce()).toBe(1);
  const report = readFileSync(join(DATA_DIR, "official/watch.md"), "utf8");
  expect(report).toContain("4 addresses: 1 with news, 0 not checked, 3 without news.");
  expect(report.indexOf("gone.pdf")).toBeLessThan(report.indexOf("/a.pdf"));
  const json = JSON.parse(readFileSync(join(DATA_DIR, "official/watch.json"), "utf8"));
  expect(json.results).toEqual(watched.results);
  expect(Object.keys(json.seen)).toEqual(["/a.pdf", "/b.pdf", "/c.pdf"].map((path) => `${site.url}${path}`));
});

test("pauses between two requests to one host", async () => {
  const times: number[] = [];
  const { url } = await agency((_, reply) => {
    times.push(performance.now());
    reply.end(first);
  });
  const addresses = ["/a.pdf", "/b.pdf"].map((path) => ({ address: `${url}${path}` }));
  expect(states(await watch(newFolder(), addresses, "--pause", "1"))).toEqual([0, "recorded", "recorded"]);
  expect(times).toHaveLength(2);
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
});

test("without --json, a person reads one line per address", async () => {
  const { url } = await agency((request, reply) =>
    request.url === "/a.pdf" ? reply.end(first) : reply.writeHead(410).end(),
  );
  const list = ["/a.pdf", "/b.pdf"].map((path) => ({ address: `${url}${path}`, forms: ["W4101 2025.12.0"] }));
  const file = newFile("addresses.json", JSON.stringify(list));
  const DATA_DIR = newFolder();
  const { code, stdout } = await run(
    ["official", "watch", "--addresses", file, "--pause", "0", "--allow-private"],
    "",
    { DATA_DIR },
  );
  expect(code).toBe(2);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/recorded.*\/a\.pdf|\/a\.pdf.*recorded/);
  expect(lines[1]).toMatch(/missing.*\/b\.pdf|\/b\.pdf.*missing/);
});

test("an address of this machine or this network is not requested", async () => {
  const { url, requests } = await agency((_, reply) => reply.end(first));
  const list = [url, "http://10.0.0.1", "ftp://example.gov"].map((one) => ({
    address: `${one}/a.pdf`,
    forms: ["W4101 2025.12.0"],
  }));
  const args = [
    "official",
    "watch",
    "--addresses",
    newFile("addresses.json", JSON.stringify(list)),
    "--json",
  ];
  const { code, stdout } = await run([...args, "--pause", "0"], "", { DATA_DIR: newFolder() });
  expect(code).toBe(1);
  expect(JSON.parse(stdout).map((one: { readonly message: string }) => one.message)).toEqual([
    "127.0.0.1 is not a public address",
    "10.0.0.1 is not a public address",
    "ftp: is neither http nor https",
  ]);
  expect(requests).toEqual([]);
});

test("an invalid list of addresses, and a damaged watch.json, are one-line errors", async () => {
  const bad = await run(["official", "watch", "--addresses", newFile("a.json", '[{"address": "x"}]')], "", {
    DATA_DIR: newFolder(),
  });
  expect(bad).toMatchObject({ code: 1, stdout: "" });
  expect(bad.stderr).toContain(
    'is not a list of objects with address, forms such as "AL101 2014.3.0", and maybe bound.',
  );
  const DATA_DIR = newFolder();
  mkdirSync(join(DATA_DIR, "official"));
  writeFileSync(join(DATA_DIR, "official/watch.json"), "{");
  const damaged = await run(["official", "watch", "--addresses", newFile("a.json", "[]")], "", { DATA_DIR });
  expect(damaged).toMatchObject({ code: 1, stdout: "" });
  expect(damaged.stderr).toMatch(/^withholding-forms: [^\n]*watch\.json[^\n]*\n$/);
});
