import { Type } from "@withholding-forms/contract/typebox";
import type { FastifyInstance } from "fastify";
import { chooseType } from "../../hooks/accept.js";
import { operation } from "../../openapi/operation.js";
import type { PublishedDescription } from "../../openapi/published.js";
import { sendConstant } from "../../reply.js";

/** A JSON document is YAML too, so callers who take JSON only are served as well. */
const types = [
  "application/yaml",
  "text/yaml",
  "application/x-yaml",
  "text/plain",
  "application/json",
] as const;

const description = "OpenAPI 3.0 description of this API";
const Description = Type.Record(Type.String(), Type.Any(), {
  description,
  examples: [{ openapi: "3.0.3", info: { title: "Withholding Forms", version: "0.0.1" } }],
});
const DescriptionText = Type.String({ description, examples: ["openapi: 3.0.3 ..."] });

export function docsConfigRoute(app: FastifyInstance, published: PublishedDescription): void {
  app.get("/docs/config", {
    schema: operation({
      operationId: "docsConfig",
      tag: "Documentation",
      summary: "This API description",
      description:
        "OpenAPI 3.0 as YAML, or as JSON if Accept asks for it. Use it to generate a client. /docs/yaml and /docs/json, outside the path prefix, return the same without a token.",
      ok: {
        schema: Description,
        types,
        schemas: { "text/plain": DescriptionText },
      },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types },
    handler: async (request, reply) => {
      const type = chooseType(request.headers.accept, types) ?? types[0];
      return sendConstant(request, reply.header("vary", "accept"), await published(type));
    },
  });
}
