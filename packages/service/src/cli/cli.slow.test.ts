import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { startNode } from "@withholding-forms/testing/programs";
import { main } from "@withholding-forms/testing/service/command";
import { afterEach, describe, expect, test } from "vitest";

type Environment = Readonly<Record<string, string>>;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function start(args: readonly string[], env: Environment) {
  const program = startNode([main, ...args], { env });
  started.push(program.child);
  return program;
}

const run = (args: readonly string[], env: Environment) => start(args, env).ended;

const folder = (): string => mkdtempSync(join(tmpdir(), "withholding-forms-cli-"));

/** A started service: its port and what it printed. */
async function serve(env: Environment) {
  const { child, output } = start(["serve"], { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", ...env });
  while (!output().stdout.includes("  service ")) {
    if (child.exitCode !== null) throw new Error(output().stderr);
    await once(child.stdout, "data");
  }
  const url = /login +(\S+)\/authentication\/login/.exec(output().stdout)?.[1] ?? "";
  const demoKey = /demo API key (\S+)/.exec(output().stdout)?.[1];
  return { child, output, url, demoKey };
}

const login = (url: string, key: string): Promise<Response> =>
  fetch(`${url}/authentication/login`, { headers: { "api-key": key } });

describe("keys", () => {
  test("a key is shown once, listed without its text, and revoked", async () => {
    const env = { DATA_DIR: folder() };
    const created = await run(["keys", "create", "Payroll, Inc.", "--expires", "2099-12-31"], env);
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^wfk_[A-Za-z0-9_-]{43}\n$/);
    expect(created.stderr).toMatch(
      /^Created key [0-9a-f]{12} for "Payroll, Inc\."\. It is shown only once\. Store it safely\.\n$/,
    );
    const listed = JSON.parse((await run(["keys", "list", "--json"], env)).stdout);
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        name: "Payroll, Inc.",
        origin: "created",
        scope: "full",
        state: "active",
        created: new Date().toISOString().slice(0, 10),
        expires: "2099-12-31",
      },
    ]);
    const [{ id }] = listed;
    expect(await run(["keys", "revoke", id], env)).toMatchObject({
      code: 0,
      stdout: `Revoked key ${id}.\n`,
    });
    const after = (await run(["keys", "list"], env)).stdout;
    expect(after).toContain(`${id}  revoked`);
    expect(after).not.toContain(created.stdout.trim());
  });

  test.each([
    [["keys", "revoke", "nobody"], "there is no key with the ID"],
    [["keys", "create", "x", "--expires", "2020-01-01"], "The expiration date is in the past."],
    [["keys", "create", "x", "--expires", "2099-02-30"], "Enter a date as YYYY-MM-DD."],
    [["keys", "create", ""], "Enter a name of 1 to 80 characters."],
    [["keys", "create", "x", "--scope", "all"], "Allowed choices are full, wizard."],
    [["tokens", "revoke", "a.b.c"], "This token was not issued by this service, or it has expired."],
    [["keys", "create"], "missing required argument 'name'"],
    [["dance"], "unknown command 'dance'"],
  ])("%j fails with a reason", async (args, reason) => {
    const { code, stderr } = await run(args, { DATA_DIR: folder() });
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });

  test("a wizard key logs in for wizard tokens only, and a running service rejects one that was revoked", async () => {
    const env = { DATA_DIR: folder() };
    const created = await run(["keys", "create", "Browser", "--scope", "wizard"], env);
    expect((await run(["keys", "list"], env)).stdout).toMatch(/^[0-9a-f]{12} {2}active {3}wizard {2}/);
    const { url } = await serve(env);
    const mint = async (): Promise<string> =>
      (await (await login(url, created.stdout.trim())).json()).accessToken;
    const call = async (path: string, token: string): Promise<number> =>
      (await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    const [first, second, third] = [await mint(), await mint(), await mint()];
    expect([await call("fillPdf/W4101", first), await call("getAllFormIds", first)]).toEqual([200, 403]);

    const { jti } = JSON.parse(Buffer.from(second.split(".")[1] ?? "", "base64url").toString());
    const [byToken, byId] = [
      await run(["tokens", "revoke", first], env),
      await run(["tokens", "revoke", jti], env),
    ];
    expect(byToken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Revoked token [\w-]{22}\.\n$/),
    });
    expect(byId).toMatchObject({ code: 0, stdout: `Revoked token ${jti}.\n` });
    for (const token of [first, second])
      await eventually(async () => (await call("fillPdf/W4101", token)) === 401, {
        what: "the revoked token to be refused",
      });
    expect(await call("fillPdf/W4101", third)).toBe(200);
  });

  test("token secrets can be renewed", async () => {
    expect((await run(["tokens", "rotate"], { DATA_DIR: folder() })).code).toBe(0);
  });

  test("prints the version of the product", async () => {
    const { version } = JSON.parse(readFileSync("packages/service/package.json", "utf8"));
    expect(await run(["--version"], {})).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([["--help"], ["keys", "--help"], ["serve", "--help"]])(
    "help is there for %s",
    async (...args) => {
      const { code, stdout } = await run(args, {});
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: withholding-forms");
    },
  );
});

