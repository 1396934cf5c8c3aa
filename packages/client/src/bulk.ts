import { type Call, perform } from "./call.js";
import { type ClientOptions, transportOf } from "./client.js";
import { UnexpectedResponseError } from "./errors.js";
import { newIdempotencyKey } from "./idempotency-key.js";
import { type CallOptions, limitsOf } from "./transport.js";
import type {
  FillPdfRequest,
  FillPdfResponse,
  GuidedFlowsResponse,
  LocationRequest,
  ProblemDocument,
} from "./types.js";

/** A request with your own id. A signature without an `idempotencyKey` gets a new one. */
export type BulkLine<Request> = Request & {
  readonly id: string | number;
  readonly idempotencyKey?: string | undefined;
};

export type BulkResult<Response> = { readonly id: string | number } & (
  | { readonly status: 200; readonly body: Response }
  | { readonly status: number; readonly body: ProblemDocument; readonly retryAfter?: number }
);

/** Many requests at once, for servers. Lines are sent as you read results, in parts, and each has one result, in order. */
export interface BulkClient {
  fillPdf(
    lines: Lines<BulkLine<FillPdfRequest>>,
    options?: CallOptions,
  ): AsyncGenerator<BulkResult<FillPdfResponse>>;
  guidedFlows(
    lines: Lines<BulkLine<LocationRequest>>,
    options?: CallOptions,
  ): AsyncGenerator<BulkResult<GuidedFlowsResponse>>;
}

export type Lines<Line> = Iterable<Line> | AsyncIterable<Line>;

/** `fetch` sends all of a body before the response can be read, and results are held in memory. */
const maxPart = { lines: 100, characters: 250_000 };
/** For a part, also while it waits for the quota of the next minute. */
const defaultTimeoutMs = 300_000;

export function createBulkClient(options: ClientOptions): BulkClient {
  const transport = transportOf({ timeoutMs: defaultTimeoutMs, ...options });

  function send<Result>(path: string, lines: readonly string[], one: CallOptions): Promise<Result[]> {
    const timeZone = one.timeZone ?? options.timeZone;
    const call: Call<Result[]> = {
      operation: `bulk/${path}`,
      method: "POST",
      url: `${transport.base}/bulk/${path}`,
      headers: {
        accept: type,
        "accept-language": one.language ?? transport.language,
        "content-type": type,
        ...(one.requestId === undefined ? {} : { "x-request-id": one.requestId }),
        ...(timeZone === undefined ? {} : { timezone: timeZone }),
      },
      body: lines.join(""),
      repeatable: true,
      tokens: transport.tokens,
      read: async (response) => resultsOf(await response.text()),
    };
    return perform(transport.fetch, call, limitsOf(transport.options, one));
  }

  async function* results<Result>(
    path: string,
    lines: Lines<object>,
    one: CallOptions,
  ): AsyncGenerator<Result> {
    for await (const part of partsOf(lines)) {
      // A service that stops ends its response after the lines in progress.
      for (let rest = part; rest.length > 0; ) {
        const answered = await send<Result>(path, rest, one);
        if (answered.length === 0) throw new UnexpectedResponseError(`bulk/${path}`, 200);
        yield* answered;
        rest = rest.slice(answered.length);
      }
    }
  }

  return {
    fillPdf: (lines, one = {}) => results("fillPdf", repeatable(lines), one),
    guidedFlows: (lines, one = {}) => results("guided-flows", lines, one),
  };
}

const type = "application/x-ndjson";

async function* repeatable(lines: Lines<BulkLine<FillPdfRequest>>): AsyncGenerator<object> {
  for await (const line of lines)
    yield line.signForm === "SIGN" ? { idempotencyKey: newIdempotencyKey(), ...line } : line;
}

async function* partsOf(lines: Lines<object>): AsyncGenerator<string[]> {
  let part: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    if (part.length === maxPart.lines || (part.length > 0 && characters + text.length > maxPart.characters)) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(text);
    characters += text.length;
  }
  if (part.length > 0) yield part;
}

/** The number of a line is that of its part, so it says nothing to the caller. */
function resultsOf<Result>(text: string): Result[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const { line: _, ...result } = JSON.parse(line) as { readonly line: number };
      return result as Result;
    });
}
