import { startJourney } from "./course.js";
import { inputsOf } from "./inputs.js";
import type { Journey, MoveOptions, Progress } from "./journey.js";
import type { CallOptions } from "./transport.js";
import type { Flow, FormSummary, GivenBy, Language, QuestionSet, Value } from "./types.js";
import type { PathStep, View } from "./view.js";

/** Source of a flow's question sets: a client, or anything else that has them. */
export interface FlowSource {
  readonly language?: Language;
  flowQuestionSet(flowId: string, questionSetId: string, options: CallOptions): Promise<QuestionSet>;
}

export interface FlowStart extends Progress, Pick<GivenBy, "locationData"> {
  /** As `guidedFlows` listed it. */
  readonly flow: Pick<Flow, "id" | "initialQuestionSetId" | "formsToComplete">;
}

export interface FlowView extends View {
  /** At the end: the forms that the employee must complete. Empty before. */
  readonly formsToComplete: readonly FormSummary[];
}

export interface FlowJourney extends Journey<FlowView> {
  readonly flowId: string;
  /** Everything needed to resume later. */
  save(): FlowStart;
}

export async function walkFlow(
  source: FlowSource,
  start: FlowStart,
  options: MoveOptions,
): Promise<FlowJourney> {
  const { flow, locationData } = start;
  const { journey, progress } = await startJourney<FlowView>(
    {
      start: flow.initialQuestionSetId,
      fetch: (questionSetId, language, { signal, timeoutMs }) =>
        source.flowQuestionSet(flow.id, questionSetId, { signal, timeoutMs, language }),
      inputs: inputsOf({ locationData }),
    },
    { ...start, language: start.language ?? source.language ?? "en" },
    (view) => ({ ...view, formsToComplete: view.status === "COMPLETE" ? formsOf(flow, view) : [] }),
    options,
  );
  return Object.assign(journey, {
    flowId: flow.id,
    save: (): FlowStart => ({ flow, ...(locationData && { locationData }), ...progress() }),
  });
}

/** Forms of the flow itself, if it asks nothing, and of the options chosen on the path; each form once. */
function formsOf(flow: FlowStart["flow"], { path }: View): FormSummary[] {
  const found = [...(flow.formsToComplete ?? []), ...path.flatMap(formsOfStep)];
  return [...new Map(found.map((form) => [form.id, form])).values()];
}

function formsOfStep({ questions }: PathStep): readonly FormSummary[] {
  return questions.flatMap(({ question, value }) => {
    const chosen = question.questionOptions?.find((option) => answerOf(option) === textOf(value));
    return value === undefined ? [] : (chosen?.formsToComplete ?? []);
  });
}

/** An option without a value is chosen by its ID, and one without an ID by its label. */
function answerOf({ value, id, label }: { value?: string | boolean; id?: string; label: string }): string {
  return String(value ?? id ?? label);
}

function textOf(value: Value | undefined): string {
  return value === undefined ? "" : String(value);
}
