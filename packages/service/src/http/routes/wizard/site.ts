import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { type Constant, constant } from "../../reply.js";

/** The built page of packages/wizard. */
export interface Site {
  readonly page: Constant;
  /** By file name; each name contains a digest of its content. */
  readonly assets: ReadonlyMap<string, Constant>;
}

const built = new URL("../../../../../wizard/dist/site/", import.meta.url);
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Undefined where the wizard was not built. Read once: a few small files. */
export function readSite(folder: URL = built): Site | undefined {
  const page = new URL("index.html", folder);
  if (!existsSync(page)) return undefined;
  const assets = new URL("assets/", folder);
  return {
    page: constant(readFileSync(page, "utf8"), "text/html; charset=utf-8"),
    assets: new Map(
      readdirSync(assets).flatMap((file): [string, Constant][] => {
        const type = types[extname(file)];
        return type === undefined
          ? []
          : [[file, constant(readFileSync(new URL(file, assets), "utf8"), type)]];
      }),
    ),
  };
}
