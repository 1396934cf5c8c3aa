export type { Artefact } from "./artefact.js";
export type * from "./catalog.js";
export { catalogOf, loadCatalog } from "./load.js";
export { withOfficial } from "./official/overlay.js";
export { OfficialProblem, type OfficialProblemKind } from "./official/problem.js";
export { artefactPath } from "./paths.js";
