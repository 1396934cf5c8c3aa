import type { FormVersionStatus } from "@withholding-forms/contract";
import { FormInformation } from "@withholding-forms/contract/schemas";
import { defined } from "@withholding-forms/interview";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { findForm, noticesOf } from "../../../app/find-form.js";
import { setDeprecation } from "../../deprecation.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, formVersionQuery, operation } from "../../openapi/operation.js";
import { readQuery } from "../../query.js";
import { constantJson, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";
import { imageAddress } from "../images/images.js";

export function formInformationRoute(app: FastifyInstance, service: Service): void {
  const { constants } = service;
  app.get<{ Params: { formId: string } }>("/fillPdf/:formId", {
    schema: operation({
      operationId: "formInformation",
      tag: "PDF and Tax Parameters",
      summary: "What fillPdf accepts and returns for a form",
      description:
        "Field schema, images of the blank form, and the schema of the tax parameters, with descriptions in the language of the response. A deprecated version has a DEPRECATION notice that names the current version.",
      params: { formId: "AL101" },
      query: formVersionQuery,
      headers: acceptLanguage,
      ok: { schema: FormInformation, types: ["application/json"] },
      constant: true,
      compressed: true,
      translated: true,
      versioned: true,
      problems: [404],
    }),
    config: { types: ["application/json"], wizard: true },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const { formVersion } = readQuery(request, language);
      const found = findForm(service, request.params.formId, formVersion);
      reply.header("content-language", language).header("vary", "accept-language");
      setDeprecation(reply, service, found);
      const { form } = found;
      // What the versions are called, and the notice, depend on the day.
      const day = today(service);
      const key = `information ${form.id} ${form.version} ${day} ${language}`;
      const known = constants.get(key);
      if (known !== undefined) return sendConstant(request, reply, known);
      const pages = Array.from({ length: form.pages }, (_, index) => String(index + 1));
      const information = {
        id: form.id,
        locality: form.locality,
        name: form.name,
        title: form.title,
        formType: displayType(form.formType),
        initialQuestionSetId: form.initialQuestionSet,
        effectiveDate: form.effectiveDate,
        formVersion: form.version,
        ...defined({ taxYear: form.taxYear }),
        versions: versionsOf(service, form.id, day),
        formFields: form.formFields,
        required: form.required,
        ...defined({ otherCountryAddress: form.otherCountryAddress }),
        blankFormImages: pages.map((page) => imageAddress(service.publicUrl(), form, page)),
        taxParameters: form.taxParameters(language),
        signatureFields: form.signatureFields,
        language: form.language,
        ...form.lifeCycle,
        acceptsFederalValues: form.acceptsFederalValues,
        ...(form.agencyAddress === undefined ? {} : { agencyAddress: form.agencyAddress }),
        official: form.edition !== undefined,
        verification: form.verification,
        ...defined(noticesOf(found, language, form.notices(language))),
      };
      const made = constantJson(information);
      constants.set(key, made, made.size);
      return sendConstant(request, reply, made);
    },
  });
}

function versionsOf({ catalog }: Service, formId: string, day: string): FormVersionStatus[] {
  return catalog.versions(formId, day).flatMap(({ version, effectiveDate, retiredDate }) => {
    const found = catalog.find(formId, version, day);
    if (typeof found === "string") return [];
    return [defined({ formVersion: version, status: found.status, effectiveDate, lastDate: retiredDate })];
  });
}

/** `CANADA_RESIDENT` is shown as `Canada Resident`. */
export function displayType(formType: string): string {
  return formType
    .split("_")
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join(" ");
}
