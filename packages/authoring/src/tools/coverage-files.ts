import { readFileSync } from "node:fs";
import type { CompiledContent } from "../compile/compile.js";
import { coverageMapPath, coveragePath, coverageTilesPath } from "../read/paths.js";
import { coverageMap } from "./coverage-map.js";
import { coveragePage } from "./coverage-page.js";

/** The files of the documentation that follow from the content, with their text. */
export function coverageFiles(compiled: CompiledContent): readonly (readonly [path: string, text: string])[] {
  return [
    [coveragePath, coveragePage(compiled)],
    [coverageMapPath, coverageMap(compiled, readFileSync(coverageTilesPath, "utf8"))],
  ];
}
