import { createHash, type Hash } from "node:crypto";
import type { Template } from "../template.js";
import { readyParts } from "./ready-parts.js";

const hashes = new WeakMap<Template, Hash>();

/** The SHA-256 of the constant bytes of a file, to be continued: hashing all of it would take longer than filling the form. */
export function readyHash(template: Template): Hash {
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = createHash("sha256");
    for (const part of readyParts(template)) hash.update(part);
    hashes.set(template, hash);
  }
  return hash.copy();
}
