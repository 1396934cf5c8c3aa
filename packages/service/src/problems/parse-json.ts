import { isUtf8 } from "node:buffer";
import { defined, type Language } from "@withholding-forms/interview";
import { countMembers, duplicateMember } from "./duplicate-member.js";
import { Problem } from "./problem.js";
import { fieldError, isObject } from "./validation.js";

export interface ParsedJson {
  readonly value: unknown;
  /** JSON pointer to a member that an object has twice. */
  readonly duplicate?: string;
}

/** Undefined if the bytes are not JSON, or nested deeper: the parser's own message would quote them. */
export function parseJson(bytes: Buffer, maxDepth = Number.POSITIVE_INFINITY): ParsedJson | undefined {
  // An invalid byte would silently become a replacement character in a person's name.
  if (!isUtf8(bytes)) return undefined;
  try {
    const decoded = bytes.toString("utf8");
    const text = decoded.startsWith("\uFEFF") ? decoded.slice(1) : decoded;
    const isUnusual = unusual.some((part) => text.includes(part));
    const value: unknown = JSON.parse(text, isUnusual ? refusePrototypes : undefined);
    const members = countMembers(value, maxDepth);
    if (members === undefined) return undefined;
    const duplicate = duplicateMember(text, members);
    return { value, ...defined({ duplicate }) };
  } catch {
    return undefined;
  }
}

/** The value of a JSON document. Throws a Problem that says what is wrong with it. */
export function readJson(bytes: Buffer, language: Language, maxDepth?: number): unknown {
  const parsed = parseJson(bytes, maxDepth);
  if (parsed === undefined) throw new Problem("MALFORMED_JSON");
  const { value, duplicate } = parsed;
  if (duplicate === undefined) return value;
  throw new Problem("MALFORMED_JSON", { errors: [fieldError(duplicate, "DUPLICATE", language)] });
}

/** Nearly no document has these. Others are parsed without a look at each member. */
const unusual = ["__proto__", "constructor", "\\u00"];

function refusePrototypes(name: string, value: unknown): unknown {
  const isReached =
    name === "__proto__" || (name === "constructor" && isObject(value) && Object.hasOwn(value, "prototype"));
  if (isReached) throw new SyntaxError(name);
  return value;
}
