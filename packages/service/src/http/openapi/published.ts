import type { FastifyInstance } from "fastify";
import { type Constant, constant } from "../reply.js";

/** The API description as a response of a media type: JSON for `application/json`, YAML for all others. */
export type PublishedDescription = (type: string) => Promise<Constant>;

/** Each response is made with the first request for it: a start does not wait for that. */
export function publishedDescription(app: FastifyInstance): PublishedDescription {
  const made = new Map<string, Constant>();
  let yaml: string | undefined;
  const textOf = async (type: string): Promise<string> => {
    if (type === "application/json") return JSON.stringify(app.swagger());
    yaml ??= await yamlText(app.swagger());
    return yaml;
  };
  return async (type) => {
    let response = made.get(type);
    if (response === undefined) {
      response = constant(await textOf(type), `${type}; charset=utf-8`);
      made.set(type, response);
    }
    return response;
  };
}

/** The package is loaded with the first request: it is many small files, and the service starts without it sooner. */
async function yamlText(description: object): Promise<string> {
  const { stringify } = await import("yaml");
  // Without anchors: several tools read YAML, but no aliases. Many read YAML 1.1, in which a bare ON is true.
  return stringify(description, { aliasDuplicateObjects: false, version: "1.1" });
}
