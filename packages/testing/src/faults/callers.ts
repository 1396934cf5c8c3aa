import { createHash } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import type { Outcome, Question } from "./outcome.js";
import { isTurnedAway } from "./tally.js";

export interface CallersOptions {
  readonly port: number;
  readonly callers: number;
  /** The next request of a caller; undefined ends it. */
  readonly next: (caller: number, before: Outcome | undefined) => Question | undefined;
  /** Milliseconds that a caller waits between two requests. */
  readonly rest?: number;
  /** Kept by default. */
  readonly connections?: "kept" | "new";
}

/** Callers that send one request after the other, each on a separate connection, and remember what became of each. */
export interface Callers {
  /** All that is known so far, in the order in which it became known. */
  readonly outcomes: readonly Outcome[];
  /** Resolves when this is true of what is known; looked at after each outcome. */
  until(isEnough: (outcomes: readonly Outcome[]) => boolean): Promise<void>;
  /** Resolves when so many more requests, sent from now on, have an outcome (of this kind). */
  more(count: number, kind?: (outcome: Outcome) => boolean): Promise<void>;
  /** Resolves when all callers have ended on their own. */
  readonly ended: Promise<void>;
  /** Sends no more, waits for the answers that are due. */
  stop(): Promise<readonly Outcome[]>;
}

/** No request takes so long on any machine, unless it hangs. */
const timeoutMs = 600_000;

const running = new Set<Callers>();
afterAll(async () => {
  await Promise.all([...running].map((callers) => callers.stop()));
});

export function startCallers(options: CallersOptions): Callers {
  const { port, rest = 5, connections = "kept" } = options;
  const outcomes: Outcome[] = [];
  const watchers = new Set<() => void>();
  let stopping = false;

  async function work(caller: number): Promise<void> {
    const agent = new Agent({ keepAlive: connections === "kept", maxSockets: 1 });
    let before: Outcome | undefined;
    while (!stopping) {
      const question = options.next(caller, before);
      if (question === undefined) break;
      before = await ask(agent, question.port ?? port, question);
      outcomes.push(before);
      for (const look of [...watchers]) look();
      await sleep(rest);
    }
    agent.destroy();
  }

  function until(isEnough: (outcomes: readonly Outcome[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isEnough(outcomes)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  }

  const ended = Promise.all(Array.from({ length: options.callers }, (_, caller) => work(caller))).then(
    () => {},
  );
  const callers: Callers = {
    outcomes,
    until,
    more(count, isMeant = () => true) {
      const from = performance.now();
      return until((all) => all.filter((one) => one.sentAt >= from && isMeant(one)).length >= count);
    },
    ended,
    async stop() {
      stopping = true;
      await ended;
      running.delete(callers);
      return outcomes;
    },
  };
  running.add(callers);
  return callers;
}

/** One request on a separate connection, sent again for as long as there is no time for it. */
export async function askOnce(port: number, question: Omit<Question, "kind">): Promise<Outcome> {
  const agent = new Agent();
  try {
    for (;;) {
      const outcome = await ask(agent, port, { kind: "once", ...question });
      if (!isTurnedAway(outcome)) return outcome;
    }
  } finally {
    agent.destroy();
  }
}

/** Requests all at the same time, each on a separate connection: of one instance they reach all workers. */
export function askTogether(ports: readonly number[], question: Omit<Question, "kind">): Promise<Outcome[]> {
  return Promise.all(ports.map((port) => askOnce(port, question)));
}

let lastConnection = 0;
const numbers = new WeakMap<object, number>();

function ask(agent: Agent, port: number, question: Question): Promise<Outcome> {
  const { kind, method = "GET", path, headers = {}, body } = question;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sentAt = performance.now();
  let connection = -1;
  return new Promise((resolve) => {
    const settle = (error: string | undefined, answer?: IncomingMessage, content = ""): void => {
      clearTimeout(patience);
      const header = (name: string): string | undefined => answer?.headers[name]?.toString();
      resolve({
        kind,
        connection,
        status: error === undefined ? answer?.statusCode : undefined,
        code: header("content-type")?.startsWith("application/problem+json") ? codeOf(content) : undefined,
        error,
        requestId: header("x-request-id"),
        retryAfter: header("retry-after"),
        closes: header("connection") === "close",
        sha256: error === undefined ? digestOf(content) : undefined,
        text: content,
        sentAt,
        endedAt: performance.now(),
      });
    };
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method,
        path,
        headers: {
          accept: "application/json",
          ...(text === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => settle(undefined, answer, Buffer.concat(parts).toString()));
        answer.on("error", (error) => settle(codeOfError(error), answer));
      },
    );
    const patience = setTimeout(() => {
      settle("HUNG");
      sent.destroy();
    }, timeoutMs);
    sent.on("socket", (socket) => {
      const number = (): void => {
        const known = numbers.get(socket) ?? ++lastConnection;
        numbers.set(socket, known);
        connection = known;
      };
      if (socket.connecting) socket.once("connect", number);
      else number();
    });
    sent.on("error", (error) => settle(codeOfError(error)));
    sent.end(text);
  });
}

function codeOfError(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}

function codeOf(content: string): string | undefined {
  return (JSON.parse(content) as { code?: string }).code;
}

function digestOf(content: string): string | undefined {
  const pdf = /"pdf":"([^"]+)"/.exec(content)?.[1];
  return pdf === undefined ? undefined : createHash("sha256").update(pdf, "base64").digest("hex");
}
