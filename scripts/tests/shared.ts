import { testFiles, testSource } from "./files.js";

/** Those that need all content compiled, which takes seconds and grows with the number of forms. */
export function contentTests(): string[] {
  return testFiles().filter((file) => /testing\/catalog\/(?:content|filled)"/.test(testSource(file)));
}

/** Those that call a service in their own process, and start no other program. */
export function serviceTests(): string[] {
  return testFiles().filter(
    (file) =>
      /testing\/(?:client\/service|service\/server)"/.test(testSource(file)) &&
      !alone.includes(file) &&
      !/child_process|testing\/(?:catalog|daemons|service\/(?:command|leaving|serve))/.test(testSource(file)),
  );
}

/** They measure memory or CPU time of their process, or watch what it does with files. */
const alone = [
  "packages/service/src/security/fuzz.test.ts",
  "packages/service/src/security/limits.test.ts",
  "packages/service/src/security/paths.test.ts",
];

/** Those that use the wizard in a browser, with a service behind it. */
export function browserTests(): string[] {
  return testFiles().filter((file) => /testing\/wizard\/browser"/.test(testSource(file)));
}
