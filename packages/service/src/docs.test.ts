import { readdirSync, readFileSync } from "node:fs";
import { resultMessages } from "@withholding-forms/address";
import { loadCatalog } from "@withholding-forms/catalog";
import { fieldCodes, problemCodes } from "@withholding-forms/contract";
import { descriptionOf } from "@withholding-forms/testing/service/conforms";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { variables } from "./config.js";
import en from "./problems/messages/en.json" with { type: "json" };

// What the documentation lists exists in the code, and vice versa.

const page = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

/** Rows of the table under a heading, as trimmed cells without code marks. */
function table(text: string, heading: string): string[][] {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
    );
}

test("docs/errors.md lists the problem codes with their status, cause and fix", () => {
  const documented = table(page("errors.md"), "Problem codes");
  const known = Object.entries(problemCodes).map(([code, { status, cause, fix }]) => [
    code,
    String(status),
    cause,
    fix,
  ]);
  expect(documented).toEqual(known);
});

test("docs/errors.md lists the field codes with their meaning", () => {
  expect(table(page("errors.md"), "Field codes")).toEqual(Object.entries(fieldCodes));
});

test("docs/errors.md lists every code that an address can have in errors", () => {
  const documented = table(page("errors.md"), "Address codes").map(([code]) => code);
  const problems = Object.keys(resultMessages).filter((code) => code.startsWith("AE") || code.includes("_"));
  expect(documented.sort()).toEqual([...Object.keys(en.addresses), ...problems].sort());
});

test("docs/errors.md lists every other result code of an address, with its description", () => {
  const others = Object.entries(resultMessages).filter(
    ([code]) => !code.startsWith("AE") && !code.includes("_"),
  );
  expect(table(page("errors.md"), "Result codes")).toEqual(
    others.map(([code, { description }]) => [code, description]),
  );
});

test("docs/configuration.md lists the environment variables with their defaults", () => {
  const documented = table(page("configuration.md"), "Configuration").map(([name, fallback]) => [
    name,
    fallback,
  ]);
  const known = Object.entries(variables).map(([name, { fallback }]) => [
    name,
    fallback === "" ? "none" : fallback,
  ]);
  expect(documented).toEqual(known);
});

test("no other environment variable is read", () => {
  // The whole environment is handed to readConfig in the files of commands and processes, and nowhere else.
  const folder = new URL("./", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !/(?:^|\/)test\//.test(file),
  );
  const uses = sources.flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/.*process\.env.*/g)].map(
      (line) => `${file}: ${line[0].trim()}`,
    ),
  );
  // The command that signs gets the environment without our settings.
  const handedOn = "seal/key-command.ts: env: withoutOurs(process.env),";
  expect(
    uses.filter(
      (use) => !/^(?:cli|process)\/[\w-]+\.ts: .*readConfig\(process\.env\)/.test(use) && use !== handedOn,
    ),
  ).toEqual([]);
  expect(uses.length).toBeGreaterThan(0);
});

test("docs/notices.md lists the codes of notices", () => {
  const all = loadCatalog().notices("2026-11-19", "en");
  expect(table(page("notices.md"), "Codes")).toEqual(
    all.map(({ code, audience, action, due = "none", blocksPayroll, description }) => [
      code,
      audience,
      action,
      due,
      blocksPayroll ? "yes" : "no",
      description,
    ]),
  );
});

test("docs/api.md lists the routes that are registered, and no other", async () => {
  const { server } = await startTestServer();
  const registered = server.routes
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url }) => `${method} ${url.replace(/:([A-Za-z]+)/g, "{$1}")}`);
  const documented = table(page("api.md"), "Routes").map(([route]) => route);
  expect([...new Set(documented)].sort()).toEqual([...new Set(registered)].sort());
});

test("docs/api.md lists 304 for the pages that have a tag, and for no other", async () => {
  const { app } = await startTestServer();
  const pages = table(page("api.md"), "Routes").flatMap(([route = "", token, statuses = ""]) => {
    // Without the slash, it is redirected.
    const url = route
      .replace("GET ", "")
      .replace(/^\/docs$/, "/docs/")
      .replace("/docs/*", "/docs/quickstart");
    return token === "no" && route.startsWith("GET ") && !url.includes("{") ? [{ url, statuses }] : [];
  });
  expect(pages.length).toBeGreaterThan(8);
  for (const { url, statuses } of pages) {
    const { etag } = (await app.inject({ url })).headers;
    expect([url, statuses.split(" ").includes("304")]).toEqual([url, etag !== undefined]);
    const again = await app.inject({ url, headers: { "if-none-match": String(etag) } });
    expect([url, again.statusCode]).toEqual([url, etag === undefined ? 200 : 304]);
  }
});

test("docs/api.md lists the statuses in the OpenAPI description", async () => {
  const { app } = await startTestServer();
  const described = Object.entries(descriptionOf(app).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => [
      `${method.toUpperCase()} ${path}`,
      Object.keys(responses).join(" "),
    ]),
  );
  const documented = table(page("api.md"), "Routes").map(([route, , statuses]) => [route, statuses]);
  for (const entry of described) expect(documented).toContainEqual(entry);
});
