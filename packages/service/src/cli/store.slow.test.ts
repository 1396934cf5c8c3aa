import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  type PostgresServer,
  postgresPassword,
  startPostgres,
} from "@withholding-forms/testing/daemons/postgres";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { call, login } from "@withholding-forms/testing/security/process";
import { newFile, newFolder, run, start } from "@withholding-forms/testing/service/command";
import { serve } from "@withholding-forms/testing/service/serve";
import { beforeAll, expect, test } from "vitest";
import { openStore } from "../store/open.js";

// Every command that stores something, with a shared database.

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});

async function newEnvironment() {
  return {
    DATABASE_URL: await postgres.newDatabase(),
    DATA_DIR: join(newFolder(), "unused"),
  };
}

const signed = JSON.stringify({ ...fillAlabama, signForm: "SIGN" });

test("keys are created, listed and revoked in the database, and secrets renewed", async () => {
  const env = await newEnvironment();
  const created = JSON.parse((await run(["keys", "create", "Payroll", "--json"], "", env)).stdout);
  expect((await run(["keys", "list"], "", env)).stdout).toContain(`${created.id}  active`);
  expect((await run(["keys", "revoke", created.id], "", env)).code).toBe(0);
  expect((await run(["keys", "list"], "", env)).stdout).toContain(`${created.id}  revoked`);
  expect((await run(["tokens", "rotate"], "", env)).code).toBe(0);
  expect(await postgres.query("SELECT count(*)::int AS count FROM token_secret", env.DATABASE_URL)).toEqual([
    { count: 1 },
  ]);
  const rows = await postgres.query("SELECT * FROM api_key", env.DATABASE_URL);
  expect(JSON.stringify(rows)).not.toContain(created.key);
  expect(existsSync(env.DATA_DIR)).toBe(false);
});

test("what fill and batch sign is audited in the database, without anything personal, and found there", async () => {
  const env = await newEnvironment();
  const output = join(newFolder(), "form.pdf");
  expect((await run(["fill", newFile("one.json", signed), "-o", output], "", env)).code).toBe(0);
  const folder = join(newFolder(), "forms");
  const many = newFile("many.ndjson", `${signed}\n`.repeat(20));
  expect((await run(["batch", many, "-o", folder, "--workers", "2"], "", env)).code).toBe(0);
  const rows = await postgres.query("SELECT * FROM audit_event", env.DATABASE_URL);
  expect(rows).toHaveLength(21);
  expect(JSON.stringify(rows)).not.toMatch(/Smith|123-45-6789|123456789|XX-6789|Montgomery/);
  for (const file of [output, join(folder, "0000001.pdf"), join(folder, "0000020.pdf")]) {
    const found = await run(["audit", "find", file, "--json"], "", env);
    expect(JSON.parse(found.stdout.split("\n")[0] ?? "")).toMatchObject({
      formId: "AL101",
      sha256: createHash("sha256").update(readFileSync(file)).digest("hex"),
    });
  }
  expect((await run(["audit", "list"], "", env)).stdout.trimEnd().split("\n")).toHaveLength(21);
  expect(existsSync(join(env.DATA_DIR, "audit.jsonl"))).toBe(false);
});

test("with an unusable database, a command exits with a one-line error and signs nothing", async () => {
  const nowhere = new URL(postgres.url);
  nowhere.port = "1";
  const env = { DATABASE_URL: nowhere.href, DATA_DIR: newFolder() };
  const output = join(newFolder(), "form.pdf");
  for (const args of [
    ["keys", "list"],
    ["tokens", "rotate"],
    ["audit", "list"],
    ["fill", newFile("one.json", signed), "-o", output],
  ]) {
    const { code, stdout, stderr } = await run(args, "", env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "withholding-forms: DATABASE_URL cannot be used: PostgreSQL at 127.0.0.1:1 cannot be reached: nothing listens there.\n",
    );
  }
  expect(existsSync(output)).toBe(false);
  const many = newFile("many.ndjson", `${signed}\n`.repeat(3));
  const folder = join(newFolder(), "forms");
  const stopped = await run(["batch", many, "-o", folder], "", env);
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain("DATABASE_URL cannot be used");
  expect(existsSync(join(folder, "0000001.pdf"))).toBe(false);
});

test("a wrong password stops the service immediately, and is not printed", async () => {
  const wrong = postgres.url.replace(/:[^:@]+@/, ":not-the-password@");
  const { code, stdout, stderr } = await run(["serve"], "", { DATABASE_URL: wrong, PORT: "0", WORKERS: "1" });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^withholding-forms: DATABASE_URL cannot be used: [^\n]+\n$/);
  expect(stderr).not.toContain("not-the-password");
});

test("an invalid DATABASE_URL stops any command immediately", async () => {
  const { code, stderr } = await run(["keys", "list"], "", { DATABASE_URL: `localhost:${postgresPassword}` });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^withholding-forms: DATABASE_URL must be [^\n]+\n$/);
  expect(stderr).not.toContain(postgresPassword);
});

test("a service that starts before its database waits for it", async () => {
  const own = await startPostgres();
  await own.stop();
  const env = { DATABASE_URL: own.url, PORT: "0", HOST: "127.0.0.1", DATA_DIR: newFolder(), WORKERS: "1" };
  const door = createServer((socket) => socket.destroy()).listen(own.port, "127.0.0.1");
  await once(door, "listening");
  const { child, ended } = start(["serve"], "", env);
  const ready = new Promise<string>((resolve) => {
    let output = "";
    child.stdout?.on("data", (part) => {
      output += part;
      if (output.includes("is ready")) resolve(output);
    });
  });
  // It comes, finds no database, and comes again.
  for (let attempts = 1; attempts <= 2; attempts++) await once(door, "connection");
  door.close();
  expect(child.exitCode).toBeNull();
  await own.restart();
  expect(await Promise.race([ready, ended.then(({ stderr }) => stderr)])).toContain("is ready");
  child.kill("SIGINT");
  expect((await ended).code).toBe(0);
});

test("a service with a database signs without its data folder, and does not create it", async () => {
  const env = await newEnvironment();
  const apiKey = "a-key-for-the-test-of-the-data-folder";
  const { port } = await serve({ workers: 2, env: { ...env, API_KEY: apiKey, NODE_ENV: "production" } });
  const response = await call(port, "/v1/fillPdf", {
    method: "POST",
    headers: { authorization: `Bearer ${await login(port, apiKey)}`, "content-type": "application/json" },
    body: signed,
  });
  expect(response.status).toBe(200);
  expect(existsSync(env.DATA_DIR)).toBe(false);
});

test("a database that never starts is given up, with the last reason", async () => {
  const nowhere = new URL(postgres.url);
  nowhere.port = "1";
  await expect(
    openStore({ databaseUrl: nowhere.href, databaseTimeoutMs: 60_000, dataDir: "unused" }, 1200),
  ).rejects.toThrow(
    "DATABASE_URL cannot be used: PostgreSQL at 127.0.0.1:1 cannot be reached: nothing listens there.",
  );
});
