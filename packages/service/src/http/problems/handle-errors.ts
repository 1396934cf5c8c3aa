import { isUtf8 } from "node:buffer";
import type { ProblemCode } from "@withholding-forms/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyLimits, bodyUnits, countElements, maxDepth, maxMembers } from "../../limits/work.js";
import { countMembers, duplicateMember } from "../../problems/duplicate-member.js";
import { Problem } from "../../problems/problem.js";
import { fieldError } from "../../problems/validation.js";
import { chooseLanguage } from "../language.js";
import type { Route } from "../registered.js";
import type { Service } from "../service.js";
import { auditFailureLog } from "./log-audit-failures.js";
import { problemDocument, problemHeaders, statusOf } from "./problem-document.js";

/** Turns everything that can go wrong with a request into a problem document. */
export function handleErrors(app: FastifyInstance, service: Service, routes: readonly Route[]): void {
  const logAuditFailure = auditFailureLog(app.log);
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = asProblem(error);
    if (problem.code === "AUDIT_UNAVAILABLE") logAuditFailure(problem.cause);
    if (problem.code === "INTERNAL_ERROR") logFault(request, error);
    return sendProblem(request, reply, problem, service);
  });

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

  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    // An invalid UTF-8 byte would silently become a replacement character in a person's name.
    if (!isUtf8(body)) return done(new Problem("MALFORMED_JSON"));
    const elements = countElements(body, maxMembers);
    if (elements > maxMembers) return done(new Problem("BODY_TOO_LARGE", { values: bodyLimits }));
    request.bodyUnits = bodyUnits(body.length, elements);
    const text = body.toString("utf8");
    const read = (error: Error | null, value?: unknown): void => {
      if (error !== null) return done(error);
      const members = countMembers(value, maxDepth);
      if (members === undefined) return done(new Problem("MALFORMED_JSON"));
      const pointer = duplicateMember(text, members);
      if (pointer === undefined) return done(null, value);
      const language = chooseLanguage(request.headers["accept-language"]);
      done(new Problem("MALFORMED_JSON", { errors: [fieldError(pointer, "DUPLICATE", language)] }));
    };
    const value = plainJson(text);
    if (value === undefined) void parse(request, text, read);
    else read(null, value);
  });
}

/**
 * The parsed JSON if no property can reach a prototype, which is nearly always; undefined leaves the rest to the
 * slower, safe parser.
 */
function plainJson(text: string): unknown {
  if (text.includes("__proto__") || text.includes("constructor") || text.includes("\\u00")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  service: Service,
): FastifyReply {
  const language = chooseLanguage(request.headers["accept-language"]);
  service.metrics.refusals.inc({ code: problem.code });
  const document = problemDocument(problem, language, request.id, service.publicUrl());
  // The handler that failed may have set it. No cache stores a problem.
  reply.removeHeader("vary");
  return reply
    .code(statusOf(problem))
    .headers(problemHeaders(problem))
    .header("content-language", language)
    .header("cache-control", "no-store")
    .header("content-type", "application/problem+json")
    .send(JSON.stringify(document));
}

export function asProblem(error: FastifyError | Problem): Problem {
  return error instanceof Problem ? error : problemOf(error);
}

/** Errors that fastify or Node throw before a handler runs. Their messages can quote the request: never return them. */
export function problemOf(error: { readonly code?: string; readonly statusCode?: number }): Problem {
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
function logFault(request: FastifyRequest, error: Error): void {
  const stack = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const traceId = request.span?.spanContext().traceId;
  request.log.error({ requestId: request.id, traceId, error: error.name, stack }, "internal error");
}
