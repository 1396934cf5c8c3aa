import { type Config, ConfigError } from "./config.js";

/** For as long a balancer may not have noticed that readiness has ended, requests are still taken. */
export const noticeTime = 3000;
export const longestDrain = 30_000;

export function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): ConfigError {
  if (error.code === "EADDRINUSE") return new ConfigError(`PORT ${port} is already in use.`);
  return new ConfigError(`The service cannot listen on ${host}, port ${port}: ${error.message}`);
}
