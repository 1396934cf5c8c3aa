import type { FieldCode, FieldError } from "@withholding-forms/contract";
import { Compile, type TSchema } from "@withholding-forms/contract/typebox";
import { type Language, pointerTo } from "@withholding-forms/interview";
import { fillIn, messagesIn } from "./messages/messages.js";
import type { MemberName } from "./messages/shape.js";
import { maxErrors } from "./problem.js";

/**
 * A check against a schema of the API description. Compiled code accepts valid values; only invalid ones take the slow
 * path that explains them.
 */
export type Validate = (value: unknown, language: Language) => readonly FieldError[];

/** Compiled with the first value: a process that has just started answers its first probe sooner. */
export function createValidate(schema: TSchema): Validate {
  let compiled: { Check(value: unknown): boolean } | undefined;
  return (value, language) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return [];
    const errors = explain(schema as Schema, value, "", language);
    // If the two ever disagree, the caller still gets an error.
    return errors.length > 0 ? errors : [fieldError("", "INVALID", language)];
  };
}

export function fieldError(
  pointer: string,
  code: FieldCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): FieldError {
  return { pointer, code, message: fillIn(messagesIn(language).fields[code], values) };
}

/** The part of JSON Schema that our schemas use. */
interface Schema {
  readonly $id?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

function explain(schema: Schema, value: unknown, pointer: string, language: Language): FieldError[] {
  if (schema.anyOf !== undefined) return explainUnion(schema, schema.anyOf, value, pointer, language);
  switch (schema.type) {
    case "object":
      return isObject(value)
        ? explainObject(schema, value, pointer, language)
        : [invalid(pointer, schema, language)];
    case "array":
      return Array.isArray(value)
        ? explainArray(schema, value, pointer, language)
        : [invalid(pointer, schema, language)];
    default:
      return fitsScalar(schema, value) ? [] : [invalid(pointer, schema, language)];
  }
}

/** Of several shapes, the one that the value seems to mean is explained: an address with a postalCode is Canadian. */
function explainUnion(
  schema: Schema,
  shapes: readonly Schema[],
  value: unknown,
  pointer: string,
  language: Language,
): FieldError[] {
  const meant = shapes.filter(({ type }) => type !== "null");
  const [only] = meant;
  // A member that may be null: an object without members and a list are meant, too.
  if (meant.length === 1 && only !== undefined && typeof value === "object" && value !== null)
    return explain(only, value, pointer, language);
  let best: FieldError[] | undefined;
  let bestFit = -1;
  for (const shape of shapes) {
    const errors = explain(shape, value, pointer, language);
    if (errors.length === 0) return [];
    const fit = shared(shape, value);
    if (fit > bestFit) {
      best = errors;
      bestFit = fit;
    }
  }
  return best === undefined || bestFit <= 0 ? [invalid(pointer, schema, language)] : best;
}

/** The number of properties that the value and the shape have in common. */
function shared(shape: Schema, value: unknown): number {
  if (shape.anyOf !== undefined) return Math.max(...shape.anyOf.map((inner) => shared(inner, value)));
  if (!isObject(value) || shape.type !== "object") return 0;
  return Object.keys(value).filter((name) => Object.hasOwn(shape.properties ?? {}, name)).length;
}

function explainObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  language: Language,
): FieldError[] {
  const names = Object.keys(value);
  const limit = schema.maxProperties;
  if (limit !== undefined && names.length > limit)
    return [fieldError(pointer, "TOO_MANY", language, { limit })];
  const errors: FieldError[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) errors.push(fieldError(pointerTo(pointer, name), "REQUIRED", language));
  }
  const others = Object.values(schema.patternProperties ?? {})[0];
  for (const name of names) {
    if (errors.length >= maxErrors) break;
    const at = pointerTo(pointer, name);
    const member = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : others;
    if (member !== undefined) errors.push(...explain(member, value[name], at, language));
    else if (schema.additionalProperties === false) errors.push(fieldError(at, "UNKNOWN", language));
  }
  return errors;
}

function explainArray(
  schema: Schema,
  value: readonly unknown[],
  pointer: string,
  language: Language,
): FieldError[] {
  const { items, minItems = 0, maxItems } = schema;
  if (value.length < minItems) return [invalid(pointer, schema, language)];
  if (maxItems !== undefined && value.length > maxItems)
    return [fieldError(pointer, "TOO_MANY", language, { limit: maxItems })];
  if (items === undefined) return [];
  return value.flatMap((item, index) => explain(items, item, pointerTo(pointer, index), language));
}

function fitsScalar(schema: Schema, value: unknown): boolean {
  switch (schema.type) {
    case "string":
      return typeof value === "string" && fitsText(schema, value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    default:
      return true;
  }
}

function fitsText(schema: Schema, value: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = [...value].length;
  if (length < minLength || length > maxLength) return false;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  return schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value);
}

function invalid(pointer: string, schema: Schema, language: Language): FieldError {
  const { members, fields } = messagesIn(language);
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const known = (Object.keys(members) as MemberName[]).find((member) => member === name);
  const kind = known ?? kindOf(schema);
  const sentence = kind === undefined ? fields.INVALID : members[kind];
  return { pointer, code: "INVALID", message: fillIn(sentence, { limit: schema.maxLength ?? 0 }) };
}

function kindOf(schema: Schema): MemberName | undefined {
  if (schema.$id === "Address") return "address";
  if (schema.type === "object") return "object";
  if (schema.type === "array") return "list";
  if (schema.pattern?.startsWith("^[0-9]{4}-[0-9]{2}-[0-9]{2}") === true) return "since";
  return schema.type === "string" && schema.maxLength !== undefined && schema.minLength !== undefined
    ? "text"
    : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
