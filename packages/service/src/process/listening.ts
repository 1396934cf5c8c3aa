import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";

export function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): OperatorError {
  if (error.code === "EADDRINUSE")
    return new OperatorError(`PORT ${port} is already in use. Set PORT to a free one.`);
  return new OperatorError(`The service cannot listen on ${host}, port ${port}: ${error.message}`);
}
