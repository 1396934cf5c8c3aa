import { testFiles, testSource } from "./files.js";

/** Those that need all content compiled, which takes seconds and grows with the number of forms. */
export function contentTests(): string[] {
  return testFiles().filter((file) => /testing\/catalog\/(?:content|filled)"/.test(testSource(file)));
}
