import {
  type FillPdfRequest,
  type FillPdfResponse,
  fileNameOf,
  formName,
  type Language,
  newIdempotencyKey,
  RefusedError,
  walk,
} from "@withholding-forms/client";
import type { Core } from "./core.js";
import { employeeOf, employerOf } from "./people.js";
import { fullName, isSignature, personFields } from "./person.js";
import { targetOf } from "./refusals.js";
import { completedForm } from "./results.js";
import { previewAll, type Sendable, signAll } from "./signatures.js";
import type { FormEntry } from "./state.js";
import type { Steps } from "./steps.js";

/** From the review to the last signature. */
export interface Signing {
  submitReview(): void;
  /** Consents to signing electronically, or no longer does. */
  consent(on: boolean): void;
  editSignature(typed: string): void;
  /** Signs all forms that are not signed yet. */
  sign(): void;
}

interface SigningParts extends Signing {
  /** Before the page `review`: what the service says about every form. False if it led to something to correct. */
  prepareReview(): Promise<boolean>;
  /** Before the page `sign`, and after a change of the language on it. */
  prepareSign(): Promise<boolean>;
  /** The service's messages for what it rejected, in the current language. */
  refreshRefusals(): Promise<void>;
}

export function createSigning(core: Core, steps: Steps): SigningParts {
  const { state, setup, listener } = core;
  const openForms = () => state.forms.filter(({ completed }) => completed === undefined);
  const entryOf = (formId: string) => state.forms.find(({ summary }) => summary.id === formId);

  function send(
    request: FillPdfRequest,
    language: Language,
    idempotencyKey?: string,
  ): Promise<FillPdfResponse> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return setup.client.fillPdf(request, { language, idempotencyKey, ...(timeZone ? { timeZone } : {}) });
  }

  function sendable(entry: FormEntry): Sendable {
    const { summary, information, journey, hasFederalValues } = entry;
    return {
      formId: summary.id,
      takesFederalValues: hasFederalValues,
      request: (federal) =>
        journey.body({
          employee: employeeOf(state, information),
          employer: employerOf(state, setup),
          signForm: "PREVIEW",
          ...(hasFederalValues ? { federalValues: federal ?? null } : {}),
        }),
    };
  }

  /** Previews of all open forms. What was refused, and why, if one was refused. */
  async function preview(): Promise<{ readonly entry: FormEntry; readonly error: RefusedError } | undefined> {
    const forms = openForms();
    let refused: { entry: FormEntry; error: RefusedError } | undefined;
    try {
      const previews = await previewAll(forms.map(sendable), {
        known: new Map(forms.flatMap(({ summary, preview: known }) => (known ? [[summary.id, known]] : []))),
        completed: state.forms.flatMap(({ completed }) => completed ?? []),
        language: state.language,
        send: async (request) => {
          try {
            return await send(request, state.language);
          } catch (error) {
            const entry = entryOf(request.formId);
            if (error instanceof RefusedError && entry !== undefined) refused ??= { entry, error };
            throw error;
          }
        },
      });
      for (const entry of forms) {
        const made = previews.get(entry.summary.id);
        if (made !== undefined) entry.preview = made;
      }
      return undefined;
    } catch (error) {
      if (refused === undefined) throw error;
      return refused;
    }
  }

  async function complete(): Promise<void> {
    const how = { sign: "SIGN", "sign-externally": "SIGN_EXTERNALLY", preview: "PREVIEW" } as const;
    const previews = openForms().flatMap(({ preview: known }) => known ?? []);
    state.signatures = await signAll(state.signatures, previews, {
      signForm: how[setup.mode],
      language: state.language,
      newKey: newIdempotencyKey,
      send: ({ request, language, idempotencyKey }) => send(request, language, idempotencyKey),
      changed(signatures) {
        state.signatures = signatures;
        listener.changed();
      },
      deliver,
    });
    for (const [formId, error] of state.signatures.failures)
      if (error instanceof RefusedError && (await core.leadTo(error.errors, entryOf(formId)))) return;
    // The others are signed. The employee can try again, with what is missing.
    for (const error of state.signatures.failures.values()) throw error;
    steps.show("done");
    listener.completed(state.forms.flatMap(({ completed }) => completed ?? []));
  }

  async function deliver(response: FillPdfResponse): Promise<void> {
    const entry = entryOf(response.form);
    if (entry === undefined) return;
    const { summary, information } = entry;
    entry.completed = await completedForm(response, {
      official: information.official === true,
      fileName: fileNameOf(formName({ ...summary, taxYear: information.taxYear }), fullName(state.person)),
    });
    delete entry.preview;
    state.personFixed = personFields;
    listener.signed(entry.completed);
  }

  return {
    async prepareReview() {
      const refused = await preview();
      if (refused === undefined) state.refusals = new Map();
      else if (!(await core.leadTo(refused.error.errors, refused.entry))) throw refused.error;
      return refused === undefined;
    },
    async prepareSign() {
      for (const entry of state.forms) {
        delete entry.officialStatement;
        const printed = entry.information.language ?? state.language;
        if (printed === state.language) continue;
        const official = await walk(setup.client, { ...entry.journey.save(), language: printed });
        const statement = official.view.perjuryStatement;
        if (statement !== undefined) entry.officialStatement = statement;
      }
      return true;
    },
    async refreshRefusals() {
      const keys = [...state.refusals.keys()];
      if (keys.length === 0 || openForms().some(({ journey }) => journey.view.status !== "COMPLETE")) return;
      const refused = await preview();
      state.refusals = new Map(
        refused?.error.errors.flatMap((one): [string, string][] => {
          const key = targetOf(one, refused.entry, state, setup)?.key;
          return key !== undefined && keys.includes(key) ? [[key, one.message]] : [];
        }),
      );
    },
    submitReview: () => core.run(setup.mode === "sign" ? steps.goOn : complete),
    consent(on) {
      state.consents = on;
      listener.changed();
    },
    editSignature(typed) {
      state.signature = typed;
      listener.changed();
    },
    sign() {
      if (!state.consents || !isSignature(state.signature, state.person)) return core.refuse();
      core.run(complete, true);
    },
  };
}
