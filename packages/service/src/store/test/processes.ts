import { fileURLToPath } from "node:url";
import { runNode } from "@withholding-forms/testing/programs";

const build = fileURLToPath(new URL("../../../dist/", import.meta.url));

/** What each process does as soon as it runs: opens the store, creates a key and a secret, records 25 events, and looks them up. */
const program = `
  const { openStore } = await import(${JSON.stringify(`${build}store/open.js`)});
  const { readConfig } = await import(${JSON.stringify(`${build}config.js`)});
  const { createKey } = await import(${JSON.stringify(`${build}auth/keys.js`)});
  const { rotateSecret } = await import(${JSON.stringify(`${build}auth/tokens.js`)});
  // On a busy machine another process can hold a lock for longer than a request would wait.
  const patiently = async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error.kind !== "LOCKED") throw error;
      }
    }
  };
  const store = await openStore(readConfig(process.env), 60_000);
  await patiently(() => createKey(store, "process", { now: Date.now() }));
  await patiently(() => rotateSecret(store, Date.now(), 60_000));
  await Promise.all(Array.from({ length: 25 }, (_, index) => store.record({
    time: "2026-11-16T18:30:00.000Z", requestId: process.pid + "-" + index, keyId: "k1", formId: "AL101",
    formVersion: "2014.3.0", language: "en", sha256: "00",
  })));
  if ((await patiently(() => store.eventsOf("00"))).length < 25) throw new Error("An event was not found.");
  await store.close();
`;

/** The build, in several processes that start at the same time. */
export async function inProcesses(count: number, env: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const { code, stderr } = await runNode(["--input-type=module", "-e", program], { env });
      if (code !== 0) throw new Error(`A process ended with ${code}: ${stderr}`);
    }),
  );
}
