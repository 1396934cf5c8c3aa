export type { AgencyPlace } from "./agency/places.js";
export { base64Parts } from "./fill/base64.js";
export { firstUnprinted } from "./fill/clean.js";
export {
  type FilledFile,
  type FillMode,
  type FillProblem,
  type FillProblems,
  type FillRequest,
  type FillResult,
  fill,
  type PrintedValues,
} from "./fill/fill.js";
export { slotLimits } from "./fill/limits.js";
export { specimenMarker } from "./fill/specimen.js";
export { withOpening, withoutOpening } from "./font/opening.js";
export type * from "./layout.js";
export { renderPage, renderPages } from "./render/render.js";
export {
  decodeTemplate,
  type PageSize,
  type Rect,
  type Slot,
  type Template,
} from "./template.js";
