/** The face for building and proving content; a running service imports only the other one and never parses YAML. */

export { makeOfficial, verifyOfficial } from "./agency/make.js";
export { checkContent, checkedWords } from "./authoring/check/check.js";
export { UnknownFolderError } from "./authoring/check/only.js";
export {
  buildArtifact,
  type CompiledContent,
  ContentError,
  compileContent,
} from "./authoring/compile/compile.js";
export { type ContentProblem, problemLine, rules } from "./authoring/problem.js";
export { readArtifact } from "./model/artifact.js";
export { contentRoot } from "./model/paths.js";
