import type {
  FederalValues,
  FillPdfRequest,
  FillPdfResponse,
  Language,
  SignForm,
} from "@withholding-forms/client";
import { type FederalSource, federalValues } from "./results.js";

/** A form as it is sent. */
export interface Sendable {
  readonly formId: string;
  readonly takesFederalValues: boolean;
  /** The request for a preview, with the federal values if the form takes them. */
  readonly request: (federal: FederalValues | undefined) => FillPdfRequest;
}

/** A preview with what it was made from, so that it is made again only if that has changed. */
export interface Previewed {
  readonly request: FillPdfRequest;
  readonly language: Language;
  readonly response: FillPdfResponse;
}

export type Previews = ReadonlyMap<string, Previewed>;

/** A request to sign one form. A retry sends exactly the same, so that the service never signs a form twice. */
export interface Attempt {
  readonly request: FillPdfRequest;
  /** The language is part of what is signed: a retry in another language would be another request. */
  readonly language: Language;
  readonly idempotencyKey: string;
}

/** How far the signatures are. */
export interface Signatures {
  /** The last attempt by form id. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Why the last attempt failed, by form id. */
  readonly failures: ReadonlyMap<string, unknown>;
}

export const nothingSigned: Signatures = { attempts: new Map(), failures: new Map() };

/** An attempt starts: with the same key if the same is sent, because the first one may have reached the service. */
export function attempting(
  signatures: Signatures,
  request: FillPdfRequest,
  next: Omit<Attempt, "request">,
): Signatures {
  const before = signatures.attempts.get(request.formId);
  const isRetry = before !== undefined && isSame(before.request, request);
  const attempt = isRetry ? before : { ...next, request };
  return {
    attempts: new Map(signatures.attempts).set(request.formId, attempt),
    failures: without(signatures.failures, request.formId),
  };
}

export function failed(signatures: Signatures, formId: string, error: unknown): Signatures {
  return { ...signatures, failures: new Map(signatures.failures).set(formId, error) };
}

/** The form is signed: nothing is left to retry. */
export function signed({ attempts, failures }: Signatures, formId: string): Signatures {
  return { attempts: without(attempts, formId), failures: without(failures, formId) };
}

export interface PreviewSteps {
  readonly known: Previews;
  /** Forms that are signed already. */
  readonly completed: readonly FederalSource[];
  readonly language: Language;
  readonly send: (request: FillPdfRequest) => Promise<FillPdfResponse>;
}

/**
 * Previews of all forms. Those that take federal values come after the others, with the values that the federal form's
 * preview returned. What has not changed is not requested again.
 */
export async function previewAll(
  forms: readonly Sendable[],
  { known, completed, language, send }: PreviewSteps,
): Promise<Previews> {
  const made = new Map<string, Previewed>();
  const previewOf = async ({ formId, request }: Sendable, federal: FederalValues | undefined) => {
    const body = request(federal);
    const before = known.get(formId);
    const isKnown = before !== undefined && before.language === language && isSame(before.request, body);
    made.set(formId, isKnown ? before : { request: body, language, response: await send(body) });
  };
  const first = forms.filter((form) => !form.takesFederalValues);
  await Promise.all(first.map((form) => previewOf(form, undefined)));
  const federal = federalValues([...completed, ...[...made.values()].map(({ response }) => response)]);
  await Promise.all(forms.filter((form) => !first.includes(form)).map((form) => previewOf(form, federal)));
  return made;
}

export interface SignSteps {
  readonly signForm: SignForm;
  readonly language: Language;
  readonly newKey: () => string;
  readonly send: (attempt: Attempt) => Promise<FillPdfResponse>;
  /** A new state, after each step. */
  readonly changed: (signatures: Signatures) => void;
  /** A form is signed. Called before the next form is sent. */
  readonly deliver: (response: FillPdfResponse) => Promise<void>;
}

/** Signs what was previewed, form after form. A form that fails does not keep the others from being signed. */
export async function signAll(
  before: Signatures,
  previews: readonly Previewed[],
  { signForm, language, newKey, send, changed, deliver }: SignSteps,
): Promise<Signatures> {
  let signatures = before;
  const change = (next: Signatures): void => {
    signatures = next;
    changed(next);
  };
  for (const { request } of previews) {
    const { formId } = request;
    change(attempting(signatures, { ...request, signForm }, { language, idempotencyKey: newKey() }));
    const attempt = signatures.attempts.get(formId);
    if (attempt === undefined) continue;
    try {
      await deliver(await send(attempt));
      change(signed(signatures, formId));
    } catch (error) {
      change(failed(signatures, formId, error));
    }
  }
  return signatures;
}

function isSame(one: FillPdfRequest, other: FillPdfRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([one]) => one !== key));
}
