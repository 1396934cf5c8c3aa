import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { type Constant, constant } from "../../reply.js";

/** The built pages of packages/wizard. */
export interface Site {
  /** By name, such as `try`. */
  readonly pages: ReadonlyMap<string, Constant>;
  /** By file name; each name contains a digest of its content. */
  readonly assets: ReadonlyMap<string, Constant>;
}

const built = new URL("../../../../../wizard/dist/site/", import.meta.url);
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Undefined where the wizard was not built. Read once: a few small files. */
export function readSite(folder: URL = built): Site | undefined {
  if (!existsSync(new URL("try.html", folder))) return undefined;
  const pages = [...read(folder)].filter(([file]) => extname(file) === ".html");
  return {
    pages: new Map(pages.map(([file, page]) => [file.replace(".html", ""), page])),
    assets: read(new URL("assets/", folder)),
  };
}

function read(folder: URL): ReadonlyMap<string, Constant> {
  return new Map(
    readdirSync(folder).flatMap((file): [string, Constant][] => {
      const type = types[extname(file)];
      return type === undefined ? [] : [[file, constant(readFileSync(new URL(file, folder), "utf8"), type)]];
    }),
  );
}
