import { fileURLToPath } from "node:url";
import { buildArtifact } from "../../../authoring/src/compile/build-artifact.js";
import { type Artifact, readArtifact } from "../../../catalog/src/model/artifact.js";
import type { Catalog, CompleteRequest } from "../../../catalog/src/model/catalog.js";
import { catalogOf } from "../../../catalog/src/runtime/load.js";

export { samplePeople } from "../../../authoring/src/check/cases.js";

/** The small valid content that the checker's tests break. */
export const baseRoot: string = fileURLToPath(
  new URL("../../../authoring/src/check/test/base", import.meta.url),
);

/** Compiled, drawn, written and read back; also a changed copy of it. */
export async function baseArtifact(root: string = baseRoot): Promise<Artifact> {
  return readArtifact(await buildArtifact(root));
}

export async function baseCatalog(root: string = baseRoot): Promise<Catalog> {
  return catalogOf(await baseArtifact(root));
}

export const jane: CompleteRequest["employee"] = {
  firstName: "Jane",
  lastName: "Sample",
  socialSecurityNumber: "123-45-6789",
  address: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
};

export function request(more: Partial<CompleteRequest>): CompleteRequest {
  return {
    employee: jane,
    employer: undefined,
    fields: {},
    federalValues: undefined,
    mode: "PREVIEW",
    language: "en",
    instant: new Date("2026-03-02T12:00:00Z"),
    timeZone: "UTC",
    ...more,
  };
}
