import { fileURLToPath } from "node:url";

/** Where the build writes the compiled content; the path is the same from src/ and dist/. */
export const artifactPath: string = fileURLToPath(new URL("../../../../build/catalog.bin", import.meta.url));
