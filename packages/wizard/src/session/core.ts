import type { FormEntry, Listener, Refusal, Setup, State } from "./state.js";

/** What the parts of a session share. */
export interface Core {
  readonly state: State;
  readonly setup: Setup;
  readonly listener: Listener;
  /** Runs one action at a time. After a failure, the employee can try again. */
  run(action: () => Promise<void>, signing?: boolean): Promise<void>;
  /** Shows a screen of the path. */
  show(key: string): void;
  offerStartOver(): void;
  /** Shows problems instead of continuing. */
  refuse(): void;
  /** Goes to what was rejected; false if the employee cannot change any of it. */
  leadTo(errors: readonly Refusal[], entry?: FormEntry): Promise<boolean>;
}
