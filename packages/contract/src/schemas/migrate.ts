import { Type } from "../typebox.js";
import {
  closedObject,
  flag,
  list,
  mapOf,
  namedObject,
  optionalOrNull,
  optionalText,
  type Shape,
  text,
  words,
} from "./build.js";
import { Answer, maxAnswers } from "./fill-pdf.js";
import { formId, formVersion } from "./members.js";

// An extension of the specification: stored answers and new versions.

export const MigrateRequest = closedObject(
  "MigrateRequest",
  "Stored answers to an earlier version of a form",
  {
    formId: text("ID of the form", { minLength: 1, maxLength: 40 }),
    fromVersion: text("The version for which the answers were given. It can be retired", {
      minLength: 1,
      maxLength: 40,
    }),
    toVersion: optionalOrNull(text("The latest by default", { minLength: 1, maxLength: 40 })),
    fields: mapOf(Answer, "The stored answers by question ID, as sent to fillPdf", {
      maxProperties: maxAnswers,
    }),
    hasFederalValues: optionalOrNull(flag("Whether fillPdf also gets federalValues. false by default")),
  },
);
export type MigrateRequest = Shape<typeof MigrateRequest>;

export const StaleAnswer = namedObject("StaleAnswer", "A stored answer that the new version does not use", {
  questionId: text("ID of the question"),
  reason: words(
    ["REFUSED", "UNASKED", "UNREACHED", "CALCULATED", "REMOVED"],
    "REFUSED: no longer accepted. UNASKED: the other answers do not lead to the question. UNREACHED: depends on an answer that is missing or refused. CALCULATED: no longer asked. REMOVED: there is no such question",
  ),
  message: optionalText("REFUSED: the question's message, in the language of the response"),
});
export type StaleAnswer = Shape<typeof StaleAnswer>;

export const MigrateResponse = namedObject(
  "MigrateResponse",
  "Which stored answers are valid for another version",
  {
    formId,
    toVersion: formVersion,
    fields: mapOf(Answer, "The answers that are still valid"),
    stale: list(StaleAnswer, "The others"),
    missing: list(Type.String(), "IDs of questions that must be asked, as far as the answers lead"),
    changed: list(
      Type.String(),
      "IDs of valid answers whose question changed, so that the employee may want to review them",
    ),
    end: words(
      ["COMPLETE", "INELIGIBLE", "STOPPED"],
      "COMPLETE: nothing has to be asked. INELIGIBLE: the employee cannot use the new version. STOPPED: something must be asked again",
    ),
  },
);
export type MigrateResponse = Shape<typeof MigrateResponse>;
