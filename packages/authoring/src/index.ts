/** Entry point for compiling and checking content. A running service never imports it. */
export { checkContent, checkedWords } from "./check/check.js";
export { folderOfForm, UnknownFolderError } from "./check/only.js";
export { buildArtifact, ContentError } from "./compile/build-artifact.js";
export { type CompiledContent, compileContent } from "./compile/compile.js";
export { type AdoptChoices, adoptFile, contentOf } from "./official/adopt-file.js";
export { type AdoptedForm, confirmationPart, messagePage, queuePage } from "./official/adopt-page.js";
export { auditFile, auditPageOf } from "./official/audit-file.js";
export { bindForm, formOf, openContent } from "./official/bind-form.js";
export { compareRevisions, comparisonPage } from "./official/compare-revisions.js";
export { bindingProblems, type ConfirmedFile, confirmationPatch } from "./official/confirmation-patch.js";
export { reviseForm } from "./official/revise-form.js";
export { contentRoot, reviewFolder } from "./read/paths.js";
export { type ContentProblem, problemLine, rules } from "./read/problem.js";
