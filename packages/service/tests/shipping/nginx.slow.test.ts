import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { daemonFolder, startDaemon } from "@withholding-forms/testing/daemons/daemon";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { read } from "./test/files.js";

const { app, apiKey, log } = await startTestServer({ env: { TRUST_PROXY: "true" } });
const instance = await app.listen({ port: 0, host: "127.0.0.1" });
const folder = daemonFolder("nginx-shipped");
const config = join(folder, "nginx.conf");

/** The file that is shipped; only the place of the instances, its own port and the folder of its files are changed. */
function adapted(port: number): string {
  const changes = [
    ["server forms:8080 resolve", `server ${new URL(instance).host}`],
    ["listen 8080;", `listen 127.0.0.1:${port};`],
    ["worker_processes auto;", "worker_processes 1; daemon off; master_process off;"],
  ] as const;
  return changes
    .reduce((text, [shipped, here]) => {
      if (!text.includes(shipped)) throw new Error(`nginx.conf has no ${shipped}`);
      return text.replace(shipped, here);
    }, read("deploy/nginx/nginx.conf"))
    .replaceAll("/tmp/", `${folder}/`);
}

const nginx = await startDaemon({
  name: "nginx",
  folders: ["/usr/sbin", "/usr/local/sbin"],
  args: (port) => {
    writeFileSync(config, adapted(port));
    return ["-p", folder, "-c", config, "-e", "stderr"];
  },
  answers: async (port) => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect").finally(() => socket.destroy());
  },
  end: "SIGQUIT",
  unprivileged: true,
});
const url = `http://127.0.0.1:${nginx.port}`;

test("callers log in and complete forms through the proxy", async () => {
  const login = await fetch(`${url}/authentication/login`, { headers: { "api-key": apiKey } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const fill = (body: object) =>
    fetch(`${url}/v1/fillPdf`, { method: "POST", headers, body: JSON.stringify(body) });
  const filled = await fill({ ...fillAlabama, signForm: "SIGN" });
  expect([filled.status, ((await filled.json()) as { pdf: string }).pdf.slice(0, 7)]).toEqual([
    200,
    "JVBERi0",
  ]);
  const large = await fill({ junk: "x".repeat(400_000) });
  expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([413, "BODY_TOO_LARGE"]);
});

test("callers can request health but not metrics, whatever the spelling of the path", async () => {
  for (const spelling of ["/metrics", "/metrics/", "//metrics", "/%6detrics/", "/metrics?a"])
    expect((await fetch(`${url}${spelling}`)).status).toBe(404);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(log()).not.toContain('"route":"/metrics"');
});

test("a file as large as the service accepts can be checked through the proxy", async () => {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(4_000_000)], { type: "application/pdf" }), "form.pdf");
  const checked = await fetch(`${url}/verify`, { method: "POST", body });
  expect(checked.status).toBe(200);
});
