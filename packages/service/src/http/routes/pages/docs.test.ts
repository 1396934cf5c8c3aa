import { readdirSync, readFileSync } from "node:fs";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, routes } = await startServer();
const folder = new URL("../../../../../../build/docs/", import.meta.url);
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html") && !file.startsWith("docs/"))
  .map((file) => file.replace(/\.html$/, ""));

async function startServer() {
  const { app, server } = await startTestServer();
  return { app, routes: server.routes };
}

const urlOf = (page: string) => (page === "index" ? "/docs/" : `/docs/${page}`);

test("every page has a strict policy, one first heading, and no script or style of its own", async () => {
  expect(pages.length).toBeGreaterThan(40);
  for (const page of pages) {
    const response = await app.inject({ url: urlOf(page) });
    expect([page, response.statusCode]).toEqual([page, 200]);
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect([page, response.body.match(/<h1/g)?.length]).toEqual([page, 1]);
    expect(response.body).not.toMatch(/<style|style="|<script(?! type="module" src=)|onclick/);
  }
});

test("every link inside the site leads to a page, and to a heading in it", async () => {
  const bodies = new Map<string, string>();
  const load = async (path: string): Promise<string | undefined> => {
    const known = bodies.get(path);
    if (known !== undefined) return known;
    const response = await app.inject({ url: path });
    if (response.statusCode !== 200) return undefined;
    bodies.set(path, response.body);
    return response.body;
  };
  const broken: string[] = [];
  let links = 0;
  for (const page of pages) {
    const html = (await load(urlOf(page)))!;
    for (const [, href = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?|mailto):/.test(href)) continue;
      links += 1;
      const { pathname, hash } = new URL(href, `http://x${urlOf(page)}`);
      const body = await load(pathname);
      const leads = hash === "" || body?.includes(`id="${hash.slice(1)}"`) === true;
      if (body === undefined || !leads) broken.push(`${page}: ${href}`);
    }
  }
  expect(links).toBeGreaterThan(500);
  expect([...new Set(broken)]).toEqual([]);
});

test("the API reference has every operation of the description, with every parameter", async () => {
  const { paths } = (await app.inject({ url: "/docs/json" })).json<{
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
  }>();
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  expect(operations.length).toBeGreaterThan(10);
  for (const { operationId, parameters = [] } of operations) {
    const { body } = await app.inject({ url: `/docs/reference/${operationId}` });
    for (const { name } of parameters) expect(body).toContain(`<td><code>${name}</code></td>`);
  }
});

test("the start page has one URL, with a slash at the end", async () => {
  const response = await app.inject({ url: "/docs" });
  expect([response.statusCode, response.headers["location"]]).toEqual([302, "./docs/"]);
  expect((await app.inject({ url: "/docs/?x=1" })).statusCode).toBe(200);
});

test("only files of the site are served", async () => {
  for (const url of [
    "/docs/none",
    "/docs/..%2fcatalog.bin",
    "/docs/static",
    "/docs/quickstart/",
    "/docs/static/none.css",
  ])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404]);
  expect(routes.some(({ url }) => url === "/docs/*")).toBe(true);
});

test("the quickstart has at most 1,500 words", () => {
  const text = readFileSync(new URL("../../../../../../docs/quickstart.md", import.meta.url), "utf8");
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1500);
});
