import type { Answer, Answers, Language } from "./types.js";
import type { View } from "./view.js";

/**
 * One employee's path through the question sets of a form or a flow. It sends nothing except requests for question sets;
 * the answers stay in this object until the caller reads them.
 */
export interface Journey<Seen extends View> {
  readonly view: Seen;
  /** Sets typed answers, for any set. `null` or `undefined` removes an answer. */
  answer(answers: Readonly<Record<string, Answer | undefined>>): Seen;
  /** Goes to the next set or the end, unless the current set has problems. */
  next(options?: MoveOptions): Promise<Seen>;
  /** Goes as far as the answers lead, for answers that were stored earlier. */
  advance(options?: MoveOptions): Promise<Seen>;
  /** Goes one set back. Answers stay, even those to sets that are no longer on the path. */
  back(): Seen;
  /** Goes back to a set of the path. */
  goTo(questionSetId: string): Seen;
  /** Fetches the sets of the path in another language. Answers stay. */
  changeLanguage(language: Language, options?: MoveOptions): Promise<Seen>;
}

export interface MoveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Where to start. */
export interface Progress {
  /** By default, the language of the client. */
  readonly language?: Language | undefined;
  /** Answers that were stored earlier. */
  readonly answers?: Answers | undefined;
  /** The set to resume from, or `END`, if the answers lead there. By default, the first set. */
  readonly at?: string | undefined;
}
