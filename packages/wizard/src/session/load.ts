import {
  allQuestionSets,
  type Flow,
  type FormInformation,
  type FormSummary,
  type Language,
  type QuestionSet,
  type WizardClient,
} from "@withholding-forms/client";
import { together } from "./together.js";

export type Sets = ReadonlyMap<string, QuestionSet>;

export interface LoadedForm {
  readonly information: FormInformation;
  /** Whether the sets are those for a form that comes with the federal values. */
  readonly hasFederalValues: boolean;
  /** All sets by id, in the language of the page. */
  readonly sets: Sets;
}

export interface FormKey {
  readonly form: FormSummary;
  readonly language: Language;
  /** The federal form comes before it, so its values are known. */
  readonly afterFederal: boolean;
}

/** The form whose values other forms can take. */
const federalLocality = "FEDERAL";

export function keysOf(forms: readonly FormSummary[], language: Language): readonly FormKey[] {
  const federal = forms.findIndex(({ formLocality }) => formLocality === federalLocality);
  return forms.map((form, index) => ({ form, language, afterFederal: federal >= 0 && federal < index }));
}

export function nameOf({ form: { id, formVersion }, language, afterFederal }: FormKey): string {
  return `${id} ${formVersion} ${language} ${afterFederal}`;
}

/** Gets flows and forms with all their question sets, each once per language. */
export function createLoader(client: WizardClient) {
  const flows = remembered<Sets>();
  const forms = remembered<LoadedForm>();
  return {
    flow: (flow: Flow, language: Language) =>
      flows(`${flow.id} ${flow.initialQuestionSetId} ${language}`, () => loadFlow(client, flow, language)),
    form: (key: FormKey) => forms(nameOf(key), () => loadForm(client, key)),
  };
}

async function loadForm(
  client: WizardClient,
  { form: { id, formVersion, initialQuestionSet }, language, afterFederal }: FormKey,
): Promise<LoadedForm> {
  const information = await client.formInformation(id, { formVersion });
  const hasFederalValues = afterFederal && information.acceptsFederalValues === true;
  const start = { formId: id, formVersion, initialQuestionSet, language, hasFederalValues };
  return { information, hasFederalValues, sets: together(byId(await allQuestionSets(client, start))) };
}

async function loadFlow(client: WizardClient, flow: Flow, language: Language): Promise<Sets> {
  if (flow.initialQuestionSetId === undefined) return new Map();
  // A flow's sets lead to each other like those of a form, and they have no versions.
  const source = {
    formQuestionSet: (flowId: string, questionSetId: string) =>
      client.flowQuestionSet(flowId, questionSetId, { language }),
  };
  const start = { formId: flow.id, formVersion: "", initialQuestionSet: flow.initialQuestionSetId };
  return byId(await allQuestionSets(source, start));
}

function byId(sets: readonly QuestionSet[]): Sets {
  return new Map(sets.map((set) => [set.id, set]));
}

/** A failed request is not cached, so the next call tries again. */
function remembered<T>(): (key: string, get: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, get) => {
    const found = known.get(key) ?? get();
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}
