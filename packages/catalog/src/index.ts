/** Entry point for a running service: the compiled content and what answers requests from it. No YAML, no compiler. */
export { type BoundForm, requireBoundFile } from "./agency/bound-file.js";
export { type Confirmation, confirmedName, contentDigest, readConfirmed } from "./agency/confirmed.js";
export { OfficialProblem, type OfficialProblemKind } from "./agency/problem.js";
export { digest, listOfficial, readOfficial, requireCurrent, writeOfficial } from "./agency/store.js";
export { type Artifact, openArtifact } from "./model/artifact.js";
export type * from "./model/catalog.js";
export { isDay } from "./model/days.js";
export { artifactPath } from "./model/paths.js";
export { byVersion } from "./model/version.js";
export { RegisterProblem } from "./register/problem.js";
export { catalogOf, loadCatalog } from "./runtime/load.js";
