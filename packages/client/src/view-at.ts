import { END } from "./course.js";
import { inputsOf } from "./inputs.js";
import { viewOf } from "./show.js";
import { survey, surveyLast } from "./survey.js";
import type { Answers, Language, QuestionSet } from "./types.js";
import type { View } from "./view.js";

export interface ViewOptions {
  readonly answers: Answers;
  /** The set to stop at. By default, as far as the answers lead. */
  readonly at?: string | undefined;
  readonly language: Language;
  /** The state, province, or territory of the home address, which some checks of forms look at. */
  readonly region?: string | undefined;
  /** Answers that the form's `given` has in the flow. */
  readonly given?: Answers | undefined;
}

export interface ViewAt extends View {
  /** At the end of a form: what the employee must agree to before signing. */
  readonly perjuryStatement?: string;
  /** IDs of the answers on the path. */
  readonly used: readonly string[];
}

/** What `walk` shows, for callers that have all question sets, the first one first. Requests nothing and keeps nothing. */
export function viewAt(
  sets: ReadonlyMap<string, QuestionSet>,
  { answers, at = END, language, region, given }: ViewOptions,
): ViewAt {
  const inputs = inputsOf({ region, given });
  let found = survey([...sets.keys()].slice(0, 1), sets, answers, inputs);
  while (found.next.kind === "SET" && found.trail.at(-1) !== at) {
    const { questionSetId } = found.next;
    if (!sets.has(questionSetId) || found.trail.includes(questionSetId)) break;
    const trail = [...found.trail, questionSetId];
    found = { trail, ...surveyLast(trail, sets, answers, inputs) };
  }
  const view = viewOf({ survey: found, sets, answers, language, ended: at === END });
  const { perjuryStatement, used } = found.walk;
  const hasStatement = view.status === "COMPLETE" && perjuryStatement !== undefined;
  return { ...view, used, ...(hasStatement ? { perjuryStatement } : {}) };
}
