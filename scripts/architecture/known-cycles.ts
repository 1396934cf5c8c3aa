/**
 * Cycles of packages that are not sorted into folders yet. This list may only get shorter: a new cycle fails the test, and
 * so does an entry here whose cycle is gone.
 */
export const knownCycles: readonly (readonly string[])[] = [
  [
    "packages/wizard/src/controls/choice.ts",
    "packages/wizard/src/controls/control.ts",
    "packages/wizard/src/controls/date.ts",
  ],
  [
    "packages/wizard/src/messages/en.ts",
    "packages/wizard/src/messages/es.ts",
    "packages/wizard/src/messages/fr.ts",
    "packages/wizard/src/messages/messages.ts",
  ],
];
