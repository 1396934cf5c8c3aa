import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { readConfig } from "../config.js";

export interface ServeOptions {
  readonly workers?: number;
}

/** Starts the HTTP service in one or several processes and prints its URLs. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = readConfig(process.env);
  const workers = options.workers ?? config.workers ?? availableParallelism();
  // The primary loads neither content nor routes.
  if (cluster.isPrimary && workers > 1)
    return (await import("../process/primary.js")).runPrimary(config, workers);
  const { runService } = await import("../process/run-service.js");
  if (cluster.worker === undefined) return runService(config);
  const { openChannel } = await import("../process/channel.js");
  try {
    await runService(config, openChannel());
  } catch (error) {
    // A process with an open channel would not exit.
    cluster.worker.disconnect();
    throw error;
  }
}
