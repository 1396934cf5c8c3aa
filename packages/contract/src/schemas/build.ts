import { type Static, type TSchema, Type } from "../typebox.js";

/** The data that a schema describes, read-only like all data between packages. */
export type Shape<Schema extends TSchema> = Immutable<Static<Schema>>;

type Immutable<Data> = Data extends object ? { readonly [Name in keyof Data]: Immutable<Data[Name]> } : Data;

/** Exactly these words, as one `enum`: a union of literals would make a generated client's types unreadable. */
export function words<const Word extends string>(all: readonly Word[], description?: string) {
  return Type.Unsafe<Word>({
    type: "string",
    enum: [...all],
    ...(description === undefined ? {} : { description }),
  });
}

/** An optional member that many JSON libraries send as null when it is not set. */
export function optionalOrNull<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/**
 * The schema as the API description shows it: every part that has a name (`$id`) is a reference, so that a generated
 * client gets one type for it.
 */
export function published(schema: TSchema): object {
  return replaceNamed(schema, true) as object;
}

/** A reference to a named schema, or the schema itself where it has no name. */
export function reference(schema: TSchema): object {
  return replaceNamed(schema, false) as object;
}

function replaceNamed(part: unknown, top: boolean): unknown {
  if (Array.isArray(part)) return part.map((element) => replaceNamed(element, false));
  if (typeof part !== "object" || part === null) return part;
  if (!top && "$id" in part) return { $ref: `${String(part.$id)}#` };
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      // Examples are data, not schemas.
      key === "examples" || key === "enum" ? value : replaceNamed(value, false),
    ]),
  );
}

/** Every named schema inside these, by its name. */
export function named(parts: readonly unknown[], found = new Map<string, TSchema>()): Map<string, TSchema> {
  for (const part of parts) {
    if (typeof part !== "object" || part === null) continue;
    if ("$id" in part) found.set(String(part.$id), part as TSchema);
    named(Object.values(part), found);
  }
  return found;
}
