import type { Inputs } from "@withholding-forms/interview";
import { JourneyError } from "./errors.js";
import type { Journey, MoveOptions, Progress } from "./journey.js";
import { viewOf } from "./show.js";
import { type Survey, survey } from "./survey.js";
import type { Answers, Language, QuestionSet } from "./types.js";
import type { View } from "./view.js";

export interface Course {
  /** Absent in a flow that asks nothing. */
  readonly start: string | undefined;
  readonly fetch: (questionSetId: string, language: Language, options: MoveOptions) => Promise<QuestionSet>;
  /** What checks may look at besides answers. */
  readonly inputs?: Inputs;
}

export const END = "END";

export interface Started<Seen extends View> {
  readonly journey: Journey<Seen>;
  /** What to store to resume later. */
  readonly progress: () => { readonly language: Language; readonly answers: Answers; readonly at: string };
  /** The latest survey of the path. */
  readonly found: () => Survey;
}

/** `see` adds what a form or a flow has in addition to a plain view. */
export async function startJourney<Seen extends View>(
  course: Course,
  progress: Progress & { readonly language: Language },
  see: (view: View, found: Survey) => Seen,
  options: MoveOptions,
): Promise<Started<Seen>> {
  let { language } = progress;
  let answers: Answers = { ...progress.answers };
  let sets: ReadonlyMap<string, QuestionSet> = new Map();
  let shown: readonly string[] = [];
  let ended = course.start === undefined;
  let found = survey(shown, sets, answers, course.inputs);
  let view = look();
  let moving: Promise<Seen> | undefined;
  let languageChanges = 0;

  function look(): Seen {
    return see(viewOf({ survey: found, sets, answers, language, ended }), found);
  }

  /** After every change: drops sets that the answers no longer lead to. */
  function settle(): Seen {
    found = survey(shown, sets, answers, course.inputs);
    shown = found.trail;
    const over = found.next.kind === "COMPLETE" || found.next.kind === "INELIGIBLE";
    ended = shown.length === 0 || (ended && over);
    view = look();
    return view;
  }

  async function bring(questionSetId: string, moveOptions: MoveOptions): Promise<void> {
    // Fetch again only if the language changed in the meantime.
    while (!sets.has(questionSetId)) {
      const asked = language;
      const set = await course.fetch(questionSetId, asked, moveOptions);
      if (asked === language) sets = new Map([...sets, [questionSetId, set]]);
    }
  }

  async function step(moveOptions: MoveOptions): Promise<Seen> {
    if (ended) return view;
    const { next } = survey(shown, sets, answers, course.inputs);
    if (next.kind === "NOWHERE" || (next.kind === "SET" && shown.includes(next.questionSetId)))
      throw new JourneyError("NAVIGATION", "The question sets do not say where to go on.");
    if (next.kind === "SET") {
      await bring(next.questionSetId, moveOptions);
      // In the meantime, the employee may have gone back or changed an answer.
      const now = survey(shown, sets, answers, course.inputs).next;
      if (now.kind === "SET" && now.questionSetId === next.questionSetId)
        shown = [...shown, next.questionSetId];
    } else if (next.kind !== "PROBLEMS") ended = true;
    return settle();
  }

  async function advanceTo(at: string, moveOptions: MoveOptions): Promise<Seen> {
    for (let length = -1; length < shown.length && !ended && shown.at(-1) !== at; ) {
      length = shown.length;
      await step(moveOptions);
    }
    if (at !== END) ended = false;
    return settle();
  }

  /** Selecting "Continue" again while a set is being fetched has no effect. */
  function move(work: () => Promise<Seen>): Promise<Seen> {
    moving ??= work().finally(() => {
      moving = undefined;
    });
    return moving;
  }

  if (course.start !== undefined) {
    await bring(course.start, options);
    shown = [course.start];
    settle();
    if (progress.at !== undefined) await advanceTo(progress.at, options);
  }

  const journey: Journey<Seen> = {
    get view() {
      return view;
    },
    answer(given) {
      answers = Object.fromEntries(
        Object.entries({ ...answers, ...given }).flatMap(([id, answer]) =>
          answer === undefined || answer === null ? [] : [[id, answer]],
        ),
      );
      return settle();
    },
    next: (moveOptions = {}) => move(() => step(moveOptions)),
    advance: (moveOptions = {}) => move(() => advanceTo(END, moveOptions)),
    back() {
      if (ended) ended = false;
      else if (shown.length > 1) shown = shown.slice(0, -1);
      return settle();
    },
    goTo(questionSetId) {
      const index = shown.indexOf(questionSetId);
      if (index < 0) throw new JourneyError("NAVIGATION", "The question set is not on the path.");
      ended = false;
      shown = shown.slice(0, index + 1);
      return settle();
    },
    async changeLanguage(to, moveOptions = {}) {
      const turn = ++languageChanges;
      const fetched = new Map<string, QuestionSet>();
      // More than one round only if the employee continues in the meantime.
      for (let missing = shown; missing.length > 0; missing = shown.filter((id) => !fetched.has(id))) {
        const brought = await Promise.all(missing.map((id) => course.fetch(id, to, moveOptions)));
        for (const [index, id] of missing.entries()) fetched.set(id, brought[index] as QuestionSet);
      }
      if (turn !== languageChanges) return view;
      language = to;
      sets = fetched;
      return settle();
    },
  };
  return {
    journey,
    progress: () => ({ language, answers, at: ended ? END : (shown.at(-1) ?? END) }),
    found: () => found,
  };
}
