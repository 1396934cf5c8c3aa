/** Entry point for drawing and compiling, at build time only. A running service imports the other one and parses no PDF. */

export { type AgencyOptions, cleanAgencyFile } from "./agency/clean.js";
export type { PageWord, PageWords } from "./agency/page-words.js";
export { type AgencyField, type AgencySurvey, type SurveyedPage, surveyAgencyFile } from "./agency/survey.js";
export { pageTexts } from "./agency/text.js";
export { type AddedSlot, type CompileOptions, compileTemplate } from "./compile/compile.js";
export { drawBlank } from "./draw/draw.js";
export { encodeTemplate } from "./template.js";
