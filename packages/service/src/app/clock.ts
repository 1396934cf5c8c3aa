/** Returns the time. Tests pass their own. */
export interface Clock {
  readonly clock: () => Date;
}

/** The date that determines which version is the latest. */
export function today({ clock }: Clock): string {
  const number = Math.floor(clock().getTime() / 86_400_000);
  if (number !== day.number) day = { number, text: new Date(number * 86_400_000).toISOString().slice(0, 10) };
  return day.text;
}

let day = { number: 0, text: "1970-01-01" };

/** ISO 8601 in UTC. Most of those that are needed at one time are of the same millisecond, and writing one takes 1 µs. */
export function timestamp(instant: Date): string {
  const time = instant.getTime();
  if (time !== latest.time) latest = { time, text: instant.toISOString() };
  return latest.text;
}

let latest = { time: 0, text: "1970-01-01T00:00:00.000Z" };

/** The clock of the machine. */
export const systemClock: Clock = { clock: () => new Date() };
