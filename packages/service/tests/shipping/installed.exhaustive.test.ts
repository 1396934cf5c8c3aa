import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { install } from "@withholding-forms/testing/npm";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { serve, temporaryFolder } from "@withholding-forms/testing/service/serve";
import { beforeAll, expect, test } from "vitest";
import { imageNode } from "../../../../scripts/image-node.mjs";
import { root } from "./test/files.js";

// The npm package `withholding-forms`, as an operator gets it: in an empty folder, without the repository.

const apiKey = "a-key-for-the-packed-files-1";
const folder = temporaryFolder();
let program = "";

beforeAll(async () => {
  const packed = join(folder, "packed");
  execFileSync(process.execPath, ["scripts/release/pack.mjs", packed], { cwd: root });
  const file = readdirSync(packed).find((name) => /^withholding-forms-\d/.test(name));
  const installed = await install(join(folder, "empty"), join(packed, file ?? "missing"));
  program = join(installed, "node_modules/.bin/withholding-forms");
});

test("contains the forms and no author's code", () => {
  const list = execFileSync(program, ["forms"], { cwd: folder, encoding: "utf8" });
  expect(list).toMatch(/^AL101 /m);
  expect(() => execFileSync(program, ["check"], { cwd: folder, stdio: "pipe" })).toThrow(
    "needs a working copy of the repository",
  );
});

test.each([
  ["this version of Node", () => process.execPath],
  ["the image's version of Node", imageNode],
])("serves, fills, signs, verifies and shows the wizard with %s", async (name, node) => {
  const cwd = join(folder, name.replaceAll(/\W/g, "-"));
  mkdirSync(cwd);
  const { port } = await serve({
    program,
    cwd,
    env: { API_KEY: apiKey, DATA_DIR: join(cwd, "data") },
    within: ([, ...args]) => [node(), ...args],
  });
  const origin = `http://127.0.0.1:${port}`;
  const login = await fetch(`${origin}/authentication/login`, { headers: { "api-key": apiKey } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const response = await fetch(`${origin}/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  expect(JSON.stringify(await post("/forms", alabama))).toContain("AL101");
  const { pdf } = (await post("/fillPdf", { ...fillAlabama, signForm: "SIGN" })) as { pdf: string };
  const form = new FormData();
  form.set("file", new File([Buffer.from(pdf, "base64")], "AL101.pdf", { type: "application/pdf" }));
  const verified = await fetch(`${origin}/verify`, { method: "POST", body: form });
  expect(await verified.text()).toContain(">Unchanged<");
  for (const path of ["/", "/docs/", "/readyz"]) {
    const { status } = await fetch(`${origin}${path}`);
    expect([path, status]).toEqual([path, 200]);
  }
  const page = await (await fetch(`${origin}/`)).text();
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(new URL(script ?? "missing", `${origin}/`))).status).toBe(200);
});
