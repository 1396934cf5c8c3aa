import type { FormVersion } from "@withholding-forms/catalog";
import { fileNameOf, formName } from "@withholding-forms/client";
import { Type } from "@withholding-forms/contract/typebox";
import type { FastifyInstance } from "fastify";
import { findForm } from "../../../app/find-form.js";
import { setDeprecation } from "../../deprecation.js";
import { chooseLanguage } from "../../language.js";
import { formVersionQuery, operation } from "../../openapi/operation.js";
import { readQuery } from "../../query.js";
import { constant, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";

const BlankPdf = Type.Unsafe<Uint8Array>({
  type: "string",
  format: "binary",
  description: "The blank, unflattened PDF",
});

export function getPdfRoute(app: FastifyInstance, service: Service): void {
  const { constants } = service;
  app.get<{ Params: { formId: string } }>("/getPdf/:formId", {
    schema: operation({
      operationId: "getPdf",
      tag: "PDF and Tax Parameters",
      summary: "The blank form",
      description: "The blank PDF as bytes, with its form fields.",
      params: { formId: "AL101" },
      query: formVersionQuery,
      ok: {
        schema: BlankPdf,
        types: ["application/pdf"],
        example: "%PDF-1.7 ...",
        headers: ["Content-Disposition"],
      },
      constant: true,
      versioned: true,
      problems: [404],
    }),
    config: { types: ["application/pdf"], wizard: true },
    handler: async (request, reply) => {
      const { formVersion } = readQuery(request, chooseLanguage(request.headers["accept-language"]));
      const found = findForm(service, request.params.formId, formVersion);
      setDeprecation(reply, service, found);
      const { form } = found;
      reply.header("content-disposition", `inline; filename="${fileName(form)}"`);
      const key = `blank ${form.id} ${form.version}`;
      const known = constants.get(key);
      if (known !== undefined) return sendConstant(request, reply, known);
      const made = constant(form.blank(), "application/pdf");
      constants.set(key, made, made.size);
      return sendConstant(request, reply, made);
    },
  });
}

/** As in the wizard. A header takes only ASCII. */
function fileName({ name, locality, taxYear }: FormVersion): string {
  const own = formName({ name, formLocality: locality, taxYear });
  return fileNameOf(own, "blank").replace(/[^\x20-\x7e]/g, "_");
}
