import type { FederalValues, FillPdfRequest, FillPdfResponse, Language } from "@withholding-forms/client";
import { federalValues } from "./results.js";

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
export interface Signing {
  /** The last attempt by form id. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Why the last attempt failed, by form id. */
  readonly failures: ReadonlyMap<string, unknown>;
}

export const nothingSigned: Signing = { attempts: new Map(), failures: new Map() };

/** An attempt starts: with the same key if the same is sent, because the first one may have reached the service. */
export function attempting(
  signing: Signing,
  request: FillPdfRequest,
  next: Omit<Attempt, "request">,
): Signing {
  const before = signing.attempts.get(request.formId);
  const isRetry = before !== undefined && isSame(before.request, request);
  const attempt = isRetry ? before : { ...next, request };
  return {
    attempts: new Map(signing.attempts).set(request.formId, attempt),
    failures: without(signing.failures, request.formId),
  };
}

export function failed(signing: Signing, formId: string, error: unknown): Signing {
  return { ...signing, failures: new Map(signing.failures).set(formId, error) };
}

/** The form is signed: nothing is left to retry. */
export function signed({ attempts, failures }: Signing, formId: string): Signing {
  return { attempts: without(attempts, formId), failures: without(failures, formId) };
}

/**
 * Previews of all forms. Those that take federal values come after the others, with the values that the federal form's
 * preview returned. What has not changed is not requested again.
 */
export async function previewAll(
  forms: readonly Sendable[],
  known: Previews,
  language: Language,
  send: (request: FillPdfRequest) => Promise<FillPdfResponse>,
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
  const federal = federalValues([...made.values()].map(({ response }) => response));
  await Promise.all(forms.filter((form) => !first.includes(form)).map((form) => previewOf(form, federal)));
  return made;
}

export interface SignSteps {
  readonly language: Language;
  readonly newKey: () => string;
  readonly send: (attempt: Attempt) => Promise<FillPdfResponse>;
  /** A new state, after each step. */
  readonly changed: (signing: Signing) => void;
  /** A form is signed. Called before the next form is sent. */
  readonly deliver: (response: FillPdfResponse) => Promise<void>;
}

/** Signs what was previewed, form after form. A form that fails does not keep the others from being signed. */
export async function signAll(
  before: Signing,
  previews: readonly Previewed[],
  { language, newKey, send, changed, deliver }: SignSteps,
): Promise<Signing> {
  let signing = before;
  const change = (next: Signing): void => {
    signing = next;
    changed(next);
  };
  for (const { request } of previews) {
    const { formId } = request;
    change(attempting(signing, { ...request, signForm: "SIGN" }, { language, idempotencyKey: newKey() }));
    const attempt = signing.attempts.get(formId);
    if (attempt === undefined) continue;
    try {
      await deliver(await send(attempt));
      change(signed(signing, formId));
    } catch (error) {
      change(failed(signing, formId, error));
    }
  }
  return signing;
}

function isSame(one: FillPdfRequest, other: FillPdfRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([one]) => one !== key));
}
