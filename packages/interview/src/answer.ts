import { Decimal, zero } from "./decimal.js";
import type { Value } from "./evaluate.js";
import type { Question, ValueType } from "./types.js";

/** Longer answers are rejected before any pattern runs. */
export const maxAnswerLength = 2000;

export type Read = { readonly value: Value } | { readonly missing: true } | { readonly invalid: true };

/** Reads one submitted answer against its question: what the service accepts, and what a client should check. */
export function readAnswer(question: Question, raw: unknown): Read {
  const reader = readers.get(question) ?? answerReader(question);
  readers.set(question, reader);
  const read = reader(raw);
  if (read === missing) return { missing: true };
  return read === invalid ? { invalid: true } : { value: read };
}

const readers = new WeakMap<Question, AnswerReader>();

export const missing: unique symbol = Symbol("missing");
export const invalid: unique symbol = Symbol("invalid");
export type AnswerReader = (raw: unknown) => Value | typeof missing | typeof invalid;

/** Compiles what a question says about its answers, to read many of them. */
export function answerReader(question: Question): AnswerReader {
  const type = valueTypeOf(question);
  const pattern = compiled(question.validationRegex ?? "");
  const check: AnswerReader = (raw) => {
    const sent = answerText(raw, type);
    if (sent === undefined || sent.length > maxAnswerLength) return invalid;
    const text = (type === "text" ? composed(sent) : sent).trim();
    if (text === "") return missing;
    if (pattern !== undefined && !pattern.test(text)) return invalid;
    const value = type === "text" ? optionOf(question, text) : valueFromText(type, text);
    return value === undefined ? invalid : value;
  };
  const choices = choicesOf(question, type, check);
  if (choices === undefined) return check;
  return (raw) => {
    const known = choices.get(raw);
    return known === undefined ? check(raw) : known;
  };
}

/** The accepted answers of a choice, checked once. */
function choicesOf(
  question: Question,
  type: ValueType,
  check: AnswerReader,
): ReadonlyMap<unknown, Value> | undefined {
  const options = question.questionOptions?.map(({ value }) => value) ?? [];
  const offered = type === "boolean" ? [true, false, "true", "false"] : type === "multi" ? [] : options;
  const choices = new Map<unknown, Value>();
  for (const one of offered) {
    const value = check(one);
    if (value !== missing && value !== invalid) choices.set(one, value);
  }
  return choices.size === 0 ? undefined : choices;
}

/** The option that the text means. A number means the option of its value: 3 and 3.00 the option "3.0". */
function optionOf({ questionOptions }: Question, text: string): string {
  const same = (as: (value: unknown) => unknown) =>
    questionOptions?.find(({ value }) => as(value) === as(text))?.value;
  return String(same(String) ?? same(Number) ?? text);
}

/** Composed letters (NFC). Nothing below the first combining mark needs composing. */
export function composed(text: string): string {
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) >= firstCombining) return text.normalize("NFC");
  return text;
}

const firstCombining = 0x300;

/** Other services may publish sets without `valueType`. The control then says enough. */
export function valueTypeOf(question: Question): ValueType {
  if (question.valueType !== undefined) return question.valueType;
  switch (question.displayType) {
    case "DOLLAR":
    case "INTEGER":
    case "PERCENT":
    case "YEAR":
      return "number";
    case "CHECKBOX":
      return "boolean";
    case "MULTI_SELECT_CHECKBOX":
      return "multi";
    default: {
      const options = question.questionOptions ?? [];
      const boolean = options.length > 0 && options.every(({ value }) => typeof value === "boolean");
      return boolean ? "boolean" : "text";
    }
  }
}

/** The answer as text. It can be sent as a number, a boolean, or an array for a multi-select. Undefined: not an answer. */
function answerText(raw: unknown, type: ValueType): string | undefined {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "string") return raw;
  if (typeof raw === "boolean") return String(raw);
  if (typeof raw === "number") return Number.isFinite(raw) ? numberText(raw) : undefined;
  if (type === "multi" && Array.isArray(raw) && raw.every((item) => typeof item === "string"))
    return raw.map((item) => item.trim()).join(",");
  return undefined;
}

/** JavaScript writes very large and very small numbers with an exponent. */
function numberText(raw: number): string {
  const text = String(raw);
  return text.includes("e") ? new Decimal(raw).toFixed() : text;
}

function valueFromText(type: ValueType, text: string): Value {
  switch (type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number": {
      const plain = text.includes(",") ? text.replaceAll(",", "") : text;
      if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(plain)) return undefined;
      // Up to 15 digits are exact in a number, which is faster to read than text.
      const number = new Decimal(plain.length <= 15 ? Number(plain) : plain);
      return number.isZero() ? zero : number;
    }
    case "date":
      return isoDate(text);
    case "multi":
      return [...new Set(text.split(","))];
    case "text":
      return text;
  }
}

/** `YYYY-MM-DD` or `MM/DD/YYYY` as `YYYY-MM-DD`; undefined for a day that does not exist. */
export function isoDate(text: string): string | undefined {
  const american = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(text);
  const iso = american === null ? text : `${american[3]}-${american[1]}-${american[2]}`;
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(iso)) return undefined;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

const patterns = new Map<string, RegExp>();

/** Patterns come from content or from the service, never from a caller, so the cache is bounded by the content. */
function compiled(pattern: string): RegExp | undefined {
  if (pattern === "") return undefined;
  let regex = patterns.get(pattern);
  if (regex === undefined) {
    regex = new RegExp(pattern, "u");
    patterns.set(pattern, regex);
  }
  return regex;
}
