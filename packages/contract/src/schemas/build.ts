import { type Static, type TProperties, type TSchema, Type } from "../typebox.js";
import examples from "./examples.json" with { type: "json" };

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

/** Text, described. */
export function text(description: string, limits: object = {}) {
  return Type.String({ ...limits, description });
}

export function flag(description: string) {
  return Type.Boolean({ description });
}

export function integer(description: string) {
  return Type.Integer({ description });
}

export function list<Item extends TSchema>(item: Item, description: string, limits: object = {}) {
  return Type.Array(item, { ...limits, description });
}

/** Values of one schema under any names. */
export function mapOf<Value extends TSchema>(value: Value, description: string, limits: object = {}) {
  return Type.Record(Type.String(), value, { ...limits, description });
}

export function optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema);
}

export function optionalText(description: string) {
  return optional(text(description));
}

/** An object with a name of its own in the API description, where it has the examples of `examples.json`. */
export function namedObject<Members extends TProperties>(
  $id: string,
  description: string,
  members: Members,
  options: object = {},
) {
  const shown = Object.hasOwn(examples, $id) ? { examples: examples[$id as keyof typeof examples] } : {};
  return Type.Object(members, { $id, ...options, description, ...shown });
}

/** The same for what callers send: a misspelled member is rejected. */
export function closedObject<Members extends TProperties>(
  $id: string,
  description: string,
  members: Members,
) {
  return namedObject($id, description, members, { additionalProperties: false });
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
