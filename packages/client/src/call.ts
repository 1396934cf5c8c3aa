import { type Deadline, startDeadline } from "./deadline.js";
import { NetworkError, problemError, UnauthorizedError, UnexpectedResponseError } from "./errors.js";
import { delayBefore, isPassing, readRetryAfter } from "./retry.js";
import type { Tokens } from "./tokens.js";
import type { ProblemDocument } from "./types.js";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Call<Result> {
  /** Name of the endpoint, for errors. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Idempotent. */
  readonly repeatable: boolean;
  /** Absent for login, which has no token yet. */
  readonly tokens?: Tokens;
  readonly read: (response: Response) => Promise<Result>;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** One request: its retries, the delays between them, and one more attempt with a new token after a 401. */
export function perform<Result>(fetch: Fetch, call: Call<Result>, limits: Limits): Promise<Result> {
  return limited(call.operation, limits, (deadline) => tryAll(fetch, call, limits.retries, deadline));
}

export async function limited<Result>(
  operation: string,
  { timeoutMs, signal }: Limits,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(operation, timeoutMs, signal);
  try {
    return await work(deadline);
  } finally {
    deadline.end();
  }
}

async function tryAll<Result>(
  fetch: Fetch,
  call: Call<Result>,
  retries: number,
  deadline: Deadline,
): Promise<Result> {
  let tokenWasRefused = false;
  for (let tries = 1; ; tries++) {
    const token = call.tokens === undefined ? undefined : await deadline.race(call.tokens.get());
    const outcome = await tryOnce(fetch, call, token, deadline);
    if ("result" in outcome) return outcome.result;
    if (outcome.error instanceof UnauthorizedError && token !== undefined && !tokenWasRefused) {
      tokenWasRefused = true;
      call.tokens?.reject(token);
      // The service did nothing yet, so this is safe for every request and does not count as a retry.
      tries--;
      continue;
    }
    if (!outcome.passing || !call.repeatable || tries > retries) throw outcome.error;
    const delay = delayBefore(tries, outcome.retryAfterMs, Math.random());
    // Better the real error now than a timeout later.
    if (delay >= deadline.left()) throw outcome.error;
    await deadline.sleep(delay);
  }
}

type Outcome<Result> =
  | { readonly result: Result }
  | { readonly error: Error; readonly passing: boolean; readonly retryAfterMs?: number | undefined };

async function tryOnce<Result>(
  fetch: Fetch,
  call: Call<Result>,
  token: string | undefined,
  deadline: Deadline,
): Promise<Outcome<Result>> {
  const { operation, method, url, body } = call;
  const headers = token === undefined ? call.headers : { ...call.headers, authorization: `Bearer ${token}` };
  let status: number | undefined;
  try {
    const response = await deadline.race(
      // The service never redirects. Following a redirect could send a key or personal data elsewhere.
      fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: deadline.signal,
        redirect: "error",
        credentials: "omit",
        referrerPolicy: "no-referrer",
      }),
    );
    status = response.status;
    if (response.ok) return { result: await deadline.race(call.read(response)) };
    return await refusal(call, response, deadline);
  } catch (cause) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    if (cause instanceof SyntaxError && status !== undefined)
      return { error: new UnexpectedResponseError(operation, status), passing: false };
    return { error: new NetworkError(operation, cause), passing: true };
  }
}

async function refusal(
  { operation, tokens }: Pick<Call<unknown>, "operation" | "tokens">,
  response: Response,
  deadline: Deadline,
): Promise<Outcome<never>> {
  const { status } = response;
  // Even if it is not used: an unread body keeps its connection busy.
  const text = await deadline.race(response.text());
  if (status === 401) {
    const refused = tokens === undefined ? "API_KEY" : "TOKEN";
    return { error: new UnauthorizedError(operation, refused), passing: false };
  }
  const retryAfterMs = readRetryAfter(response.headers, Date.now());
  const problem = problemOf(text);
  const error =
    problem === undefined
      ? new UnexpectedResponseError(operation, status)
      : problemError(operation, status, problem, retryAfterMs);
  const passing = isPassing(status) || problem?.code === "SIGNATURE_IN_PROGRESS";
  return { error, passing, retryAfterMs };
}

function problemOf(text: string): ProblemDocument | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || !("code" in read) || !("status" in read))
      return undefined;
    const problem = read as ProblemDocument;
    return Array.isArray(problem.errors) ? problem : { ...problem, errors: [] };
  } catch {
    return undefined;
  }
}
