import type { FormVersion } from "@withholding-forms/catalog";
import { QuestionSet } from "@withholding-forms/contract/schemas";
import { Type } from "@withholding-forms/contract/typebox";
import type { Note, QuestionSet as PlainSet, Question } from "@withholding-forms/interview";
import type { FastifyInstance } from "fastify";
import { findForm, noticesOf } from "../../../app/find-form.js";
import { Problem } from "../../../problems/problem.js";
import { setDeprecation } from "../../deprecation.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, formVersionQuery, operation } from "../../openapi/operation.js";
import { readQuery } from "../../query.js";
import { constantJson, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";
import { imageAddress } from "../images/images.js";

export function formQuestionSetRoute(app: FastifyInstance, service: Service): void {
  const { constants } = service;
  app.get<{ Params: { formId: string; questionSetId: string } }>("/formQuestionSet/:formId/:questionSetId", {
    schema: operation({
      operationId: "formQuestionSet",
      tag: "Questions",
      summary: "A question set of a form",
      description:
        "Questions with their validation, display recommendations, and navigation. If you omit formVersion, the latest version is used and the response has a WARNING notice.",
      params: { formId: "AL101", questionSetId: "QS1" },
      query: {
        ...formVersionQuery,
        hasFederalValues: Type.Optional(
          Type.Boolean({
            default: false,
            examples: [false],
            description:
              "true if you will send federalValues to fillPdf. Only forms with acceptsFederalValues ask other questions then; send it with every question set of the form",
          }),
        ),
      },
      headers: acceptLanguage,
      ok: { schema: QuestionSet, types: ["application/json"] },
      constant: true,
      compressed: true,
      translated: true,
      versioned: true,
      problems: [404],
    }),
    config: { types: ["application/json"], wizard: true },
    handler: async (request, reply) => {
      const { formId, questionSetId } = request.params;
      const language = chooseLanguage(request.headers["accept-language"]);
      const { formVersion, hasFederalValues } = readQuery(request, language);
      const found = findForm(service, formId, formVersion);
      reply.header("content-language", language).header("vary", "accept-language");
      const { form, status, yearEnded, latest } = found;
      const key = `form ${form.id} ${form.version} ${questionSetId} ${language} ${hasFederalValues} ${status} ${formVersion === undefined} ${yearEnded} ${latest.version}`;
      let known = constants.get(key);
      if (known === undefined) {
        const set = form.questionSet(questionSetId, language, hasFederalValues);
        if (set === undefined) throw new Problem("UNKNOWN_QUESTION_SET");
        // The page of a question set is for the employee.
        const own = form.notices(language).filter((one) => one.notice.audience === "EMPLOYEE");
        const { notice } = noticesOf(found, language, own, formVersion !== undefined);
        known = constantJson({
          ...withImages(set, form, service.publicUrl()),
          ...(notice === undefined ? {} : { notice }),
        });
        constants.set(key, known, known.size);
      }
      setDeprecation(reply, service, found);
      return sendConstant(request, reply, known);
    },
  });
}

/** The content names a page of the blank; callers get its address. */
function withImages(set: PlainSet, form: FormVersion, publicUrl: string): PlainSet {
  const address = (note: Note): Note =>
    note.htmlType === "IMAGE" ? { ...note, href: imageAddress(publicUrl, form, note.href) } : note;
  const question = (one: Question): Question =>
    one.notes === undefined ? one : { ...one, notes: one.notes.map(address) };
  return {
    ...set,
    questions: set.questions.map(question),
    ...(set.notes === undefined ? {} : { notes: set.notes.map(address) }),
  };
}
