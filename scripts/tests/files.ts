import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** All test files, as paths from the root of the repository. */
export function testFiles(): string[] {
  return ["packages", "bench", "scripts"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts") && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

export function testSource(file: string): string {
  return readFileSync(`${root}${file}`, "utf8");
}
