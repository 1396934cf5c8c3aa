import { fileURLToPath } from "node:url";

/** The repository's content, and where the book of all forms and drawn pages are written; the paths are the same from src/ and dist/. */
export const contentRoot: string = fileURLToPath(new URL("../../../../content", import.meta.url));
export const bookPath: string = fileURLToPath(new URL("../../../../build/book/index.html", import.meta.url));
export const picturesPath: string = fileURLToPath(new URL("../../../../build/pictures", import.meta.url));
