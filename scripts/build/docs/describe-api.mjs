import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The OpenAPI description, from the built service: started on a free port, asked once, and stopped. */
export async function describeApi(root) {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-docs-"));
  const child = spawn(
    process.execPath,
    [join(root, "packages/service/dist/main.js"), "serve", "--workers", "1"],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOST: "127.0.0.1",
        PORT: "0",
        API_KEY: "key-of-the-documentation-build",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ended = once(child, "close");
  try {
    const response = await fetch(`http://127.0.0.1:${await portOf(child, ended)}/docs/json`);
    return await response.json();
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the URL of the login that the service prints once it listens. */
async function portOf(child, ended) {
  let printed = "";
  child.stdout.on("data", (part) => {
    printed += part;
  });
  while (!printed.includes("/authentication/login")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The service did not start.");
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  return /:([0-9]+)\/authentication\/login/.exec(printed)[1];
}
