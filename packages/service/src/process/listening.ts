import { type Config, ConfigError } from "../config.js";

export function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): ConfigError {
  if (error.code === "EADDRINUSE") return new ConfigError(`PORT ${port} is already in use.`);
  return new ConfigError(`The service cannot listen on ${host}, port ${port}: ${error.message}`);
}
