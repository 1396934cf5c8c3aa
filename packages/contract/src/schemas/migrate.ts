import { Type } from "../typebox.js";
import { optionalOrNull, type Shape, words } from "./build.js";
import { Answer, maxAnswers } from "./fill-pdf.js";
import { formId, formVersion } from "./members.js";

// An extension of the specification: stored answers and new versions.

export const MigrateRequest = Type.Object(
  {
    formId: Type.String({ minLength: 1, maxLength: 40, description: "ID of the form" }),
    fromVersion: Type.String({
      minLength: 1,
      maxLength: 40,
      description: "The version for which the answers were given. It can be retired",
    }),
    toVersion: optionalOrNull(
      Type.String({ minLength: 1, maxLength: 40, description: "The latest by default" }),
    ),
    fields: Type.Record(Type.String(), Answer, {
      maxProperties: maxAnswers,
      description: "The stored answers by question ID, as sent to fillPdf",
    }),
    hasFederalValues: optionalOrNull(
      Type.Boolean({ description: "Whether fillPdf also gets federalValues. false by default" }),
    ),
  },
  {
    $id: "MigrateRequest",
    additionalProperties: false,
    description: "Stored answers to an earlier version of a form",
    examples: [{ formId: "AL101", fromVersion: "2014.3.0", fields: { filingStatus: "SINGLE", children: 2 } }],
  },
);
export type MigrateRequest = Shape<typeof MigrateRequest>;

export const StaleAnswer = Type.Object(
  {
    questionId: Type.String({ description: "ID of the question" }),
    reason: words(
      ["REFUSED", "UNASKED", "UNREACHED", "CALCULATED", "REMOVED"],
      "REFUSED: no longer accepted. UNASKED: the other answers do not lead to the question. UNREACHED: depends on an answer that is missing or refused. CALCULATED: no longer asked. REMOVED: there is no such question",
    ),
    message: Type.Optional(
      Type.String({ description: "REFUSED: the question's message, in the language of the response" }),
    ),
  },
  { $id: "StaleAnswer", description: "A stored answer that the new version does not use" },
);
export type StaleAnswer = Shape<typeof StaleAnswer>;

export const MigrateResponse = Type.Object(
  {
    formId,
    toVersion: formVersion,
    fields: Type.Record(Type.String(), Answer, { description: "The answers that are still valid" }),
    stale: Type.Array(StaleAnswer, { description: "The others" }),
    missing: Type.Array(Type.String(), {
      description: "IDs of questions that must be asked, as far as the answers lead",
    }),
    changed: Type.Array(Type.String(), {
      description:
        "IDs of valid answers whose question changed, so that the employee may want to review them",
    }),
    end: words(
      ["COMPLETE", "INELIGIBLE", "STOPPED"],
      "COMPLETE: nothing has to be asked. INELIGIBLE: the employee cannot use the new version. STOPPED: something must be asked again",
    ),
  },
  {
    $id: "MigrateResponse",
    description: "Which stored answers are valid for another version",
    examples: [
      {
        formId: "AL101",
        toVersion: "2014.3.0",
        fields: { filingStatus: "SINGLE" },
        stale: [{ questionId: "children", reason: "REMOVED" }],
        missing: ["dependents"],
        changed: [],
        end: "STOPPED",
      },
    ],
  },
);
export type MigrateResponse = Shape<typeof MigrateResponse>;
