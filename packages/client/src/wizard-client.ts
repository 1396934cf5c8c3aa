import { newIdempotencyKey } from "./idempotency-key.js";
import {
  type CallOptions,
  get,
  getJson,
  hostTokens,
  openTransport,
  post,
  type ServiceOptions,
  type TokenOptions,
  type Transport,
} from "./transport.js";
import type {
  FillPdfRequest,
  FillPdfResponse,
  FormInformation,
  GuidedFlowsResponse,
  LocationRequest,
  QuestionSet,
} from "./types.js";

/** What a wizard requests: a small part of the client, so that a page that needs no more stays small. */
export interface WizardClient {
  guidedFlows(location: LocationRequest, options?: CallOptions): Promise<GuidedFlowsResponse>;
  flowQuestionSet(flowId: string, questionSetId: string, options?: CallOptions): Promise<QuestionSet>;
  formQuestionSet(formId: string, questionSetId: string, options?: FormSetOptions): Promise<QuestionSet>;
  /**
   * Completes a form. SIGN is sent with an `Idempotency-Key`, so that a retry returns the form that was signed first and
   * leaves no second audit event.
   */
  fillPdf(request: FillPdfRequest, options?: FillOptions): Promise<FillPdfResponse>;
  /** GET fillPdf/{formId} */
  formInformation(formId: string, options?: VersionOptions): Promise<FormInformation>;
  /** The bytes of the blank form. */
  getPdf(formId: string, options?: VersionOptions): Promise<Uint8Array>;
}

export interface VersionOptions extends CallOptions {
  readonly formVersion?: string | undefined;
}

export interface FillOptions extends CallOptions {
  /**
   * For SIGN: a random key of 16 to 128 characters, such as a UUID. By default, a new one for each call. If you store it before
   * you call, you can repeat the request after a crash of your program, within 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface FormSetOptions extends VersionOptions {
  readonly hasFederalValues?: boolean | undefined;
}

export function createWizardClient(options: ServiceOptions & TokenOptions): WizardClient {
  return wizardOperations({ ...openTransport(options), tokens: hostTokens(options) });
}

export function wizardOperations(transport: Transport): WizardClient {
  return {
    guidedFlows: async (location, one = {}) =>
      post(transport, "guidedFlows", "guided-flows", location, one, false),
    flowQuestionSet: async (flowId, questionSetId, one = {}) =>
      getJson(
        transport,
        "flowQuestionSet",
        `flowQuestionSet/${segment(flowId)}/${segment(questionSetId)}`,
        one,
      ),
    formQuestionSet: async (formId, questionSetId, one = {}) =>
      getJson(
        transport,
        "formQuestionSet",
        `formQuestionSet/${segment(formId)}/${segment(questionSetId)}${queryOf(one)}`,
        one,
      ),
    fillPdf: async (request, one = {}) =>
      post(transport, "fillPdf", "fillPdf", request, one, true, idempotencyHeader(request, one)),
    formInformation: async (formId, one = {}) =>
      getJson(transport, "formInformation", `fillPdf/${segment(formId)}${queryOf(one)}`, one),
    getPdf: async (formId, one = {}) =>
      get(transport, "getPdf", `getPdf/${segment(formId)}${queryOf(one)}`, one, "application/pdf", readBytes),
  };
}

/** The other modes sign nothing, so they can be repeated as they are. */
function idempotencyHeader(
  { signForm }: FillPdfRequest,
  { idempotencyKey = newIdempotencyKey() }: FillOptions,
): Readonly<Record<string, string>> {
  return signForm === "SIGN" ? { "idempotency-key": idempotencyKey } : {};
}

async function readBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

/** Dot segments would leave the path, even escaped. */
function segment(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError("An id is empty or only dots.");
  return encodeURIComponent(id);
}

function queryOf({ formVersion, hasFederalValues }: FormSetOptions): string {
  const query = new URLSearchParams();
  if (formVersion !== undefined) query.set("formVersion", formVersion);
  if (hasFederalValues !== undefined) query.set("hasFederalValues", String(hasFederalValues));
  return written(query);
}

export function written(query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
