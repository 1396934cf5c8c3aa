import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const build = fileURLToPath(new URL("../../../dist/", import.meta.url));

/** What each process does as soon as it runs: opens the store, makes a key and a secret, and records 25 events. */
const program = `
  const { openStore } = await import(${JSON.stringify(`${build}store/open.js`)});
  const { readConfig } = await import(${JSON.stringify(`${build}config.js`)});
  const { createKey } = await import(${JSON.stringify(`${build}auth/keys.js`)});
  const { rotateSecret } = await import(${JSON.stringify(`${build}auth/tokens.js`)});
  const store = await openStore(readConfig(process.env), 10_000);
  await createKey(store, "process", { now: Date.now() });
  await rotateSecret(store, Date.now(), 60_000);
  await Promise.all(Array.from({ length: 25 }, (_, index) => store.record({
    time: "2026-11-16T18:30:00.000Z", requestId: process.pid + "-" + index, keyId: "k1", formId: "AL101",
    formVersion: "2014.3.0", language: "en", sha256: "00",
  })));
  await store.close();
`;

/** The build, in that many processes that start at once. */
export async function inProcesses(count: number, env: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
        env: { PATH: process.env["PATH"], ...env },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let said = "";
      child.stderr.on("data", (part) => {
        said += part;
      });
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(`A process ended with ${code}: ${said}`);
    }),
  );
}
