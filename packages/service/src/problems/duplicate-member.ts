import { pointerTo } from "@withholding-forms/interview";

/**
 * JSON pointer to the first member that an object of this document has twice; undefined where no name repeats. Parsers
 * disagree on which of the two counts (RFC 8259, section 4), so a proxy could check one and we would act on the other.
 *
 * `text` is valid JSON and `members` the number of members that its parsed value has: only where the text has more is it
 * read closely, so the usual document costs one pass over its quotation marks.
 */
export function duplicateMember(text: string, members: number): string | undefined {
  return membersOf(text) === members ? undefined : firstDuplicate(text);
}

/** The members of all objects in a parsed value; undefined where it is nested deeper than `depth` levels. */
export function countMembers(value: unknown, depth: number): number | undefined {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === 0) return undefined;
  let count = 0;
  const list = Array.isArray(value);
  for (const name in value) {
    const inner = countMembers(value[name as never], depth - 1);
    if (inner === undefined) return undefined;
    count += list ? inner : inner + 1;
  }
  return count;
}

function membersOf(text: string): number {
  let count = 0;
  let start = text.indexOf('"');
  while (start !== -1) {
    const after = skipSpace(text, endOfString(text, start));
    if (text.charCodeAt(after) === colon) count += 1;
    start = text.indexOf('"', after);
  }
  return count;
}

function firstDuplicate(text: string): string | undefined {
  const open: { readonly names: Set<string> | undefined; at: string | number }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const inner = open.at(-1);
    switch (text[index]) {
      case "{":
        open.push({ names: new Set(), at: "" });
        break;
      case "[":
        open.push({ names: undefined, at: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (typeof inner?.at === "number") inner.at += 1;
        break;
      case '"': {
        const end = endOfString(text, index);
        if (inner?.names !== undefined && text.charCodeAt(skipSpace(text, end)) === colon) {
          const name = JSON.parse(text.slice(index, end)) as string;
          inner.at = name;
          if (inner.names.has(name)) return open.reduce((pointer, { at }) => pointerTo(pointer, at), "");
          inner.names.add(name);
        }
        index = end - 1;
        break;
      }
    }
  }
  return undefined;
}

/** Where the string that starts at `start` has ended. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= space) at += 1;
  return at;
}

const space = 0x20;
const colon = 0x3a;
const backslash = 0x5c;
