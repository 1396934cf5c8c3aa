import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { ask, listen, sendRaw } from "@withholding-forms/testing/security/raw";
import { addressOf, isOpen } from "@withholding-forms/testing/security/routes";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

// The headers for browsers and caches, on every route and with every status.

const server = await startTestServer();
const { app, token } = server;
const port = await listen(app);
const routes = server.server.routes.filter(({ method }) => ["GET", "POST", "HEAD"].includes(method));

interface Answer {
  readonly about: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function inject(
  about: string,
  request: { method: string; url: string; payload?: object | string; headers?: Record<string, string> },
  at = app,
): Promise<Answer> {
  const response = await at.inject({ ...request, method: request.method as "GET" });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return { about: `${about} ${request.method} ${request.url}`, status: response.statusCode, headers };
}

const bodies: Readonly<Record<string, object>> = {
  "/v1/forms": alabama,
  "/v1/guided-flows": alabama,
  "/v1/fillPdf": fillAlabama,
};

/** Every route: answered, rejected, unknown, with another method, broken, too large. */
async function answers(at = server): Promise<Answer[]> {
  const all: Answer[] = [];
  const known = { authorization: `Bearer ${at.token}`, "api-key": at.apiKey };
  for (const route of routes) {
    const { method } = route;
    const url = addressOf(route);
    const payload = method === "POST" ? { payload: bodies[url] ?? {} } : {};
    all.push(await inject("good", { method, url, ...payload, headers: known }, at.app));
    all.push(await inject("without a token", { method, url, ...payload }, at.app));
    all.push(
      await inject("picky", { method, url, ...payload, headers: { ...known, accept: "image/gif" } }, at.app),
    );
    all.push(await inject("cached", { method, url, headers: { ...known, "if-none-match": "*" } }, at.app));
    all.push(await inject("other method", { method: "DELETE", url, headers: known }, at.app));
    all.push(await inject("unknown", { method, url: `${url}/no%20such`, headers: known }, at.app));
    all.push(await inject("broken", { method, url: `${url}/%zz`, headers: known }, at.app));
    if (method === "POST") {
      const json = { ...known, "content-type": "application/json" };
      all.push(await inject("malformed", { method, url, payload: "{", headers: json }, at.app));
      all.push(await inject("wrong", { method, url, payload: {}, headers: json }, at.app));
      all.push(
        await inject("large", { method, url, payload: { x: "y".repeat(300_000) }, headers: known }, at.app),
      );
      all.push(
        await inject(
          "typed",
          { method, url, payload: "x", headers: { ...known, "content-type": "a/b" } },
          at.app,
        ),
      );
    }
  }
  return all;
}

const all = await answers();

test("covers every kind of status", () => {
  const statuses = new Set(all.map(({ status }) => status));
  for (const status of [200, 302, 304, 400, 401, 404, 405, 406, 413, 415, 422])
    if (status !== 302) expect([status, statuses.has(status)]).toEqual([status, true]);
  expect(all.filter(({ status }) => status >= 500)).toEqual([]);
});

describe("on every route and status", () => {
  test.each<[string, (answer: Answer) => boolean]>([
    [
      "contents are taken for what they say they are",
      ({ headers }) => headers["x-content-type-options"] === "nosniff",
    ],
    ["URLs are not sent to other sites", ({ headers }) => headers["referrer-policy"] === "no-referrer"],
    [
      "a policy forbids what is not needed",
      ({ headers }) => /default-src 'none'/.test(headers["content-security-policy"] ?? ""),
    ],
    [
      "no other page can frame it",
      ({ headers }) => /frame-ancestors 'none'/.test(headers["content-security-policy"] ?? ""),
    ],
    [
      "inline script and eval are forbidden",
      ({ headers }) => !/unsafe-/.test(headers["content-security-policy"] ?? ""),
    ],
    [
      "browsers stay with https",
      ({ headers }) => headers["strict-transport-security"] === "max-age=31536000; includeSubDomains",
    ],
    [
      "it does not say what it is made of",
      ({ headers }) => !("x-powered-by" in headers) && !("server" in headers),
    ],
    ["no cookie is set", ({ headers }) => !("set-cookie" in headers)],
    [
      "no other site may read it",
      ({ headers }) => !Object.keys(headers).some((name) => name.startsWith("access-control-")),
    ],
    ["it has an id", ({ headers }) => /^[0-9a-f-]{36}$/.test(headers["x-request-id"] ?? "")],
  ])("%s", (_, isMet) => {
    expect(all.filter((answer) => !isMet(answer)).map(({ about, status }) => `${about}: ${status}`)).toEqual(
      [],
    );
  });

  test("only what is the same for every caller may be cached", () => {
    const kept = all.filter(({ headers }) => headers["cache-control"] !== "no-store");
    for (const { about, status, headers } of kept) {
      expect([about, [200, 302, 304].includes(status)]).toEqual([about, true]);
      // The last are pages of the documentation, which are the same for every caller.
      const cache = headers["cache-control"] ?? "none";
      expect([about, cache]).toEqual([
        about,
        expect.stringMatching(
          /^(?:private, max-age=300|public, max-age=31536000, immutable|no-cache|public, max-age=0|none)$/,
        ),
      ]);
    }
    const personal = all.filter(({ about }) =>
      /(?:forms|guided-flows|fillPdf|login|demo\/token)$/.test(about.split("?")[0] ?? ""),
    );
    expect(personal.length).toBeGreaterThan(20);
    for (const { about, status, headers } of personal)
      if (status === 200 && !about.includes("fillPdf/"))
        expect([about, headers["cache-control"]]).toEqual([about, "no-store"]);
  });
});

test("responses to invalid HTTP have these headers, too", async () => {
  for (const bytes of ["Smith\r\n\r\n", `GET / HTTP/1.1\r\nHost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`]) {
    const answer = (await sendRaw(port, bytes)).toLowerCase();
    for (const header of [
      "x-content-type-options: nosniff",
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      "cache-control: no-store",
    ])
      expect(answer).toContain(header);
  }
});

test("without an https URL, browsers are not sent there", async () => {
  for (const PUBLIC_URL of ["http://forms.example.com", ""]) {
    const plain = await answers(await startTestServer({ env: { PUBLIC_URL } }));
    expect(plain.filter(({ headers }) => "strict-transport-security" in headers)).toEqual([]);
  }
});

describe("other sites", () => {
  const origin = "Origin: https://evil.example";

  test("get no permission to read or to send, with a preflight or without", async () => {
    for (const route of routes.filter(({ method }) => method !== "HEAD")) {
      const url = addressOf(route);
      const preflight = await ask(port, `OPTIONS ${url}`, [
        origin,
        `Access-Control-Request-Method: ${route.method}`,
        "Access-Control-Request-Headers: authorization, content-type",
      ]);
      const plain = await ask(port, `${route.method} ${url}`, [origin, `Authorization: Bearer ${token}`]);
      for (const { headers } of [preflight, plain])
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      expect([url, preflight.status]).toEqual([url, 405]);
    }
  });

  test("may show the images of blank forms, and nothing else", () => {
    const shared = all.filter(({ headers }) => headers["cross-origin-resource-policy"] === "cross-origin");
    expect(shared.length).toBeGreaterThan(0);
    for (const { about } of shared) expect(about).toContain("/images/");
  });
});

describe("the policy of pages", () => {
  const sources = (policy: string, directive: string) =>
    new RegExp(`(?:^|;) *${directive} ([^;]*)`).exec(policy)?.[1]?.split(" ") ?? [];

  test("lets the documentation load everything that it refers to", async () => {
    const html = await app.inject({ url: "/docs/" });
    const policy = String(html.headers["content-security-policy"]);
    expect(html.body).not.toMatch(/<script(?![^>]*src=)[^>]*>[^<]|<style[ >]|\son[a-z]+=/);
    const files = [...html.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file ?? "");
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const url = new URL(file, "http://localhost/docs/");
      expect(url.host).toBe("localhost");
      expect([file, (await app.inject({ url: url.pathname })).statusCode]).toEqual([file, 200]);
    }
    for (const directive of ["script-src", "style-src", "connect-src"])
      expect(sources(policy, directive)).toEqual(["'self'"]);
  });

  test.each(["/try", "/theme"])(
    "lets the wizard on %s load its files, call the service and show a preview",
    async (url) => {
      const page = await app.inject({ url });
      const policy = String(page.headers["content-security-policy"]);
      const files = [...page.body.matchAll(/(?:src|href)="\/?([^"#]+)"/g)].map(([, file]) => file ?? "");
      expect(files.some((file) => file.endsWith(".js"))).toBe(true);
      for (const file of files) {
        const { pathname } = new URL(file, "http://localhost/");
        expect([file, (await app.inject({ url: pathname })).statusCode]).toEqual([file, 200]);
      }
      expect(page.body).not.toMatch(/<script(?![^>]*src=)[^>]*>[^<]|\son[a-z]+=/);
      expect(sources(policy, "script-src")).toEqual(["'self'"]);
      expect(sources(policy, "connect-src")).toEqual(["'self'"]);
      expect(sources(policy, "frame-src")).toEqual(["blob:"]);
      expect(sources(policy, "img-src")).toEqual(["'self'", "https://forms.example.com"]);
    },
  );

  test("a page of ours contains no script at all", async () => {
    for (const url of ["/", "/verify", "/problems/NOT_FOUND"]) {
      const { body, headers } = await app.inject({ url });
      expect(body).not.toMatch(/<script|\son[a-z]+=/);
      expect(sources(String(headers["content-security-policy"]), "script-src")).toEqual([]);
    }
  });
});

test("in production no token is issued without a key", async () => {
  const production = await startTestServer({ env: { NODE_ENV: "production" } });
  const open = production.server.routes.filter((route) => isOpen(route)).map(({ url }) => url);
  for (const url of ["/demo/token", "/assets/:file"]) expect(open).not.toContain(url);
  expect((await production.app.inject({ url: "/demo/token" })).statusCode).toBe(404);
});
