import type { Answer, Answers, Language } from "./types.js";
import type { View } from "./view.js";

/**
 * One person's way through the question sets of a form or a flow. Nothing leaves it but requests for question sets; the
 * answers stay in this object until the caller takes them.
 */
export interface Journey<Seen extends View> {
  readonly view: Seen;
  /** Takes what was typed, for any set. `null` or `undefined` takes an answer back. */
  answer(answers: Readonly<Record<string, Answer | undefined>>): Seen;
  /** Goes on to the next set or the end, unless the current set has problems. */
  next(options?: MoveOptions): Promise<Seen>;
  /** Goes on as far as the answers lead: for answers that were stored earlier. */
  advance(options?: MoveOptions): Promise<Seen>;
  /** Goes one set back. Answers stay, also those to sets that are no longer on the way. */
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

/** Where to begin. */
export interface Progress {
  /** Unless told, the language of the client. */
  readonly language?: Language | undefined;
  /** Answers that were stored earlier. */
  readonly answers?: Answers | undefined;
  /** The set to go on from, or `END`, as far as the answers lead there. Unless told, the first set. */
  readonly at?: string | undefined;
}