describe("serve", () => {
  test("without any key, it prints a demo key that works until it stops, and another at the next start", async () => {
    const env = { DATA_DIR: folder() };
    const first = await serve(env);
    expect((await login(first.url, first.demoKey ?? "")).status).toBe(200);
    first.child.kill("SIGTERM");
    expect((await once(first.child, "exit"))[0]).toBe(0);
    const second = await serve(env);
    expect(second.demoKey).not.toBe(first.demoKey);
    expect((await login(second.url, first.demoKey ?? "")).status).toBe(401);
    expect((await login(second.url, second.demoKey ?? "")).status).toBe(200);
  });

  test("stopping revokes only its own demo key, whatever the number of workers", async () => {
    const env = { DATA_DIR: folder() };
    for (const WORKERS of ["1", "2"]) {
      const [stays, stops] = [await serve(env), await serve({ ...env, WORKERS })];
      stops.child.kill("SIGINT");
      expect((await once(stops.child, "exit"))[0]).toBe(0);
      expect((await login(stays.url, stops.demoKey ?? "")).status).toBe(401);
      expect((await login(stays.url, stays.demoKey ?? "")).status).toBe(200);
    }
  });

  test("the URLs it prints exist", async () => {
    const { output } = await serve({ DATA_DIR: folder() });
    const addresses = [...output().stdout.matchAll(/(?:start page|API docs) +(\S+)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  });

  test("with API_KEY, that key works and no demo key is created", async () => {
    const { url, demoKey, output } = await serve({ DATA_DIR: folder(), API_KEY: "my-own-key" });
    expect(demoKey).toBeUndefined();
    expect(output().stdout).not.toContain("my-own-key");
    expect((await login(url, "my-own-key")).status).toBe(200);
  });

  test("with existing keys it creates no demo key, and says how to create another key", async () => {
    const env = { DATA_DIR: folder() };
    await run(["keys", "create", "mine"], env);
    const { url, demoKey, output } = await serve(env);
    expect(demoKey).toBeUndefined();
    const hint =
      /^ {2}API keys {5}Keys exist.* To create another one: node (\S+) (keys create) <name>$/m.exec(
        output().stdout,
      );
    expect(resolve(hint?.[1] ?? "")).toBe(main);
    const { stdout } = await run([...(hint?.[2] ?? "").split(" "), "other"], env);
    expect((await login(url, stdout.trim())).status).toBe(200);
    expect(JSON.parse((await run(["keys", "list", "--json"], env)).stdout)).toHaveLength(2);
  });

  test("in production no demo key is ever created, and a missing key is reported", async () => {
    const { url, demoKey, output } = await serve({ DATA_DIR: folder(), NODE_ENV: "production" });
    expect(demoKey).toBeUndefined();
    expect(output().stdout).toContain("None yet. To create one: withholding-forms keys create <name>");
    expect((await login(url, "anything")).status).toBe(401);
  });

  test("a key created while it runs works immediately, and stops working within seconds of being revoked", async () => {
    const env = { DATA_DIR: folder(), API_KEY: "first" };
    const { url } = await serve(env);
    const created = JSON.parse((await run(["keys", "create", "later", "--json"], env)).stdout);
    const { accessToken } = (await (await login(url, created.key)).json()) as { accessToken: string };
    const use = async () =>
      (await fetch(`${url}/v1/getAllFormIds`, { headers: { authorization: `Bearer ${accessToken}` } }))
        .status;
    expect(await use()).toBe(200);
    await run(["keys", "revoke", created.id], env);
    expect((await login(url, created.key)).status).toBe(401);
    await eventually(async () => (await use()) === 401, { what: "the revoked key's token to be refused" });
  });

  test("answers of a service on a free port link to that port", async () => {
    const { url } = await serve({ DATA_DIR: folder(), API_KEY: "first" });
    const { accessToken } = (await (await login(url, "first")).json()) as { accessToken: string };
    const form = await fetch(`${url}/v1/fillPdf/AL101`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const { blankFormImages } = (await form.json()) as { blankFormImages: string[] };
    expect(blankFormImages[0]).toBe(`${url}/images/AL101/2025.4.0/1.png`);
  });

  test("running requests are answered before it stops", async () => {
    const { url, child, demoKey } = await serve({ DATA_DIR: folder() });
    const answers = Array.from({ length: 20 }, () => login(url, demoKey ?? ""));
    await answers[0];
    child.kill("SIGTERM");
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array(20).fill(200));
    expect((await once(child, "exit"))[0]).toBe(0);
  });

  test.each<[string, Environment]>([
    ["PORT", { PORT: "eighty" }],
    ["PUBLIC_URL", { PUBLIC_URL: "nowhere" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ])("an invalid %s stops it with a one-line error", async (name, env) => {
    const { code, stdout, stderr } = await run(["serve"], { DATA_DIR: folder(), ...env });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(new RegExp(`^withholding-forms: ${name} must be [^\\n]+\\n$`));
  });

  test("an unusable data folder stops it with a one-line error", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    const { code, stderr } = await run(["serve"], { DATA_DIR: join(file, "data") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^withholding-forms: DATA_DIR [^\n]+ cannot be used: [^\n]+\n$/);
  });

  test("a port in use stops it with a one-line error, and leaves no key that was never shown", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    const env = { DATA_DIR: folder(), HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "silent" };
    for (const workers of ["1", "2"]) {
      const { code, stderr } = await run(["serve", "--workers", workers], env);
      expect(code).toBe(1);
      expect(stderr).toBe(`withholding-forms: PORT ${port} is already in use. Set PORT to a free one.\n`);
    }
    taken.close();
    expect((await run(["keys", "list", "--json"], env)).stdout).toBe("[]\n");
  });
});
