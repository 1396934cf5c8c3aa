import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { ask, listen, type RawAnswer } from "@withholding-forms/testing/security/raw";
import { addressOf } from "@withholding-forms/testing/security/routes";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterAll, expect, test, vi } from "vitest";

// Path traversal at every route with a parameter and below every folder of files.

const server = await startTestServer();
const { app, token } = server;
const port = await listen(app);
const authorization = `Authorization: Bearer ${token}`;

const folder = mkdtempSync(join(tmpdir(), "withholding-forms-outside-"));
afterAll(() => rmSync(folder, { recursive: true }));
const secret = "outside-of-every-folder-4711";
writeFileSync(join(folder, "secret.txt"), secret);
const root = resolve(import.meta.dirname, "../../../..");
const ups = "../".repeat(12);
const target = join(folder, "secret.txt").slice(1);

const tricks: readonly string[] = [
  `${ups}${target}`,
  `${ups}etc/passwd`,
  "../package.json",
  "..%2fpackage.json",
  "%2e%2e%2fpackage.json",
  "%2e%2e/%2e%2e/package.json",
  `${"%2e%2e%2f".repeat(12)}etc%2fpasswd`,
  `${"..%2f".repeat(12)}${target.replaceAll("/", "%2f")}`,
  "%252e%252e%252fpackage.json",
  `${"%252e%252e%252f".repeat(12)}etc%252fpasswd`,
  "..%5cpackage.json",
  "..\\..\\package.json",
  `${"..%5c".repeat(12)}etc%5cpasswd`,
  "..%c0%afpackage.json",
  "%c0%ae%c0%ae%c0%afpackage.json",
  "..%u2215package.json",
  "..;/package.json",
  "....//package.json",
  "....//....//package.json",
  ".%00./package.json",
  "index.html%00.png",
  "%00",
  "1.png%00",
  "swagger-ui.css%00",
  "swagger-ui.css/..%2f..%2fpackage.json",
  "/etc/passwd",
  "//etc/passwd",
  "%2fetc%2fpasswd",
  `%2f${target.replaceAll("/", "%2f")}`,
  "file:///etc/passwd",
  "file:%2f%2f%2fetc%2fpasswd",
  "http://127.0.0.1:1/",
  "C:%5cWindows%5cwin.ini",
  "%5c%5c127.0.0.1%5cshare",
  ".env",
  ".git/config",
  ".",
  "..",
  "...",
  "%2e",
  "%2e%2e",
  "%",
  "%zz",
  "%e0%a4%a",
  "%ff",
  "a%0d%0ab",
  "a%20b",
  "\u00e9",
  "x".repeat(4000),
  "%2e".repeat(2000),
  "../".repeat(2000),
  "a/".repeat(2000),
];

/** Each route with its last, and each but its last, parameter replaced; and each folder of files. */
const bases: readonly [string, (trick: string) => string][] = [
  ...new Map(
    server.server.routes
      .filter(({ method }) => method === "GET")
      .flatMap((route): [string, (trick: string) => string][] => {
        const names = route.url.match(/:[A-Za-z]+|\*/g) ?? [];
        return names.map((name) => [
          `${route.url} by ${name}`,
          (trick) =>
            addressOf({ ...route, url: route.url.replace(name, "\u0001") }).replace("\u0001", () => trick),
        ]);
      }),
  ),
  ["/", (trick) => `/${trick}`],
  ["/docs/", (trick) => `/docs/${trick}`],
  ["/v1/", (trick) => `/v1/${trick}`],
];

test("covers every route with a parameter and every folder", () => {
  const urls = bases.map(([name]) => name);
  for (const part of ["/images/", "/assets/", "/docs/*", "/problems/", "/getPdf/", "/formQuestionSet/"])
    expect(urls.some((url) => url.includes(part))).toBe(true);
});

