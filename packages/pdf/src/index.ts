export type { AgencyPlace } from "./agency/places.js";
export { firstUnprinted } from "./fill/clean.js";
export {
  type FillBase64Result,
  type FilledBase64,
  type FilledParts,
  type FillMode,
  type FillProblem,
  type FillProblems,
  type FillRequest,
  type FillResult,
  fill,
  fillBase64,
  fillParts,
  partsBase64,
} from "./fill/fill.js";
export { slotLimits } from "./fill/limits.js";
export { NamedValues } from "./fill/values.js";
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
