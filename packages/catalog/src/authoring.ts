/** Entry point for compiling and checking content. A running service never imports it. */

export { checkContent, checkedWords } from "./authoring/check/check.js";
export { UnknownFolderError } from "./authoring/check/only.js";
export { buildArtifact, ContentError } from "./authoring/compile/build-artifact.js";
export { type CompiledContent, compileContent } from "./authoring/compile/compile.js";
export { type BindChoices, type BoundResult, bindForm } from "./authoring/official/bind-form.js";
export {
  type CompareChoices,
  type ComparedRevisions,
  compareRevisions,
  comparisonPage,
} from "./authoring/official/compare-revisions.js";
export { contentRoot, reviewFolder } from "./authoring/paths.js";
export { type ContentProblem, problemLine, rules } from "./authoring/problem.js";
export { writeArtifact } from "./model/artifact.js";
