import { fileURLToPath } from "node:url";

/** The repository's content, and where the book of all forms, the coverage page, and drawn pages are written; the paths are the same from src/ and dist/. */
export const contentRoot: string = fileURLToPath(new URL("../../../../content", import.meta.url));
export const bookPath: string = fileURLToPath(new URL("../../../../build/book/index.html", import.meta.url));
export const coveragePath: string = fileURLToPath(new URL("../../../../docs/coverage.md", import.meta.url));
/** The map of that page, and where its tiles are. */
export const coverageMapPath: string = fileURLToPath(
  new URL("../../../../docs/pictures/coverage.svg", import.meta.url),
);
export const coverageTilesPath: string = fileURLToPath(
  new URL("../../../../docs/pictures/coverage.txt", import.meta.url),
);
export const picturesPath: string = fileURLToPath(new URL("../../../../build/pictures", import.meta.url));
/** Pages on which bindings are confirmed. They show agencies' pages, so they are never part of the repository. */
export const reviewFolder: string = fileURLToPath(new URL("../../../../build/official", import.meta.url));
/** One picture per form version that a person has looked at; the tests compare every page with it. */
export const approvedPath: string = fileURLToPath(new URL("../../../pdf/src/test/approved", import.meta.url));
