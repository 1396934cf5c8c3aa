import { createHash, type Hash } from "node:crypto";
import type { Template } from "../template.js";
import { readyParts } from "./ready-parts.js";

const hashes = new WeakMap<Template, Hash>();

/** The SHA-256 of the constant bytes of a file, to be continued, so that a digest costs only the rest. */
export function readyHash(template: Template): Hash {
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = createHash("sha256");
    for (const part of readyParts(template)) hash.update(part);
    hashes.set(template, hash);
  }
  return hash.copy();
}
