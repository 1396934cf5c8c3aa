import type { Inputs } from "@withholding-forms/interview";
import { JourneyError } from "./errors.js";
import type { Journey, MoveOptions, Progress } from "./journey.js";
import { viewOf } from "./show.js";
import { type Survey, survey } from "./survey.js";
import type { Answers, Language, QuestionSet } from "./types.js";
import type { PathStep, View } from "./view.js";

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
  const walk = startWalk(course, progress, see);
  if (course.start !== undefined) {
    await bring(walk, course.start, options);
    settle(walk, { shown: [course.start], ended: false });
    await skipGiven(walk, options);
    if (progress.at !== undefined) await advanceTo(walk, progress.at, options);
  }
  return {
    journey: journeyOf(walk),
    progress: () => {
      const { language, answers, ended, shown } = walk.position;
      return { language, answers, at: ended ? END : (shown.at(-1) ?? END) };
    },
    found: () => walk.found,
  };
}

/** How far the employee has come. */
interface Position {
  readonly language: Language;
  readonly answers: Answers;
  /** Fetched sets, in the language of the position. */
  readonly sets: ReadonlyMap<string, QuestionSet>;
  /** The sets on the path so far. */
  readonly shown: readonly string[];
  readonly ended: boolean;
}

/** A journey in progress. Every change replaces the position. */
interface Walking<Seen extends View> {
  readonly course: Course;
  readonly see: (view: View, found: Survey) => Seen;
  position: Position;
  found: Survey;
  view: Seen;
}

function startWalk<Seen extends View>(
  course: Course,
  { language, answers }: Progress & { readonly language: Language },
  see: (view: View, found: Survey) => Seen,
): Walking<Seen> {
  const position: Position = {
    language,
    answers: { ...answers },
    sets: new Map(),
    shown: [],
    ended: course.start === undefined,
  };
  const found = surveyAt(course, position);
  return { course, see, position, found, view: see(viewOf({ ...position, survey: found }), found) };
}

function surveyAt({ inputs }: Course, { shown, sets, answers }: Position): Survey {
  return survey(shown, sets, answers, inputs);
}

/** After every change: drops sets that the answers no longer lead to. */
function settle<Seen extends View>(walk: Walking<Seen>, change: Partial<Position> = {}): Seen {
  const changed = { ...walk.position, ...change };
  const found = surveyAt(walk.course, changed);
  const shown = found.trail;
  const over = found.next.kind === "COMPLETE" || found.next.kind === "INELIGIBLE";
  walk.position = { ...changed, shown, ended: shown.length === 0 || (changed.ended && over) };
  walk.found = found;
  walk.view = walk.see(viewOf({ ...walk.position, survey: found }), found);
  return walk.view;
}

async function bring(walk: Walking<View>, questionSetId: string, options: MoveOptions): Promise<void> {
  // Fetch again only if the language changed in the meantime.
  while (!walk.position.sets.has(questionSetId)) {
    const { language } = walk.position;
    const set = await walk.course.fetch(questionSetId, language, options);
    const { position } = walk;
    if (language === position.language)
      walk.position = { ...position, sets: new Map([...position.sets, [questionSetId, set]]) };
  }
}

async function step<Seen extends View>(walk: Walking<Seen>, options: MoveOptions): Promise<Seen> {
  if (walk.position.ended) return walk.view;
  const { next } = surveyAt(walk.course, walk.position);
  if (next.kind === "NOWHERE" || (next.kind === "SET" && walk.position.shown.includes(next.questionSetId)))
    throw new JourneyError("NAVIGATION", "The question sets do not say where to continue.");
  if (next.kind === "PROBLEMS") return settle(walk);
  if (next.kind !== "SET") return settle(walk, { ended: true });
  await bring(walk, next.questionSetId, options);
  // In the meantime, the employee may have gone back or changed an answer.
  const now = surveyAt(walk.course, walk.position).next;
  const isStillNext = now.kind === "SET" && now.questionSetId === next.questionSetId;
  settle(walk, isStillNext ? { shown: [...walk.position.shown, next.questionSetId] } : {});
  return skipGiven(walk, options);
}

/** Nobody has to see a set that asks nothing because all of its answers are given. */
async function skipGiven<Seen extends View>(walk: Walking<Seen>, options: MoveOptions): Promise<Seen> {
  return !walk.position.ended && isGiven(walk.view.path.at(-1)) ? step(walk, options) : walk.view;
}

function isGiven(step: PathStep | undefined): boolean {
  const asked = step?.questions.filter(({ question }) => !question.isCalculated) ?? [];
  return asked.length > 0 && asked.every(({ given }) => given === true);
}

async function advanceTo<Seen extends View>(
  walk: Walking<Seen>,
  at: string,
  options: MoveOptions,
): Promise<Seen> {
  const isThere = (): boolean => walk.position.ended || walk.position.shown.at(-1) === at;
  for (let length = -1; length < walk.position.shown.length && !isThere(); ) {
    length = walk.position.shown.length;
    await step(walk, options);
  }
  return settle(walk, at === END ? {} : { ended: false });
}

function journeyOf<Seen extends View>(walk: Walking<Seen>): Journey<Seen> {
  let moving: Promise<Seen> | undefined;
  let languageChanges = 0;

  /** Selecting "Continue" again while a set is being fetched has no effect. */
  function move(work: () => Promise<Seen>): Promise<Seen> {
    moving ??= work().finally(() => {
      moving = undefined;
    });
    return moving;
  }

  return {
    get view() {
      return walk.view;
    },
    answer: (given) => settle(walk, { answers: merged(walk.position.answers, given) }),
    next: (options = {}) => move(() => step(walk, options)),
    advance: (options = {}) => move(() => advanceTo(walk, END, options)),
    back() {
      const { ended, shown } = walk.position;
      const { path } = walk.view;
      const asking = path.findLastIndex((one, index) => (ended || index < shown.length - 1) && !isGiven(one));
      return settle(walk, { ended: false, shown: asking < 0 ? shown : shown.slice(0, asking + 1) });
    },
    goTo(questionSetId) {
      const { shown } = walk.position;
      const index = shown.indexOf(questionSetId);
      if (index < 0) throw new JourneyError("NAVIGATION", "The question set is not on the path.");
      return settle(walk, { ended: false, shown: shown.slice(0, index + 1) });
    },
    async changeLanguage(language, options = {}) {
      const change = ++languageChanges;
      const sets = await fetchShown(walk, language, options);
      // Only the last of several changes counts.
      return change === languageChanges ? settle(walk, { language, sets }) : walk.view;
    },
  };
}

/** An answer of null or undefined removes the one before. */
function merged(answers: Answers, given: Parameters<Journey<View>["answer"]>[0]): Answers {
  return Object.fromEntries(
    Object.entries({ ...answers, ...given }).flatMap(([id, answer]) =>
      answer === undefined || answer === null ? [] : [[id, answer]],
    ),
  );
}

/** The sets on the path in another language. */
async function fetchShown(
  walk: Walking<View>,
  language: Language,
  options: MoveOptions,
): Promise<ReadonlyMap<string, QuestionSet>> {
  const fetched = new Map<string, QuestionSet>();
  const missing = (): readonly string[] => walk.position.shown.filter((id) => !fetched.has(id));
  // More than one round only if the employee continues in the meantime.
  for (let ids = missing(); ids.length > 0; ids = missing()) {
    const brought = await Promise.all(ids.map((id) => walk.course.fetch(id, language, options)));
    for (const [index, id] of ids.entries()) fetched.set(id, brought[index] as QuestionSet);
  }
  return fetched;
}
