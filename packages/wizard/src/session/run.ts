import {
  type FillPdfRequest,
  type FillPdfResponse,
  type Language,
  NotFoundError,
  newIdempotencyKey,
  ProblemError,
  pdfBytes,
  RefusedError,
  UnauthorizedError,
  WithholdingFormsError,
  type WizardClient,
} from "@withholding-forms/client";
import { loadMessages } from "../messages/messages-in.js";
import type { Effect, Event, Outcome, PageEffect, Request } from "./events.js";
import { createLoader, nameOf } from "./load.js";
import { reduce } from "./reduce.js";
import { digestOf } from "./results.js";
import type { BlankFile, Problem, State } from "./state.js";

/** The state, and how events reach it. */
export interface Session {
  readonly state: State;
  readonly send: (event: Event) => void;
}

/** What the page around the session does. */
export interface Host {
  readonly changed: () => void;
  readonly perform: (effect: PageEffect) => void;
  readonly download: (file: BlankFile) => Promise<void>;
}

/** Reduces events and performs the effects. What an effect led to is the next event. */
export function createSession(client: WizardClient, initial: State, host: Host): Session {
  let state = initial;
  const load = createLoader(client);

  function send(event: Event): void {
    const step = reduce(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
    host.changed();
  }

  function perform(effect: Effect): void {
    switch (effect.kind) {
      case "locate":
      case "load":
      case "preview":
      case "sign":
      case "download":
        outcomeOf(effect)
          .then(send)
          .catch((error: unknown) => send({ type: "failed", ...failureOf(error) }));
        break;
      default:
        host.perform(effect);
    }
  }

  async function outcomeOf(effect: Request): Promise<Outcome> {
    switch (effect.kind) {
      case "locate": {
        const { language, request } = effect;
        await loadMessages(language);
        if (request === undefined) return { type: "located", language };
        const location = await client.guidedFlows(request, { language });
        const sets = location.flows.map(async (flow) => [flow.id, await load.flow(flow, language)] as const);
        return { type: "located", language, location, sets: new Map(await Promise.all(sets)) };
      }
      case "load": {
        const forms = effect.forms.map(async (key) => [nameOf(key), await load.form(key)] as const);
        return { type: "loaded", forms: new Map(await Promise.all(forms)) };
      }
      case "preview": {
        const { requests, language } = effect;
        const previews = requests.map(async (request) => {
          const response = await fill(request, language);
          return { request, language, response, idempotencyKey: newIdempotencyKey() };
        });
        return { type: "previewed", previews: await Promise.all(previews) };
      }
      case "sign": {
        const { request, language, idempotencyKey } = effect.attempt;
        const response = await fill(request, language, idempotencyKey);
        return { type: "signed", response, sha256: await digestOf(pdfBytes(response)) };
      }
      case "download":
        await host.download(effect);
        return { type: "downloaded" };
    }
  }

  async function fill(
    request: FillPdfRequest,
    language: Language,
    idempotencyKey?: string,
  ): Promise<FillPdfResponse> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      return await client.fillPdf(request, { language, idempotencyKey, ...(timeZone ? { timeZone } : {}) });
    } catch (error) {
      throw new FormError(request.formId, error);
    }
  }

  return {
    get state() {
      return state;
    },
    send,
  };
}

class FormError extends Error {
  readonly formId: string;

  constructor(formId: string, cause: unknown) {
    super(formId, { cause });
    this.formId = formId;
  }
}

function failureOf(error: unknown): { readonly problem: Problem; readonly formId?: string } {
  return error instanceof FormError
    ? { problem: problemOf(error.cause), formId: error.formId }
    : { problem: problemOf(error) };
}

function problemOf(error: unknown): Problem {
  const cause =
    error instanceof RefusedError ? "refused" : error instanceof NotFoundError ? "gone" : undefined;
  return {
    kind: kindOf(error),
    ...(cause && { cause }),
    message: error instanceof Error ? error.message : "",
    errors: error instanceof ProblemError ? error.errors : [],
  };
}

function kindOf(error: unknown): Problem["kind"] {
  if (error instanceof UnauthorizedError) return "unauthorized";
  if (!(error instanceof WithholdingFormsError)) return "other";
  if (error.kind === "network" || error.kind === "timeout") return "network";
  const status = "status" in error ? Number(error.status) : 0;
  if (status === 429 || status === 502 || status === 503 || status === 504) return "busy";
  // The same request would be rejected again.
  return error instanceof ProblemError && status < 500 ? "blocked" : "other";
}
