import {
  type Employee,
  type Employer,
  type FillPdfResponse,
  type FormInformation,
  type FormJourney,
  type Language,
  RefusedError,
  type SignForm,
  walk,
} from "@withholding-forms/client";
import { messagesIn } from "../messages/messages-in.js";
import { addressProblems, draftOf } from "./address.js";
import type { Core } from "./core.js";
import { questionFieldId } from "./field-ids.js";
import type { Kept } from "./keep.js";
import {
  employeeFields,
  employerFields,
  fieldsOf,
  isSignature,
  personFields,
  personProblems,
  spelled,
} from "./person.js";
import { chosenAddress, employerAddress, employerAddressProblems, leadsToSigned } from "./places.js";
import { targetOf } from "./refusals.js";
import { completedForm, federalValues } from "./results.js";
import { BlockedError, type FormEntry, isSigned, type Refusal, type Setup, type State } from "./state.js";

/** From the list of forms to the last signature. */
export interface Forms {
  startForms(): void;
  submitPerson(): void;
  /** `unread`: typed text that could not be read as a number; there is no answer then. */
  answer(questionId: string, answer: string | readonly string[] | null, unread?: string): void;
  nextInForm(): void;
  /** From the review: back to a question, keeping everything. */
  change(questionSetId: string, questionId: string): void;
  changePerson(): void;
  /** Other addresses may need other forms, so the employee goes through the flow questions again. */
  changeAddresses(): void;
  chooseOtherForm(): void;
  showPreview(): void;
  showSign(): void;
  editSignature(typed: string): void;
  sign(): void;
  nextForm(): void;
  fetchBlank(entry: FormEntry, download: (bytes: Uint8Array, fileName: string) => void): void;
}

interface FormsParts extends Forms {
  /** Clears all forms, to start over. */
  clear(): void;
  showForms(): Promise<void>;
  /** After a reload: the forms with the answers they had. */
  restore(kept: Kept): Promise<void>;
  backInForm(): void;
  changeLanguage(language: Language): Promise<void>;
  refreshRefusals(): Promise<void>;
}

