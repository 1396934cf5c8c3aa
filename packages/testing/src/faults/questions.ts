import { askOnce, type Callers, type CallersOptions, startCallers } from "./callers.js";
import type { LoadRequest } from "./load.js";
import type { Question } from "./outcome.js";
import { fillRequests, visitRequests } from "./requests.js";
import type { RunningService } from "./service.js";

/** What employees ask for, each named by its mode where it fills a form, else `READ`. */
export function visit(token: string): Question[] {
  return visitRequests(token).map(named);
}

/** The same without signatures. */
export function unsigned(token: string): Question[] {
  return visit(token).filter(({ kind }) => kind !== "SIGN");
}

export function signing(token: string): Question[] {
  return fillRequests(token, ["SIGN"]).map(named);
}

export function login(apiKey: string, headers: Readonly<Record<string, string>> = {}): Question {
  return { kind: "LOGIN", path: "/authentication/login", headers: { "api-key": apiKey, ...headers } };
}

/** A new token of the key. */
export async function tokenOf({ port, apiKey }: RunningService): Promise<string> {
  const { text } = await askOnce(port, login(apiKey));
  return (JSON.parse(text) as { accessToken: string }).accessToken;
}

export function formIds(token: string): Question {
  return { kind: "READ", path: "/v1/getAllFormIds", headers: { authorization: `Bearer ${token}` } };
}

/** Callers who ask these in turn, each start somewhere else, for as long as they are not stopped. */
export function callersOf(questions: readonly Question[], options: Omit<CallersOptions, "next">): Callers {
  const turns = Array.from({ length: options.callers }, (_, caller) => caller);
  return startCallers({
    ...options,
    next(caller) {
      const turn = turns[caller] ?? 0;
      turns[caller] = turn + 1;
      return questions[turn % questions.length];
    },
  });
}

function named(request: LoadRequest): Question {
  const mode = (request.body as { signForm?: string } | undefined)?.signForm;
  return { ...request, kind: mode ?? "READ" };
}
