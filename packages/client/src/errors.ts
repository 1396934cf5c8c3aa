import type { FieldError, ProblemDocument } from "./types.js";

/**
 * Base class of everything that a request can throw. Messages have the operation, a status, and a code and nothing else,
 * so that they can be logged: they never contain what was sent or received. `kind` identifies the class even if
 * `instanceof` does not work (two copies of this package in one program).
 */
export abstract class WithholdingFormsError extends Error {
  abstract readonly kind:
    | "unauthorized"
    | "problem"
    | "unexpected-response"
    | "network"
    | "timeout"
    | "abort"
    | "journey";
}

/** HTTP 401: `login` rejected the API key, or the service rejected a token, even a new one. */
export class UnauthorizedError extends WithholdingFormsError {
  override readonly name: string = "UnauthorizedError";
  readonly kind = "unauthorized";
  readonly status = 401;
  readonly refused: "API_KEY" | "TOKEN";

  constructor(operation: string, refused: "API_KEY" | "TOKEN") {
    super(`${operation}: 401, the ${refused === "API_KEY" ? "API key" : "token"} was refused`);
    this.refused = refused;
  }
}

/** A problem document (RFC 9457). Usually one of the subclasses, by status. */
export class ProblemError extends WithholdingFormsError {
  override readonly name: string = "ProblemError";
  readonly kind = "problem";
  readonly status: number;
  readonly code: ProblemDocument["code"];
  readonly requestId: string;
  readonly problem: ProblemDocument;
  /** Milliseconds to wait before a retry, as the service requested. */
  readonly retryAfterMs: number | undefined;

  constructor(operation: string, status: number, problem: ProblemDocument, retryAfterMs: number | undefined) {
    super(`${operation}: ${status} ${plain(problem.code)}`);
    this.status = status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** Every rejected value, each with a message for the employee in the language of the request. */
  get errors(): readonly FieldError[] {
    return this.problem.errors;
  }
}

/** 400: the request itself is invalid, for example an unknown time zone. */
export class BadRequestError extends ProblemError {
  override readonly name: string = "BadRequestError";
}

/** 404: unknown form, version, flow or question set. */
export class NotFoundError extends ProblemError {
  override readonly name: string = "NotFoundError";
}

/** 422: answers or personal data were rejected; `errors` lists all of them. */
export class RefusedError extends ProblemError {
  override readonly name: string = "RefusedError";
}

/** 429 */
export class RateLimitedError extends ProblemError {
  override readonly name: string = "RateLimitedError";
}

/** 503 */
export class UnavailableError extends ProblemError {
  override readonly name: string = "UnavailableError";
}

const byStatus: ReadonlyMap<number, typeof ProblemError> = new Map([
  [400, BadRequestError],
  [404, NotFoundError],
  [422, RefusedError],
  [429, RateLimitedError],
  [503, UnavailableError],
]);

export function problemError(
  operation: string,
  status: number,
  problem: ProblemDocument,
  retryAfterMs: number | undefined,
): ProblemError {
  const Class = byStatus.get(status) ?? ProblemError;
  return new Class(operation, status, problem, retryAfterMs);
}

/** A response that is not from the service: a page of a proxy, a truncated or unknown document. */
export class UnexpectedResponseError extends WithholdingFormsError {
  override readonly name: string = "UnexpectedResponseError";
  readonly kind = "unexpected-response";
  readonly status: number;

  constructor(operation: string, status: number) {
    super(`${operation}: ${status} with a body that is not the service's`);
    this.status = status;
  }
}

/** No response: no connection, or it failed. `cause` is the platform's error. */
export class NetworkError extends WithholdingFormsError {
  override readonly name: string = "NetworkError";
  readonly kind = "network";

  constructor(operation: string, cause: unknown) {
    super(`${operation}: the service could not be reached`, { cause });
  }
}

/** The request's time limit passed, including retries and delays. */
export class TimeoutError extends WithholdingFormsError {
  override readonly name: string = "TimeoutError";
  readonly kind = "timeout";

  constructor(operation: string, timeoutMs: number) {
    super(`${operation}: no answer within ${timeoutMs} ms`);
  }
}

/** The caller's AbortSignal ended the request. `cause` is the signal's reason. */
export class AbortError extends WithholdingFormsError {
  override readonly name: string = "AbortError";
  readonly kind = "abort";

  constructor(operation: string, cause: unknown) {
    super(`${operation}: aborted`, { cause });
  }
}

/** A journey was used incorrectly. */
export class JourneyError extends WithholdingFormsError {
  override readonly name: string = "JourneyError";
  readonly kind = "journey";
  readonly code: "INCOMPLETE" | "FEDERAL_VALUES" | "NAVIGATION";

  constructor(code: JourneyError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** A server other than ours could return any text as `code`. */
function plain(code: unknown): string {
  return typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "";
}
