export { type Artefact, readArtefact } from "./artefact.js";
export type * from "./catalog.js";
export { catalogOf, loadCatalog } from "./load.js";
export { type BoundForm, requireBoundFile } from "./official/boundFile.js";
export { withOfficial } from "./official/overlay.js";
export { OfficialProblem, type OfficialProblemKind } from "./official/problem.js";
export { listOfficial, readOfficial, requireCurrent, writeOfficial } from "./official/store.js";
export { artefactPath } from "./paths.js";
