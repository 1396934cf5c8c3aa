import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

// The third-party code that we ship: its licenses and known vulnerabilities.

const root = resolve(import.meta.dirname, "../../../..");

interface Locked {
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Where Node finds a package, seen from another: in the nearest folder upwards. */
function find(name: string, from: string): string | undefined {
  for (let at = from; ; ) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    const found = packages[path];
    if (found?.link === true) return found.resolved;
    if (found !== undefined) return path;
    if (at === "") return undefined;
    const outer = at.lastIndexOf("/node_modules/");
    at = at.startsWith("packages/") && outer < 0 ? "" : outer < 0 ? "" : at.slice(0, outer);
  }
}

/** Everything that is installed with these, on any system. */
function shipped(...starts: readonly string[]): string[] {
  const known = new Set<string>();
  const visit = (path: string): void => {
    if (known.has(path)) return;
    known.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = find(name, path);
      if (at !== undefined) visit(at);
    }
  };
  for (const start of starts) visit(start);
  return [...known].filter((path) => path.includes("node_modules/"));
}

const ours = ["packages/service", "packages/client", "packages/wizard"];
const theirs = shipped(...ours);

/** All of these let us ship their code under our own license, as long as theirs is named. */
const permissive = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "Zlib",
  "Unlicense",
  "CC0-1.0",
  "Python-2.0",
]);

function isPermissive(license: string): boolean {
  const plain = license.replace(/[()]/g, "").trim();
  if (plain.includes(" OR ")) return plain.split(" OR ").some(isPermissive);
  return plain.split(" AND ").every((one) => permissive.has(one));
}

function licenceOf(path: string): string {
  const file = join(root, path, "package.json");
  // Binaries for other systems are not installed here; the lock file knows their license.
  if (!existsSync(file)) return packages[path]?.license ?? "none";
  const { license } = JSON.parse(readFileSync(file, "utf8")) as { license?: unknown };
  return typeof license === "string" ? license : "none";
}

test("the list of what is shipped is complete", () => {
  expect(theirs.length).toBeGreaterThan(100);
  for (const name of [
    "fastify",
    "jose",
    "libsql",
    "pg",
    "ioredis",
    "lit",
    "@cantoo/pdf-lib",
    "@libsql/linux-x64-gnu",
  ])
    expect([name, theirs.some((path) => path.endsWith(`node_modules/${name}`))]).toEqual([name, true]);
});

test("a license that requires more than attribution would be found", () => {
  for (const license of [
    "AGPL-3.0-or-later",
    "GPL-2.0-only",
    "LGPL-3.0",
    "MIT AND GPL-3.0",
    "SSPL-1.0",
    "none",
    "UNLICENSED",
  ])
    expect([license, isPermissive(license)]).toEqual([license, false]);
  for (const license of ["(MIT AND Zlib)", "MIT OR GPL-3.0", "ISC"])
    expect([license, isPermissive(license)]).toEqual([license, true]);
});

test("every shipped dependency has a permissive license", () => {
  const others = theirs
    .map((path) => `${path}: ${licenceOf(path)}`)
    .filter((line) => !isPermissive(line.split(": ")[1] ?? ""));
  expect(others).toEqual([]);
});

test("dependencies of the benchmarks are not shipped", () => {
  const measured = shipped("bench").filter((path) => !theirs.includes(path));
  expect(measured.some((path) => path.endsWith("node_modules/mupdf"))).toBe(true);
  for (const path of ours)
    expect(Object.keys(packages[path]?.dependencies ?? {})).not.toContain("@withholding-forms/bench");
});

const folder = mkdtempSync(join(tmpdir(), "withholding-forms-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the script with a stand-in for the registry's answer, or with the registry itself. */
function audit(answer?: string): { readonly status: number | null; readonly stdout: string } {
  let path = process.env["PATH"];
  if (answer !== undefined) {
    writeFileSync(join(folder, "answer.json"), answer);
    writeFileSync(join(folder, "npm"), `#!/bin/sh\ncat ${join(folder, "answer.json")}\n`);
    chmodSync(join(folder, "npm"), 0o755);
    path = `${folder}:${path}`;
  }
  return spawnSync(process.execPath, [join(root, "scripts/audit.mjs")], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: path },
  });
}

test("the audit fails on a high finding and passes on a low one", () => {
  const counts = { info: 0, low: 1, moderate: 0, high: 0, critical: 0, total: 1 };
  const found = (severity: string, more: object) =>
    JSON.stringify({
      vulnerabilities: { x: { name: "x", severity, range: "<2" } },
      metadata: { vulnerabilities: { ...counts, ...more } },
    });
  expect(audit(found("low", {})).status).toBe(0);
  expect(audit(found("high", { high: 1, total: 2 }))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("high: x <2"),
  });
  expect(audit(found("critical", { critical: 1, total: 2 })).status).toBe(1);
});

test("an unreachable registry is reported, and is no failure", () => {
  for (const answer of ["", '{"message":"405 Method Not Allowed"}', '{"error":{"summary":"offline"}}']) {
    const { status, stdout } = audit(answer);
    expect([status, stdout]).toEqual([0, expect.stringContaining("nothing was checked")]);
  }
});

test("what is shipped has no high or critical vulnerability that the registry knows", () => {
  const { status, stdout } = audit();
  console.log(stdout.trim());
  expect(status).toBe(0);
});