const opened: string[] = [];
const spies = [
  ...(
    ["open", "openSync", "readFile", "readFileSync", "createReadStream", "opendir", "readdir"] as const
  ).map((name) => vi.spyOn(fs, name as "open")),
  ...(["open", "readFile", "stat", "opendir", "readdir", "access"] as const).map((name) =>
    vi.spyOn(fs.promises, name as "open"),
  ),
];

/** What was read from disk since the last time, outside of the programs themselves. */
function readOutside(): string[] {
  const paths = spies.flatMap(({ mock }) =>
    mock.calls.flatMap(([path]) => (typeof path === "string" ? [resolve(path)] : [])),
  );
  for (const spy of spies) spy.mockClear();
  opened.push(...paths);
  const programs = ["node_modules", "packages", join("build", "docs")].map(
    (name) => `${root}${sep}${name}${sep}`,
  );
  return paths.filter((path) => !programs.some((program) => path.startsWith(program)));
}

test("the spy records what the documentation reads", async () => {
  expect((await ask(port, "GET /docs/static/style.css")).status).toBe(200);
  readOutside();
  expect(opened.some((path) => path.endsWith("build/docs/static/style.css"))).toBe(true);
});

const harmless = (answer: RawAnswer, about: string) => {
  expect([
    about,
    answer.body.includes(secret),
    /root:.*:0:0:|"workspaces"|\[core\]/.test(answer.body),
  ]).toEqual([about, false, false]);
  expect([about, [200, 302, 304, 400, 401, 404, 431].includes(answer.status)]).toEqual([about, true]);
};

test.each(bases)("%s serves nothing from outside", async (_, address) => {
  for (const trick of tricks) {
    const url = address(trick);
    const about = url.slice(0, 200);
    const raw = await ask(port, `GET ${Buffer.from(url).toString("latin1")}`, [authorization]);
    harmless(raw, about);
    // The only address of a file of ours among all of these.
    if (raw.status === 200) expect(about).toMatch(/^\/(?:docs\/?(?:\.|%2e)?|\.?)$/);
    expect([about, readOutside()]).toEqual([about, []]);
  }
});

test.each([
  // HTTP requires servers to accept absolute URLs; the host does not matter, because nothing is fetched.
  ["GET http://other.example/v1/getAllFormIds", [200]],
  ["GET http://127.0.0.1:1/healthz", [200]],
  ["GET http://other.example/v1/unknown", [404]],
  ["GET https://other.example/../etc/passwd", [400, 404]],
  ["GET //other.example/healthz", [404]],
  ["GET ///healthz", [404]],
  ["GET /\\other.example/healthz", [404]],
  ["GET healthz", [400]],
  ["GET *", [200, 400, 404]],
  ["OPTIONS *", [400, 404]],
  ["GET /healthz#fragment", [200, 400, 404]],
  ["GET /%2fhealthz", [404]],
  ["GET /v1/../healthz", [404]],
  ["GET /healthz/..", [404]],
  ["GET /healthz/%2e%2e/metrics", [404]],
  ["GET /HEALTHZ", [404]],
  ["GET /V1/getAllFormIds", [404]],
])("the request line %s is not misread", async (line, expected) => {
  const answer = await ask(port, line, [authorization]);
  expect(expected).toContain(answer.status);
  harmless(answer, line);
});

test("the URL of another host in the request line is not fetched and not repeated", async () => {
  const answer = await ask(port, "GET http://other.example/docs", [authorization]);
  expect(JSON.stringify(answer)).not.toContain("other.example");
});

test("a redirect stays on this service", async () => {
  for (const url of [
    "/docs",
    "//docs",
    "/docs//other.example",
    "//other.example/docs/..",
    "/docs/%2f%2fother.example",
  ]) {
    const { status, headers } = await ask(port, `GET ${url}`);
    const location = headers["location"];
    if (status >= 300 && status < 400)
      expect([url, location]).toEqual([url, expect.stringMatching(/^\.?\/(?!\/)/)]);
  }
});
