import { createHash, type Hash } from "node:crypto";
import type { Template } from "../template.js";

const hashes = new WeakMap<Template, Hash>();

/** The SHA-256 of the constant part of a file, to be continued, so that a digest costs only the rest. */
export function readyHash(template: Template): Hash {
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = createHash("sha256").update(template.ready);
    hashes.set(template, hash);
  }
  return hash.copy();
}
