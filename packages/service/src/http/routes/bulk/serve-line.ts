import type { FastifyRequest } from "fastify";
import { requestLine } from "../../../app/request-line.js";
import { available } from "../../../auth/authentication.js";
import type { RateLimit } from "../../../limits/limit-rate.js";
import { bodyLimits } from "../../../limits/work.js";
import { Problem } from "../../../problems/problem.js";
import { record } from "../../../telemetry/logging.js";
import { readBytes } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import type { Line } from "../../ndjson.js";
import { refusal } from "../../problems/handle-errors.js";
import { statusOf } from "../../problems/problem-document.js";
import type { Service } from "../../service.js";
import type { FillRequest } from "../fill-pdf/fill-pdf.js";

/** An endpoint, without HTTP. */
export interface LineEndpoint {
  /** In logs and metrics. */
  readonly route: string;
  /** What a line with this body costs of the quota, beyond its first unit and the size of its body. */
  readonly units: (body: unknown) => number;
  readonly spend: RateLimit["spend"];
  /** The response. Throws a Problem. */
  readonly serve: (line: FillRequest) => Promise<string | Buffer>;
}

export interface ServedLine {
  readonly id: string | number | null;
  readonly status: number;
  readonly retryAfter?: number | undefined;
  readonly json: string | Buffer;
}

export type ServeLine = (line: Line, request: FastifyRequest) => Promise<ServedLine>;

/** Serves a line as if it were a request of its own: with the same checks, quota, log line, and response. */
export function serveLines(service: Service, endpoint: LineEndpoint): ServeLine {
  const { authentication } = service;

  /** The token of a request that takes hours can expire. */
  async function isAllowed({ headers: { authorization } }: FastifyRequest): Promise<boolean> {
    const known = authentication.knownCaller(authorization);
    const caller = known ?? (await available(() => authentication.authenticate(authorization)));
    return caller?.scope === "full";
  }

  async function read(bytes: Line["bytes"], { keyId, headers }: FastifyRequest) {
    try {
      if (bytes === undefined) throw new Problem("BODY_TOO_LARGE", { values: bodyLimits });
      return readBytes(bytes, chooseLanguage(headers["accept-language"]));
    } catch (error) {
      await endpoint.spend(keyId, 1);
      throw error;
    }
  }

  return async ({ number, bytes }, request) => {
    const start = performance.now();
    const { keyId, employeeReference, log } = request;
    const { "accept-language": language, timezone } = request.headers;
    const headers: FastifyRequest["headers"] = { "accept-language": language, timezone };
    const requestId = `${request.id.slice(0, 50)}-${number}`;
    const line = { id: requestId, headers, keyId, employeeReference, log };
    let id: ServedLine["id"] = null;
    const served = async (): Promise<Omit<ServedLine, "id">> => {
      if (!(await isAllowed(request))) return { status: 401, json: '{"message":"Unauthorized"}' };
      const { value, units } = await read(bytes, request);
      const { idempotencyKey, body, ...rest } = requestLine(value);
      id = rest.id;
      if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
      await endpoint.spend(keyId, 1 + units + endpoint.units(body));
      return { status: 200, json: await endpoint.serve({ ...line, body }) };
    };
    const { status, retryAfter, json } = await served().catch((error: Error) => {
      const problem = service.failure(line, error);
      return {
        status: statusOf(problem),
        retryAfter: problem.parts.retryAfterSeconds,
        json: refusal(line, problem, service),
      };
    });
    const milliseconds = performance.now() - start;
    record(log, { requestId, method: "POST", route: endpoint.route, status, milliseconds }, service);
    return { id, status, retryAfter, json };
  };
}
