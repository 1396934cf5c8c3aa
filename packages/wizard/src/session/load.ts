import {
  allQuestionSets,
  type Client,
  type Flow,
  type FormInformation,
  type FormSummary,
  type Language,
  type QuestionSet,
} from "@withholding-forms/client";

export type Sets = ReadonlyMap<string, QuestionSet>;

export interface LoadedForm {
  readonly information: FormInformation;
  /** Whether the sets are those for a form that comes with the federal values. */
  readonly hasFederalValues: boolean;
  readonly sets: Sets;
}

/** Gets flows and forms with all their question sets, each once per language. */
export interface Loader {
  flow(flow: Flow, language: Language): Promise<Sets>;
  /** `afterFederal`: the federal form comes before it, so its values are known. */
  form(form: FormSummary, language: Language, afterFederal: boolean): Promise<LoadedForm>;
}

export function createLoader(client: Client): Loader {
  const flows = remembered<Sets>();
  const forms = remembered<LoadedForm>();
  return {
    flow: (flow, language) =>
      flows(`${flow.id} ${flow.initialQuestionSetId} ${language}`, () => setsOfFlow(client, flow, language)),
    form: ({ id, formVersion, initialQuestionSet }, language, afterFederal) =>
      forms(`${id} ${formVersion} ${language} ${afterFederal}`, async () => {
        const information = await client.formInformation(id, { formVersion });
        const uses = afterFederal && information.acceptsFederalValues === true;
        const start = { formId: id, formVersion, initialQuestionSet, language, hasFederalValues: uses };
        return { information, hasFederalValues: uses, sets: byId(await allQuestionSets(client, start)) };
      }),
  };
}

/** Question sets as a source for journeys that wait for nothing. */
export function inMemory(sets: Sets) {
  const find = async (_of: string, questionSetId: string): Promise<QuestionSet> => {
    const set = sets.get(questionSetId);
    if (set === undefined) throw new Error(`There is no question set ${questionSetId}.`);
    return set;
  };
  return { formQuestionSet: find, flowQuestionSet: find };
}

async function setsOfFlow(client: Client, flow: Flow, language: Language): Promise<Sets> {
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

/** What failed is asked again the next time. */
function remembered<T>(): (key: string, get: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, get) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = get();
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };
}
