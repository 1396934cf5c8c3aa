export { drawBlank } from "./draw/draw.js";
export type * from "./layout.js";
