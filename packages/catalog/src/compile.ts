/** The face for building and proving content; a running service imports only the other one and never parses YAML. */
export { readArtefact } from "./artefact.js";
export { checkContent, checkedWords } from "./check/check.js";
export { UnknownFolderError } from "./check/only.js";
export { buildArtefact, type CompiledContent, ContentError, compileContent } from "./compile/compile.js";
export { makeOfficial, verifyOfficial } from "./official/make.js";
export { contentRoot } from "./paths.js";
export { type ContentProblem, problemLine, rules } from "./problem.js";
