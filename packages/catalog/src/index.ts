export type { Artefact } from "./artefact.js";
export type * from "./catalog.js";
export { catalogOf, loadCatalog } from "./load.js";
export { artefactPath } from "./paths.js";
