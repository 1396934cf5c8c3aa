import { fileURLToPath } from "node:url";

/** The repository's content and build folders, found from this package's place in it (src/ and dist/ alike). */
export const contentRoot: string = fileURLToPath(new URL("../../../../content", import.meta.url));
export const artifactPath: string = fileURLToPath(new URL("../../../../build/catalog.bin", import.meta.url));
export const bookPath: string = fileURLToPath(new URL("../../../../build/book/index.html", import.meta.url));
