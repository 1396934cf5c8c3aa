import { Redis, type Result } from "ioredis";
import type { SharedCounter, Taken } from "./counter.js";

declare module "ioredis" {
  interface RedisCommander<Context> {
    takeFromWindow(
      key: string,
      amount: number,
      limit: number,
      windowMs: number,
    ): Result<[granted: number, remaining: number, resetsInMs: number], Context>;
  }
}

/** One round trip, and no other command can come in between. */
const takeFromWindow = `
local amount, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call("GET", KEYS[1]) or "0")
local left = redis.call("PTTL", KEYS[1])
if left < 0 then
  used = 0
  left = window
  redis.call("SET", KEYS[1], 0, "PX", window)
end
local wanted = math.min(amount, limit)
local granted = wanted <= limit - used and wanted or 0
if granted > 0 then redis.call("INCRBY", KEYS[1], granted) end
return { granted, math.max(0, limit - used - granted), left }
`;

/** A request waits no longer than this for Redis. */
const maxWaitMs = 100;

/** Counts in Redis, for all instances that share it. */
export function redisCounter(url: string, timeoutMs = maxWaitMs): SharedCounter {
  const redis = new Redis(url, {
    connectTimeout: 1000,
    // A connection without responses is closed, so that its pending requests cannot pile up.
    socketTimeout: 2000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
    // No retries: what cannot be counted here is counted in this process.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // After a failover the connection may lead to a replica; a new one resolves the name again.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  redis.defineCommand("takeFromWindow", { numberOfKeys: 1, lua: takeFromWindow });
  // Without a listener ioredis prints errors on its own. Whether Redis counts is known from the commands.
  redis.on("error", () => {});
  const take = async (name: string, amount: number, limit: number, windowMs: number): Promise<Taken> => {
    const taken = redis.takeFromWindow(`withholding-forms:limits:${name}`, amount, limit, windowMs);
    const [granted, remaining, resetsInMs] = await inTime(taken, timeoutMs);
    return { granted, remaining, resetsInMs };
  };
  return {
    take,
    // A full Redis, or a read-only replica, responds to PING but counts nothing.
    async check() {
      await take("check", 0, 1, 1000);
    },
    close() {
      redis.disconnect();
    },
  };
}

/**
 * After a long turn of the event loop, the timeout fires before a response that has already arrived is read, so reads
 * once more.
 */
function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error("Redis timed out."))), timeoutMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
