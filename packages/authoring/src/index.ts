/** Entry point for compiling and checking content. A running service never imports it. */
export { checkContent, checkedWords } from "./check/check.js";
export { folderOfForm, UnknownFolderError } from "./check/only.js";
export { buildArtifact, ContentError } from "./compile/build-artifact.js";
export { type CompiledContent, compileContent } from "./compile/compile.js";
export {
  type AdoptChoices,
  type AdoptedFile,
  type AdoptedState,
  adoptFile,
  contentOf,
} from "./official/adopt-file.js";
export { type AdoptedForm, confirmationPart, messagePage, queuePage } from "./official/adopt-page.js";
export { type AuditChoices, type AuditedFile, auditFile, auditPageOf } from "./official/audit-file.js";
export { type BindChoices, type BoundResult, bindForm, formOf, openContent } from "./official/bind-form.js";
export { type ComparedRevisions, compareRevisions, comparisonPage } from "./official/compare-revisions.js";
export { bindingProblems, type ConfirmedFile, confirmationPatch } from "./official/confirmation-patch.js";
export { type ReviseChoices, type RevisedForm, reviseForm } from "./official/revise-form.js";
export { contentRoot, reviewFolder } from "./read/paths.js";
export { type ContentProblem, problemLine, rules } from "./read/problem.js";
