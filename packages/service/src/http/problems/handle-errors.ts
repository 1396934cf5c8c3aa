import type { ProblemCode } from "@withholding-forms/contract";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyLimits } from "../../limits/work.js";
import { Problem } from "../../problems/problem.js";
import { readBytes } from "../body.js";
import { chooseLanguage } from "../language.js";
import type { Route } from "../registered.js";
import type { Failed, Service } from "../service.js";
import { auditFailureLog } from "./log-audit-failures.js";
import { problemDocument, problemHeaders, statusOf } from "./problem-document.js";

/** Turns everything that can go wrong with a request into a problem document. */
export function handleErrors(app: FastifyInstance, service: Service, routes: readonly Route[]): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(request, reply, service.failure(request, error), service),
  );

  // Runs before the body is checked: an error in the body does not matter if the route does not exist.
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    const path = request.url.split("?", 1)[0] ?? "";
    const methods = [...new Set(routes.flatMap(({ shape, method }) => (shape.test(path) ? [method] : [])))];
    if (methods.length === 0) return done(new Problem("NOT_FOUND"));
    const allow = methods.join(", ");
    reply.header("allow", allow);
    done(new Problem("METHOD_NOT_ALLOWED", { values: { allow } }));
  });
  app.setNotFoundHandler(() => {
    throw new Problem("NOT_FOUND");
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const { value, units } = readBytes(body, chooseLanguage(request.headers["accept-language"]));
      request.bodyUnits = units;
      return value;
    },
  );
}

/** Finds the problem that an error is, and logs what an operator must know about it. */
export function failureLog(log: FastifyBaseLogger): Service["failure"] {
  const logAuditFailure = auditFailureLog(log);
  return (request, error) => {
    const problem = asProblem(error);
    if (problem.code === "AUDIT_UNAVAILABLE") logAuditFailure(problem.cause);
    if (problem.code === "INTERNAL_ERROR") logFault(request, error);
    return problem;
  };
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  service: Service,
): FastifyReply {
  const language = chooseLanguage(request.headers["accept-language"]);
  const document = refusal(request, problem, service);
  // The handler that failed may have set it. No cache stores a problem.
  reply.removeHeader("vary");
  return reply
    .code(statusOf(problem))
    .headers(problemHeaders(problem))
    .header("content-language", language)
    .header("cache-control", "no-store")
    .header("content-type", "application/problem+json")
    .send(document);
}

/** The body of the response to a rejected request. */
export function refusal(
  { headers, id }: Pick<FastifyRequest, "headers" | "id">,
  problem: Problem,
  { metrics, publicUrl }: Pick<Service, "metrics" | "publicUrl">,
): string {
  metrics.refusals.inc({ code: problem.code });
  const language = chooseLanguage(headers["accept-language"]);
  return JSON.stringify(problemDocument(problem, language, id, publicUrl()));
}

export function asProblem(error: Error): Problem {
  return error instanceof Problem ? error : problemOf(error as Partial<FastifyError>);
}

/** Errors that fastify or Node throw before a handler runs. Their messages can quote the request: never return them. */
export function problemOf(error: Partial<Pick<FastifyError, "code" | "statusCode">>): Problem {
  const known: Readonly<Record<string, ProblemCode>> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
    FST_ERR_CTP_INVALID_TYPE: "UNSUPPORTED_MEDIA_TYPE",
    FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
    FST_ERR_CTP_EMPTY_JSON_BODY: "MALFORMED_JSON",
    FST_ERR_CTP_INVALID_JSON_BODY: "MALFORMED_JSON",
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: "MALFORMED_JSON",
    FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
    ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
    HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  };
  const code = error.code === undefined ? undefined : known[error.code];
  if (code === "BODY_TOO_LARGE") return new Problem(code, { values: bodyLimits });
  if (code !== undefined) return new Problem(code);
  const status = error.statusCode ?? 500;
  return new Problem(status >= 400 && status < 500 ? "MALFORMED_REQUEST" : "INTERNAL_ERROR");
}

/** Logs the location, not the message: messages of errors may contain what a person typed. */
function logFault(request: Failed, error: Error): void {
  const stack = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const traceId = request.span?.spanContext().traceId;
  request.log.error({ requestId: request.id, traceId, error: error.name, stack }, "internal error");
}
