import { compileContent } from "../../../authoring/src/compile/compile.js";
import { contentRoot } from "../../../authoring/src/read/paths.js";
import type { ContentProblem } from "../../../authoring/src/read/problem.js";

const problems: ContentProblem[] = [];

/** What compiling the content reported: nothing if the content is valid. */
export const contentProblems: readonly ContentProblem[] = problems;

/** All content as it is now, whatever is built. Compiled once for all test files of a worker. */
export const content = (() => {
  const compiled = compileContent(contentRoot, (problem) => problems.push(problem));
  if (compiled === undefined) throw new Error("the content cannot be read");
  return compiled;
})();
