import { readFileSync } from "node:fs";

/** Of the product. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  }
).version;
