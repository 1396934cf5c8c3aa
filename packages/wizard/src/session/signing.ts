import { type FillPdfResponse, RefusedError, type SignForm, walk } from "@withholding-forms/client";
import type { Core } from "./core.js";
import { employeeOf, employerOf } from "./people.js";
import { isSignature, personFields } from "./person.js";
import { targetOf } from "./refusals.js";
import { completedForm, federalValues } from "./results.js";
import type { FormEntry } from "./state.js";
import type { Steps } from "./steps.js";

/** From the review to the last signature. */
export interface Signing {
  submitReview(): void;
  editSignature(typed: string): void;
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

  function fill(entry: FormEntry, signForm: SignForm): Promise<FillPdfResponse> {
    const federal = federalValues(
      state.forms.flatMap(({ completed, preview }) => completed ?? preview ?? []),
    );
    const body = entry.journey.body({
      employee: employeeOf(state, entry.information),
      employer: employerOf(state, setup),
      signForm,
      ...(entry.hasFederalValues ? { federalValues: federal ?? null } : {}),
    });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return setup.client.fillPdf(body, { language: state.language, ...(timeZone ? { timeZone } : {}) });
  }

  /** Fills, or leads to what the service rejected. */
  async function tryToFill(entry: FormEntry, signForm: SignForm): Promise<FillPdfResponse | undefined> {
    try {
      return await fill(entry, signForm);
    } catch (error) {
      if (!(error instanceof RefusedError) || !(await core.leadTo(error.errors, entry))) throw error;
      return undefined;
    }
  }

  async function prepareReview(): Promise<boolean> {
    for (const entry of state.forms) {
      if (entry.completed !== undefined) continue;
      delete entry.preview;
      const filled = await tryToFill(entry, "PREVIEW");
      if (filled === undefined) return false;
      entry.preview = filled;
    }
    state.refusals = new Map();
    return true;
  }

  async function complete(): Promise<void> {
    const how = { sign: "SIGN", "sign-externally": "SIGN_EXTERNALLY", preview: "PREVIEW" } as const;
    for (const entry of state.forms) {
      if (entry.completed !== undefined) continue;
      const filled = await tryToFill(entry, how[setup.mode]);
      if (filled === undefined) return;
      entry.completed = await completedForm(filled);
      state.personFixed = personFields;
      listener.signed(entry.completed);
    }
    steps.show("done");
    listener.completed(state.forms.flatMap(({ completed }) => completed ?? []));
  }

  return {
    prepareReview,
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
      if (keys.length === 0) return;
      for (const entry of state.forms) {
        if (entry.journey.view.status !== "COMPLETE") continue;
        try {
          await fill(entry, "PREVIEW");
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          const found = error.errors.map((one): [string | undefined, string] => [
            targetOf(one, entry, state, setup)?.key,
            one.message,
          ]);
          state.refusals = new Map(
            found.flatMap(([key, message]) =>
              key !== undefined && keys.includes(key) ? [[key, message]] : [],
            ),
          );
          return;
        }
      }
    },
    submitReview: () => core.run(setup.mode === "sign" ? steps.goOn : complete),
    editSignature(typed) {
      state.signature = typed;
      listener.changed();
    },
    sign() {
      if (!isSignature(state.signature, state.person)) return core.refuse();
      core.run(complete, true);
    },
  };
}