export function createForms(core: Core): FormsParts {
  const { state, setup, listener } = core;
  const { client } = setup;
  /** A form that is removed from the list and added again keeps its answers. */
  const known = new Map<string, FormEntry>();

  const current = (): FormEntry | undefined => state.forms[state.formIndex];
  const informations = () => state.forms.map(({ information }) => information);
  const fields = () => fieldsOf(informations(), state.person);
  function personIsComplete(): boolean {
    const words = messagesIn(state.language);
    const own = personProblems(fields(), informations(), state.person, words);
    return Object.keys({ ...own, ...employerAddressProblems(state, setup, words) }).length === 0;
  }

  async function findForms(): Promise<void> {
    const found = state.flows.flatMap(({ journey }) => journey.view.formsToComplete);
    const signed = state.forms.flatMap(({ summary, completed }) =>
      completed === undefined ? [] : [summary],
    );
    // A signed form stays, whatever else is answered later.
    const summaries = [...new Map([...signed, ...found].map((form) => [form.id, form])).values()];
    state.forms = await Promise.all(
      summaries.map(async (summary): Promise<FormEntry> => {
        const before = known.get(summary.id);
        if (before !== undefined) return before;
        const information = await client.formInformation(summary.id, { formVersion: summary.formVersion });
        const entry: FormEntry = {
          summary,
          information,
          seen: new Set(),
          unread: new Map(),
          changing: false,
        };
        known.set(summary.id, entry);
        return entry;
      }),
    );
  }

  async function showForms(): Promise<void> {
    await findForms();
    const wrong = hostProblems();
    if (wrong.length > 0) throw new BlockedError(wrong);
    core.show(state.forms.length === 0 ? "empty" : "overview");
  }

  /** Host data that no form can print: report it now, not after every question is answered. */
  function hostProblems(): readonly Refusal[] {
    const words = messagesIn(state.language);
    const given = employerFields.filter((field) => setup.employer?.[field]);
    const own = Object.entries(personProblems(given, informations(), state.person, words)).map(
      ([field, message]) => ({ pointer: `/employer/${field}`, message }),
    );
    const places = [
      { root: "/employee/address", address: state.addressesGiven ? chosenAddress(state, "home") : undefined },
      { root: "/employer/address", address: setup.employer?.address },
    ].flatMap(({ root, address }) =>
      Object.values(address ? addressProblems(draftOf(address), words) : {}).map((message) => ({
        pointer: root,
        message,
      })),
    );
    return state.forms.length === 0 ? [] : [...own, ...places];
  }

  /** The first form that is not completed yet. */
  async function enterForm(): Promise<void> {
    state.formIndex = state.forms.findIndex(({ completed }) => completed === undefined);
    const entry = current();
    if (entry === undefined) return finish();
    const hasFederalValues =
      entry.information.acceptsFederalValues === true && knownFederalValues() !== undefined;
    const saved = entry.journey?.save();
    if (entry.journey === undefined || saved?.hasFederalValues !== hasFederalValues) {
      entry.journey = await walk(client, {
        formId: entry.summary.id,
        formVersion: entry.summary.formVersion,
        initialQuestionSet: entry.summary.initialQuestionSet,
        hasFederalValues,
        language: state.language,
        answers: saved?.answers,
      });
    }
    settle(entry, entry.journey);
  }

  const knownFederalValues = () =>
    federalValues(state.forms.flatMap(({ completed }) => (completed === undefined ? [] : [completed])));

  function settle(entry: FormEntry, { view }: FormJourney): void {
    if (view.status === "ASKING") {
      bringAlong(entry);
      entry.seen.add(sight(entry));
    }
    if (view.status === "COMPLETE") entry.changing = false;
    core.show(
      view.status === "COMPLETE" ? "review" : view.status === "INELIGIBLE" ? "ineligible" : "questions",
    );
  }

  /** Nobody should type the same date of birth twice: an answer to the same question on an earlier form is filled in. */
  function bringAlong({ journey }: FormEntry): void {
    const earlier = state.forms.flatMap(({ completed, journey: done }) =>
      completed === undefined ? [] : (done?.view.path.flatMap(({ questions }) => questions) ?? []),
    );
    for (const { question, answer } of journey?.view.questions ?? []) {
      const before = earlier.find(
        (one) => one.question.id === question.id && one.question.displayType === question.displayType,
      );
      const typed = ["TEXT", "TELEPHONE", "EMAIL", "ZIPCODE"].includes(question.displayType ?? "");
      const sameWords = before?.question.questionText === question.questionText;
      if (answer === undefined && before?.answer !== undefined && typed && sameWords)
        journey?.answer({ [question.id]: before.answer });
    }
  }

  function finish(): void {
    core.show("done");
    listener.completed(state.forms.flatMap(({ completed }) => (completed === undefined ? [] : [completed])));
  }

  function fill(entry: FormEntry, signForm: SignForm): Promise<FillPdfResponse> {
    const accepts = entry.journey?.save().hasFederalValues === true;
    const body = entry.journey?.body({
      employee: employeeOf(state, entry.information),
      employer: employerOf(state, setup),
      signForm,
      ...(accepts ? { federalValues: knownFederalValues() ?? null } : {}),
    });
    if (body === undefined) throw new Error("No form has been begun.");
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return client.fillPdf(body, { language: state.language, ...(timeZone ? { timeZone } : {}) });
  }

  /** Fills, or leads to what the service rejected. */
  async function tryToFill(entry: FormEntry, signForm: SignForm): Promise<FillPdfResponse | undefined> {
    try {
      const filled = await fill(entry, signForm);
      state.refusals = new Map();
      return filled;
    } catch (error) {
      if (!(error instanceof RefusedError) || !core.leadTo(error.errors, entry)) throw error;
      return undefined;
    }
  }

  async function openSign(entry: FormEntry): Promise<void> {
    delete entry.officialStatement;
    const printed = entry.information.language ?? state.language;
    if (printed !== state.language && entry.journey !== undefined) {
      const official = await walk(client, { ...entry.journey.save(), language: printed });
      const statement = official.view.perjuryStatement;
      if (statement !== undefined) entry.officialStatement = statement;
    }
    state.signature = "";
    core.show("sign");
  }

  return {
    clear() {
      known.clear();
      state.forms = [];
      state.formIndex = 0;
    },
    showForms,
    async restore(kept) {
      await findForms();
      for (const entry of state.forms) {
        const before = kept.forms[entry.summary.id];
        for (const one of before?.seen ?? []) entry.seen.add(one);
        if (before?.completed !== undefined) entry.completed = before.completed;
        else if (before?.start !== undefined)
          entry.journey = await walk(client, { ...before.start, language: state.language });
      }
      if (kept.page === "overview" || kept.page === "empty") return showForms();
      if (kept.page === "person") return core.show("person");
      await enterForm();
    },
    startForms() {
      if (state.forms.every(({ completed }) => completed !== undefined)) return finish();
      // Once a form is signed, the next one belongs to the same person.
      if ((isSigned(state) || !state.personAsked) && personIsComplete()) return core.run(enterForm);
      state.personAsked = true;
      core.show("person");
    },
    submitPerson() {
      const refused = [...state.refusals.keys()].some((key) => key.startsWith("/employe"));
      if (refused || !personIsComplete()) return core.refuse();
      core.run(enterForm);
    },
    answer(questionId, answer, unread) {
      const entry = current();
      if (unread === undefined) entry?.unread.delete(questionId);
      else entry?.unread.set(questionId, unread);
      entry?.journey?.answer({ [questionId]: answer as string | string[] | null });
      state.refusals = new Map([...state.refusals].filter(([key]) => key !== questionId));
      listener.changed();
    },
    nextInForm() {
      const entry = current();
      const journey = entry?.journey;
      if (entry === undefined || journey === undefined) return;
      // A box that was not checked means no.
      for (const { question, answer } of journey.view.questions)
        if (question.displayType === "CHECKBOX" && answer === undefined)
          journey.answer({ [question.id]: "false" });
      const isOpen = (): boolean =>
        journey.view.problems.length > 0 ||
        journey.view.questions.some(({ question: { id } }) => state.refusals.has(id) || entry.unread.has(id));
      if (isOpen()) return core.refuse();
      core.run(async () => {
        await journey.next();
        while (entry.changing && journey.view.status === "ASKING" && entry.seen.has(sight(entry))) {
          if (isOpen()) break;
          await journey.next();
        }
        settle(entry, journey);
      });
    },
    change(questionSetId, questionId) {
      const entry = current();
      if (entry?.journey === undefined) return;
      entry.journey.goTo(questionSetId);
      entry.changing = true;
      state.focus = questionFieldId(questionId);
      core.show("questions");
    },
    changePerson() {
      state.personAsked = true;
      core.show("person");
    },
    changeAddresses: () => core.show("addresses"),
    chooseOtherForm() {
      const entry = current();
      const at = state.flows.findIndex(({ journey }) =>
        journey.view.formsToComplete.some(({ id }) => id === entry?.summary.id),
      );
      const flow = state.flows[at];
      if (flow !== undefined && leadsToSigned(flow, state)) return core.offerStartOver();
      entry?.journey?.back();
      if (flow?.journey.view.set === undefined) return core.show("overview");
      state.flowIndex = at;
      flow.journey.back();
      core.show("flow");
    },
    showPreview() {
      const entry = current();
      if (entry === undefined) return;
      core.run(async () => {
        const filled = await tryToFill(entry, "PREVIEW");
        if (filled === undefined) return;
        entry.preview = filled.pdf;
        core.show("preview");
      });
    },
    showSign() {
      const entry = current();
      if (entry !== undefined) core.run(() => openSign(entry));
    },
    editSignature(typed) {
      state.signature = typed;
      listener.changed();
    },
    sign() {
      const entry = current();
      if (entry === undefined) return;
      const signing = setup.mode === "sign";
      if (signing && !isSignature(state.signature, state.person)) return core.refuse();
      const signForm = { sign: "SIGN", "sign-externally": "SIGN_EXTERNALLY", preview: "PREVIEW" } as const;
      core.run(async () => {
        const filled = await tryToFill(entry, signForm[setup.mode]);
        if (filled === undefined) return;
        entry.completed = await completedForm(filled);
        state.personFixed = personFields;
        delete entry.preview;
        listener.signed(entry.completed);
        if (state.forms.every(({ completed }) => completed !== undefined)) finish();
        else core.show("signed");
      }, signing);
    },
    nextForm: () => core.run(enterForm),
    fetchBlank({ summary: { id, formVersion } }, download) {
      core.run(async () =>
        download(await client.getPdf(id, { formVersion }), `${id}-${formVersion}-blank.pdf`),
      );
    },
    backInForm() {
      const entry = current();
      switch (state.page) {
        case "questions":
          if ((entry?.journey?.view.path.length ?? 0) > 1) {
            entry?.journey?.back();
            return core.show("questions");
          }
          // A signature is final: nothing before it can be changed.
          if (isSigned(state)) return core.offerStartOver();
          return core.show(state.personAsked ? "person" : "overview");
        case "review":
        case "ineligible":
          entry?.journey?.back();
          return core.show("questions");
        case "preview":
          return core.show("review");
        default:
          return core.show("preview");
      }
    },
    async changeLanguage(language) {
      const entry = current();
      await Promise.all([...known.values()].map(async ({ journey }) => journey?.changeLanguage(language)));
      // Another language might accept it, but with another meaning.
      for (const { unread } of known.values()) unread.clear();
      if (state.page !== "sign" || entry === undefined) return;
      const before = state.language;
      const signature = state.signature;
      try {
        state.language = language;
        await openSign(entry);
        state.signature = signature;
      } catch (error) {
        state.language = before;
        throw error;
      }
    },
    /** The service's messages for what it rejected, in the current language. */
    async refreshRefusals() {
      const entry = current();
      if (state.refusals.size === 0 || entry?.journey === undefined) return;
      const at = entry.journey.save();
      const copy = await walk(client, { ...at, language: state.language, at: "END" });
      if (copy.view.status !== "COMPLETE") return;
      const [journey, keys] = [entry.journey, [...state.refusals.keys()]];
      try {
        entry.journey = copy;
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
      } finally {
        entry.journey = journey;
      }
    },
  };
}

/** A set with its current questions: another dependent question makes it a new page to review. */
function sight({ journey }: FormEntry): string {
  const view = journey?.view;
  return `${view?.set.id} ${view?.questions.map(({ question }) => question.id).join(" ")}`;
}

/** The service refuses a number that the form does not use, such as the Canadian one on a US form. */
export function employeeOf(state: Readonly<State>, { formFields }: FormInformation): Employee {
  const entries = employeeFields.flatMap((field) => {
    const value = spelled(field, state.person[field] ?? "");
    return value && field in formFields.employee ? [[field, value]] : [];
  });
  return { ...Object.fromEntries(entries), address: chosenAddress(state, "home") } as Employee;
}

export function employerOf(state: Readonly<State>, setup: Setup): Employer {
  const entries = employerFields.flatMap((field) => {
    const value = spelled(field, state.person[field] ?? "");
    return value === "" ? [] : [[field, value]];
  });
  const address = employerAddress(state, setup);
  return { ...Object.fromEntries(entries), ...(address === undefined ? {} : { address }) } as Employer;
}
