import { type Static, type TProperties, type TSchema, Type } from "@withholding-forms/contract/typebox";

/** Text that is not empty. */
export const words = Type.String({ minLength: 1 });

export const date = Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });

/** Of a question, a field or a helper. */
export const idPattern = "^[A-Za-z][A-Za-z0-9_]*$";
export const id = Type.String({ pattern: idPattern });

export const setIdPattern = "^QS[0-9]+$";
export const setId = Type.String({ pattern: setIdPattern });

export const formId = Type.String({ pattern: "^[A-Z][A-Z0-9]*$" });
export const formIds = Type.Array(formId, { uniqueItems: true });

/** A place below a state: `MI_DETROIT`. */
export const localityPattern = "^[A-Z]{2}(?:_[A-Z]+)+$";
export const locality = Type.String({ pattern: localityPattern });

/** Who publishes the forms of a place. */
export const agency = closed({
  name: words,
  url: Type.String({ pattern: "^https://[^ ]+$" }),
  language: Type.Optional(
    Type.Unsafe<"es" | "fr">({ enum: ["es", "fr"], description: "Of the name, if it is not English" }),
  ),
});

/** Certificates that the content does not have and that only some employees need. */
export const missingForSome = Type.Optional(
  Type.Array(
    closed({
      form: words,
      /** A sentence for employees: for whom it is. */
      who: words,
      /** WORK: only work addresses of people who live elsewhere; WORKPLACE: only work addresses, if there are any; by default the home, too. */
      at: Type.Optional(choice("WORK", "WORKPLACE")),
    }),
    { minItems: 1 },
  ),
);

export const country = choice("US", "CA");
export const always = choice("always", "never");
export const alignment = choice("left", "right", "center");

/** Words by language, for what a case or situation says or must not say. */
export const phrases = closed({
  en: Type.Optional(Type.Array(words)),
  es: Type.Optional(Type.Array(words)),
  fr: Type.Optional(Type.Array(words)),
});
export type Phrases = Static<typeof phrases>;

const source = {
  document: words,
  agency: Type.Optional(words),
  address: Type.Optional(words),
  seen: Type.Optional(date),
  revision: Type.Optional(words),
  sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  note: Type.Optional(words),
};

export const sources = Type.Array(closed(source));

/** A source of a form can back only one part of its verification. */
export const formSources = Type.Array(closed({ ...source, for: Type.Optional(choice("face", "rules")) }), {
  minItems: 1,
});

/** An object without any other key, so that a misspelled one is reported. */
export function closed<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Any keys, values of one shape. */
export function mapOf<S extends TSchema>(schema: S, options: object = {}) {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: "object",
    additionalProperties: schema,
    ...options,
  });
}

/** Keys of one pattern, values of one shape. */
export function keyed<S extends TSchema>(pattern: string, schema: S, options: object = {}) {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: "object",
    patternProperties: { [pattern]: schema },
    additionalProperties: false,
    ...options,
  });
}

export function choice<const V extends string>(...values: readonly V[]) {
  return Type.Unsafe<V>({ enum: values });
}

export function constant<const V extends string | boolean>(value: V) {
  return Type.Unsafe<V>({ const: value });
}

/** Exactly one of the alternatives; validate.ts reports the one that came closest. */
export function oneOf<const S extends readonly TSchema[]>(...alternatives: S) {
  return Type.Unsafe<Static<S[number]>>({ oneOf: alternatives });
}

/** Of a module, a part of one or a parameter. */
export const moduleNamePattern = "^[a-z][A-Za-z0-9]*$";
/** `militarySpouse.orders`: a part of a module. */
export const partName = Type.String({ pattern: "^[a-z][A-Za-z0-9]*\\.[a-z][A-Za-z0-9]*$" });

/** What a file gives to the modules it uses: `{militarySpouse: {state: AL}}`. */
export const moduleArguments = Type.Optional(keyed(moduleNamePattern, mapOf(words, { minProperties: 1 })));

/**
 * The thing itself, or `use:` with a part of a module. Its type is that of the thing, because modules are expanded before
 * anything else looks at a file.
 */
export function orUse<S extends TSchema, U extends TSchema>(thing: S, use: U) {
  const isUse = { type: "object", required: ["use"] };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return Type.Unsafe<Static<S>>({ if: isUse, then: use, else: thing });
}

/** null where something inherited is removed. */
export function orNull<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: "null" }] });
}
export const year = Type.Integer({ minimum: 1900, maximum: 2999 });
