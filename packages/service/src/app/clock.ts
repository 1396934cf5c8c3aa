/** Returns the time. Tests pass their own. */
export interface Clock {
  readonly clock: () => Date;
}

/** The date that determines which version is the latest. */
export function today({ clock }: Clock): string {
  return clock().toISOString().slice(0, 10);
}

/** The clock of the machine. */
export const systemClock: Clock = { clock: () => new Date() };
