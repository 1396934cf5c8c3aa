import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { install, packAll } from "@withholding-forms/testing/npm";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { runNode } from "@withholding-forms/testing/programs";
import { serve, temporaryFolder } from "@withholding-forms/testing/service/serve";
import { beforeAll, expect, test } from "vitest";
import { imageNode, middleNodeVersion } from "../../../../scripts/image-node.mjs";

// The npm package `withholding-forms`, as an operator gets it: in an empty folder, without the repository.

const apiKey = "a-key-for-the-packed-files-1";
const folder = temporaryFolder();
let program = "";

beforeAll(async () => {
  const packed = await packAll(join(folder, "packed"));
  const installed = await install(join(folder, "empty"), packed("withholding-forms"));
  program = join(installed, "node_modules/withholding-forms/packages/service/dist/main.js");
});

test("has the command and the forms, and no author's code", async () => {
  expect(existsSync(join(folder, "empty/node_modules/.bin/withholding-forms"))).toBe(true);
  expect((await runNode([program, "forms"])).stdout).toMatch(/^AL101 /m);
  expect((await runNode([program, "check"])).stderr).toContain("needs a working copy of the repository");
});

test.each([
  ["this version of Node", undefined],
  ["Node 22", () => imageNode(middleNodeVersion)],
  ["the image's version of Node", () => imageNode()],
])("serves, fills, signs, verifies and shows the wizard with %s", async (name, node) => {
  const cwd = join(folder, name.replaceAll(/\W/g, "-"));
  mkdirSync(cwd);
  const { port } = await serve({
    program,
    cwd,
    env: { API_KEY: apiKey, DATA_DIR: join(cwd, "data") },
    within: node && (([, ...args]) => [node(), ...args]),
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
  const page = await (await fetch(`${origin}/try`)).text();
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(new URL(script ?? "missing", `${origin}/`))).status).toBe(200);
});
