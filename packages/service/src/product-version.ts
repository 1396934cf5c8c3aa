import { readFileSync } from "node:fs";

const manifest = new URL("../package.json", import.meta.url);

/** The version of the product, which all packages share. */
export const { version: productVersion } = JSON.parse(readFileSync(manifest, "utf8")) as {
  readonly version: string;
};
