import { isUtf8 } from "node:buffer";
import { defined } from "@withholding-forms/interview";
import { countMembers, duplicateMember } from "./duplicate-member.js";

export interface ParsedJson {
  readonly value: unknown;
  /** JSON pointer to a member that an object has twice. */
  readonly duplicate?: string;
}

/** Undefined if the bytes are not JSON, or nested deeper: the parser's own message would quote them. */
export function parseJson(bytes: Buffer, maxDepth = Number.POSITIVE_INFINITY): ParsedJson | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    const value: unknown = JSON.parse(text);
    const members = countMembers(value, maxDepth);
    if (members === undefined) return undefined;
    const duplicate = duplicateMember(text, members);
    return { value, ...defined({ duplicate }) };
  } catch {
    return undefined;
  }
}
