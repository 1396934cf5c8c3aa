import { END } from "./course.js";
import { inputsOf } from "./inputs.js";
import { viewOf } from "./show.js";
import { survey, surveyLast } from "./survey.js";
import type { Answers, GivenBy, Language, QuestionSet } from "./types.js";
import type { View } from "./view.js";

export interface ViewOptions extends GivenBy {
  readonly answers: Answers;
  /** The set to stop at. By default, as far as the answers lead. */
  readonly at?: string | undefined;
  readonly language: Language;
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
  { answers, at = END, language, ...known }: ViewOptions,
): ViewAt {
  const inputs = inputsOf(known);
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
