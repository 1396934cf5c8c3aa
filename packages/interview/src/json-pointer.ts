/** JSON pointers (RFC 6901), with which errors name the property of a request that is wrong. */
export function pointerTo(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names that a pointer follows, from the outside in. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at the pointer, or undefined. Only own members count, so that no pointer leads to a prototype. */
export function valueAt(document: unknown, pointer: string): unknown {
  let found = document;
  for (const name of pointerNames(pointer)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}
