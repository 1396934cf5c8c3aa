// The built service in a separate process, for judges that talk to it over HTTP.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../packages/service/dist/main.js", import.meta.url));
/** Those of the tests: a busy machine must not fail a judge. */
const timeLimits = JSON.parse(
  readFileSync(new URL("../packages/testing/src/time-limits.json", import.meta.url), "utf8"),
);
export const apiKey = "judges-key-for-this-machine-only";

/** Starts the service on a free port without rate limits, calls `use` with its base URL, and stops it. */
export async function withService(use, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-judge-"));
  const child = spawn(process.execPath, [main, "serve", "--workers", "1"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: "0",
      API_KEY: apiKey,
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
      ...timeLimits,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  try {
    return await use({ baseUrl: await ready(child, ended), apiKey, folder });
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The base URL, from what the service prints when it is ready. What it prints later is dropped. */
async function ready(child, ended) {
  let output = "";
  const read = (part) => {
    output += part;
  };
  child.stdout.on("data", read);
  while (!output.includes("  service ")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The service did not start.");
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  child.stdout.off("data", read);
  child.stdout.resume();
  const port = /login +http:\/\/localhost:([0-9]+)/.exec(output)?.[1];
  return `http://127.0.0.1:${port}`;
}
