type Schema = Readonly<Record<string, unknown>>;

/**
 * The same schema, with equal parts written once, as definitions. The parts of a question occur in a dozen places of
 * questions.yaml, and compiling all of them took half a second. Alternatives (`oneOf`) keep their parts: which of them came
 * closest is found by the paths of its errors.
 */
export function withDefinitions(schema: object): Schema {
  const counts = new Map<string, number>();
  count(schema as Schema, counts);
  const definitions = new Map<string, string>();
  const bodies: Record<string, Schema> = {};

  const shared = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    if ((counts.get(text) ?? 0) < 2) return mapParts(part, shared);
    let name = definitions.get(text);
    if (name === undefined) {
      name = `shared${definitions.size + 1}`;
      definitions.set(text, name);
      bodies[name] = mapParts(part, shared);
    }
    return { $ref: `#/$defs/${name}` };
  };
  return { ...mapParts(schema as Schema, shared), $defs: bodies };
}

/** Shorter parts do not need a function. */
const minLength = 200;

function count(schema: Schema, counts: Map<string, number>): void {
  mapParts(schema, (part) => {
    const text = JSON.stringify(part);
    const before = counts.get(text) ?? 0;
    if (text.length >= minLength) counts.set(text, before + 1);
    // The parts of a part that is shared are counted once.
    if (before === 0) count(part, counts);
    return part;
  });
}

/** Keywords whose value is a schema, and those whose value has schemas by name. */
const single = ["additionalProperties", "items", "then", "else"];
const named = ["properties", "patternProperties"];

function mapParts(schema: Schema, change: (part: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return [keyword, value];
      if (single.includes(keyword)) return [keyword, change(value as Schema)];
      if (!named.includes(keyword)) return [keyword, value];
      const parts = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(parts.map(([name, part]) => [name, change(part)]))];
    }),
  );
}
