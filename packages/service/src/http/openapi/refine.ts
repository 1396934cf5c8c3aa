/** A part of the description: plain JSON. */
type Part = Readonly<Record<string, unknown>>;

/**
 * The description with what OpenAPI 3.0 has and JSON Schema does not. Generated clients need it for readable types: unions of
 * objects are `oneOf` with a discriminator where one member decides, and null is `nullable`, not a member of a union.
 */
export function refine<Document extends object>(document: Document): Document {
  const { components } = document as { readonly components?: { readonly schemas?: Part } };
  const schemas = (components?.schemas ?? {}) as Readonly<Record<string, Part>>;
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isPart(part)) return part;
    const visited = Object.fromEntries(
      // Examples are data, not schemas.
      Object.entries(part).map(([key, value]) => [key, isExample(key) ? value : visit(value)]),
    );
    return withExample(withHeader(oneObject(nullable(double(visited), schemas), schemas)), schemas);
  };
  return visit(document) as Document;
}

const isExample = (key: string): boolean => key === "example" || key === "examples" || key === "enum";

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null;
}

/** By default, some languages read a number into 32 bits, which cannot hold a dollar amount. */
function double(part: Part): Part {
  return part["type"] === "number" && !("format" in part) ? { ...part, format: "double" } : part;
}

/**
 * Null as a member of `anyOf` becomes `nullable` of the only other member, or of the first. Next to `allOf` with one
 * reference it is what tools write and read, because a reference cannot have a sibling. `nullable` needs a type next to
 * it, so a named union is written out. An enum that can be null lists null (3.0.3).
 */
function nullable(part: Part, schemas: Readonly<Record<string, Part>>): Part {
  const words = part["enum"];
  if (Array.isArray(words) && part["nullable"] === true && !words.includes(null))
    return { ...part, enum: [...words, null] };
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf)) return part;
  const [first, ...others] = anyOf.filter((one: Part) => !isNull(one)) as Part[];
  if (first === undefined || others.length + 1 === anyOf.length) return part;
  if (others.length > 0) return { ...rest, anyOf: [{ ...first, nullable: true }, ...others] };
  const only = resolve(first, schemas) ?? first;
  const shapes = only["anyOf"] as readonly Part[] | undefined;
  const [shape, ...more] = shapes ?? [];
  if (shape !== undefined && !("$ref" in shape))
    return { ...only, ...rest, anyOf: [{ ...shape, nullable: true }, ...more] };
  return "$ref" in first
    ? { ...rest, type: "object", nullable: true, allOf: [first] }
    : { ...rest, ...first, nullable: true };
}

function isNull(part: Part): boolean {
  const words = part["enum"];
  return Array.isArray(words) && words.length === 1 && words[0] === null;
}

/** Up to one of several named objects matches: either a member says which, or none allows the members of the others. */
function oneObject(part: Part, schemas: Readonly<Record<string, Part>>): Part {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf)) return part;
  const shapes = anyOf.map((one: Part) => [String(one["$ref"]), resolve(one, schemas)] as const);
  if (!shapes.every(([, shape]) => shape?.["type"] === "object")) return part;
  const mappings = Object.keys((shapes[0]?.[1]?.["properties"] ?? {}) as Part).flatMap((propertyName) => {
    const words = shapes.map(([, shape]) => onlyWord(shape, propertyName));
    if (words.includes(undefined) || new Set(words).size < words.length) return [];
    return [{ propertyName, mapping: Object.fromEntries(shapes.map(([ref], index) => [words[index], ref])) }];
  });
  return { ...rest, oneOf: anyOf, ...(mappings[0] === undefined ? {} : { discriminator: mappings[0] }) };
}

function onlyWord(shape: Part | undefined, name: string): string | undefined {
  const properties = shape?.["properties"] as Readonly<Record<string, Part>> | undefined;
  const words = properties?.[name]?.["enum"];
  return Array.isArray(words) && words.length === 1 ? String(words[0]) : undefined;
}

/** Stands for a header of the components, where the collector of routes would take `$ref` for that of a schema. */
export const headerReference = "x-header";

function withHeader(part: Part): Part {
  const { schema } = part;
  if (!isPart(schema) || !(headerReference in schema)) return part;
  return { $ref: `#/components/headers/${String(schema[headerReference])}` };
}

/** A body without its own example has that of its schema. */
function withExample(part: Part, schemas: Readonly<Record<string, Part>>): Part {
  const { schema } = part;
  if (!isPart(schema) || "in" in part || "example" in part || "examples" in part) return part;
  const example = resolve(schema, schemas)?.["example"];
  return example === undefined ? part : { ...part, example };
}

function resolve(part: Part, schemas: Readonly<Record<string, Part>>): Part | undefined {
  return schemas[String(part["$ref"]).replace("#/components/schemas/", "")];
}
