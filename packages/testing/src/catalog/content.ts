import { compileContent } from "../../../catalog/src/authoring/compile/compile.js";
import { contentRoot } from "../../../catalog/src/authoring/paths.js";
import type { ContentProblem } from "../../../catalog/src/authoring/problem.js";

const problems: ContentProblem[] = [];

/** What compiling the content reported: nothing, where the content is sound. */
export const contentProblems: readonly ContentProblem[] = problems;

/** All content as it is now, whatever is built. Compiled once for all test files of a worker. */
export const content = (() => {
  const compiled = compileContent(contentRoot, (problem) => problems.push(problem));
  if (compiled === undefined) throw new Error("the content cannot be read");
  return compiled;
})();
