import type { Config } from "../config.js";
import type { Limits } from "./counter.js";
import { alone, withFallback } from "./fallback.js";
import { memoryCounter } from "./memory.js";
import { type AskToTake, primaryCounter } from "./primary.js";

/** Counts in Redis where there is one, else in the primary process where there is one, else here. */
export async function openLimits({ redisUrl }: Pick<Config, "redisUrl">, ask?: AskToTake): Promise<Limits> {
  if (redisUrl !== undefined) {
    // Loaded only where it is used.
    const { redisCounter } = await import("./redis.js");
    return withFallback(redisCounter(redisUrl), memoryCounter());
  }
  return ask === undefined ? alone(memoryCounter()) : withFallback(primaryCounter(ask), memoryCounter());
}
