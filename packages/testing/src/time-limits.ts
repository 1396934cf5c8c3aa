import settings from "./time-limits.json" with { type: "json" };

/**
 * Every time limit that can be set, at its max: a busy machine must not fail a test. Judges read the same file. Only a
 * test whose subject is a limit sets a shorter one.
 */
export const timeLimits: Readonly<Record<string, string>> = settings;
