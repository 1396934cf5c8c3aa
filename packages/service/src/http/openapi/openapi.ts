import {
  BulkFillPdfRequest,
  BulkLocationRequest,
  BulkResponse,
  ChangesResponse,
  CoverageResponse,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  FillPdfRequest,
  FillPdfResponse,
  FormIds,
  FormInformation,
  FormsCatalog,
  FormsResponse,
  GuidedFlowsResponse,
  LocationRequest,
  Login,
  LoginRefused,
  MigrateRequest,
  MigrateResponse,
  NoticesResponse,
  named,
  ParametersResponse,
  ProblemDocument,
  published,
  QuestionSet,
  Unauthorized,
} from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { productVersion } from "../../product-version.js";
import { swagger } from "../../vendor/fastify.js";
import { refine } from "./refine.js";
import { problemExamples, responseHeaders } from "./responses.js";

/** Bodies of requests and responses; every named schema inside them becomes a component, too. */
const roots = [
  LocationRequest,
  FormsResponse,
  GuidedFlowsResponse,
  QuestionSet,
  FillPdfRequest,
  FillPdfResponse,
  BulkLocationRequest,
  BulkFillPdfRequest,
  BulkResponse,
  FormInformation,
  FormIds,
  FormsCatalog,
  ParametersResponse,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  MigrateRequest,
  MigrateResponse,
  NoticesResponse,
  CoverageResponse,
  ChangesResponse,
  Login,
  LoginRefused,
  Unauthorized,
  ProblemDocument,
];

/** Collects the routes into an OpenAPI 3.0 description. Must be registered before them. */
export async function describeInterface(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  for (const schema of named(roots).values()) app.addSchema(published(schema));
  const located = <Document extends { info?: object }>(document: Document): Document => {
    const url = publicUrl();
    const contact = { name: "The operator of this service", url };
    return {
      ...document,
      info: { ...document.info, "x-product-version": productVersion, contact },
      servers: [{ url }],
    };
  };
  await app.register(swagger, {
    openapi: {
      openapi: "3.0.3",
      info: {
        title: "Withholding Forms",
        // As the specification says; the version of the product is next to it.
        version: "0.0.1",
        description:
          "Withholding certificates for US and Canadian payroll: applicable forms, questions, validation, completed PDFs, and tax parameters.",
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      tags: [
        { name: "Authentication", description: "Login" },
        { name: "Forms", description: "Applicable forms and flows, and the list of all forms" },
        { name: "Questions", description: "Question sets of flows and forms" },
        { name: "PDF and Tax Parameters", description: "Blank and completed forms" },
        { name: "Documentation", description: "This API description" },
      ],
      components: {
        examples: problemExamples(),
        headers: responseHeaders,
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "api-key",
            description: "The product API key, only for login",
          },
          bearer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The accessToken from login, valid for 24 hours by default",
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema["$id"]) },
    // The URL is known only once the service listens.
    transformObject: (document) =>
      "openapiObject" in document ? refine(located(document.openapiObject)) : document.swaggerObject,
  });
}
