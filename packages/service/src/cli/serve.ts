import { availableParallelism } from "node:os";
import { readConfig } from "../config.js";
import { announce } from "../process/announce.js";

export interface ServeOptions {
  readonly workers?: number;
}

/** Starts the HTTP service in one or several processes and prints its URLs. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = readConfig(process.env);
  const workers = options.workers ?? config.workers ?? availableParallelism();
  // Only one of the two is loaded: the primary of several processes contains neither content nor routes.
  if (workers === 1) return (await import("../process/single.js")).serveAlone(config);
  const { runPrimary } = await import("../process/primary.js");
  await runPrimary({
    config,
    workers,
    program: new URL("../process/worker.js", import.meta.url),
    announce: (port, announcement) => announce(config, port, announcement),
  });
}
