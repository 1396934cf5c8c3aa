import { flowQuestionSetExample, QuestionSet } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { Problem } from "../../../problems/problem.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { constantJson, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";

export function flowQuestionSetRoute(app: FastifyInstance, service: Service): void {
  const { catalog, constants } = service;
  app.get<{ Params: { flowId: string; questionSetId: string } }>("/flowQuestionSet/:flowId/:questionSetId", {
    schema: operation({
      operationId: "flowQuestionSet",
      tag: "Questions",
      summary: "A question set of a guided flow",
      description:
        "One question. Its options lead to another question set through navigation, or to an end: with formsToComplete, or without, if the employee needs no form. The answers to flows are not sent anywhere.",
      params: { flowId: "AL_RESIDENT", questionSetId: "QS1" },
      headers: acceptLanguage,
      ok: { schema: QuestionSet, types: ["application/json"], example: flowQuestionSetExample },
      constant: true,
      compressed: true,
      translated: true,
      problems: [404],
    }),
    config: { types: ["application/json"], wizard: true },
    handler: async (request, reply) => {
      const { flowId, questionSetId } = request.params;
      const language = chooseLanguage(request.headers["accept-language"]);
      const day = today(service);
      reply.header("content-language", language).header("vary", "accept-language");
      const flow = catalog.flow(flowId);
      if (flow === undefined) throw new Problem("UNKNOWN_FLOW");
      const key = `flow ${flowId} ${questionSetId} ${language} ${day}`;
      const known = constants.get(key);
      if (known !== undefined) return sendConstant(request, reply, known);
      const set = catalog.flowQuestionSet(flow, questionSetId, language, day);
      if (set === undefined) throw new Problem("UNKNOWN_QUESTION_SET");
      const made = constantJson(set);
      constants.set(key, made, made.size);
      return sendConstant(request, reply, made);
    },
  });
}
