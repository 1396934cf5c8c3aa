import { hostname } from "node:os";
import { type LogLevel, logLevels } from "../config.js";

export type Log = (level: "error" | "warn" | "info", message: string, facts: object) => void;

/** Writes log lines in the workers' format without loading their logger. */
export function primaryLog(configured: LogLevel): Log {
  const numbers = { error: 50, warn: 40, info: 30 };
  const host = hostname();
  // The reader of the log may have exited; the service continues.
  process.stdout.on("error", () => {});
  return (level, msg, facts) => {
    if (logLevels.indexOf(level) > logLevels.indexOf(configured) || configured === "silent") return;
    const line = { level: numbers[level], time: Date.now(), pid: process.pid, hostname: host, ...facts, msg };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
