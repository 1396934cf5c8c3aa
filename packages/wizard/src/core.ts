import type { FormEntry, Listener, Refusal, Setup, State } from "./state.js";

/** What the parts of a session share. */
export interface Core {
  readonly state: State;
  readonly setup: Setup;
  readonly listener: Listener;
  /** Runs one action at a time; a failure offers to run it again. */
  run(action: () => Promise<void>, signing?: boolean): Promise<void>;
  show(page: State["page"]): void;
  offerStartOver(): void;
  /** Shows problems instead of going on. */
  refuse(): void;
  /** Goes to what was refused; false where the employee can change none of it. */
  leadTo(errors: readonly Refusal[], entry?: FormEntry): boolean;
}
