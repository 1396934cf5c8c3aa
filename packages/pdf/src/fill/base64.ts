import type { Template } from "../template.js";
import { readyLength, readyParts } from "./ready-parts.js";

const encoded = new WeakMap<Template, Buffer>();

/**
 * The Base64 of a completed file in two parts. The first part, most of it, is the same for every file of the form, so it is
 * encoded once. The number of its bytes is a multiple of three.
 */
export function base64Parts(template: Template, pdf: Buffer): readonly [constant: Buffer, rest: string] {
  let constant = encoded.get(template);
  if (constant === undefined) {
    constant = Buffer.from(Buffer.concat(readyParts(template)).toString("base64"));
    encoded.set(template, constant);
  }
  return [constant, pdf.toString("base64", readyLength(template))];
}
