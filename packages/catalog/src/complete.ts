import {
  Decimal,
  type Expression,
  evaluate,
  fixed,
  type KnownQuestions,
  number,
  parseExpression,
  type Scope,
  type SetSource,
  type Table,
  truth,
  type Value,
  walk,
} from "@withholding-forms/interview";
import type { FillMode } from "@withholding-forms/pdf";
import type { FederalValue, Identity, IdentityField } from "./artefact.js";
import type { CompleteRequest, Completion, FieldProblem } from "./catalog.js";
import type { CompiledForm } from "./compile/form.js";
import { compileTable } from "./compile/tables.js";
import { escapePointer, readFederalValues } from "./federal-values.js";
import { figures, readIdentity } from "./identity.js";

/** A form with its formulas parsed; made once, when the form is first used. */
export interface ReadyForm {
  readonly form: CompiledForm;
  readonly parameters: readonly {
    readonly id: string;
    readonly type: string;
    readonly value: Expression;
    readonly when?: Expression;
  }[];
  readonly printed: readonly (CompiledForm["printed"][number] & {
    readonly expression: Expression;
    readonly condition?: Expression;
  })[];
  /** What each mode prints, with nothing filled in yet. */
  readonly unprinted: Readonly<Record<FillMode, Readonly<Record<string, string | boolean>>>>;
  /** Numbers among the answers. */
  readonly masks: readonly Mask[];
  readonly tables: ReadonlyMap<string, Table>;
  readonly helpers: readonly { readonly id: string; readonly value: Expression }[];
}

/** Shape of a person's number on paper, and in a preview. */
interface Mask {
  readonly id: string;
  readonly format?: string;
  readonly masked?: string;
}

export function readyForm(form: CompiledForm): ReadyForm {
  return {
    form,
    parameters: form.parameters.map(({ id, type, value, when }) => ({
      id,
      type,
      value: parseExpression(value),
      ...(when === undefined ? {} : { when: parseExpression(when) }),
    })),
    printed: form.printed.map((field) => ({
      ...field,
      expression: parseExpression(field.value === "" ? '""' : field.value),
      ...(field.when === undefined ? {} : { condition: parseExpression(field.when) }),
    })),
    unprinted: {
      PREVIEW: unprinted(form, "PREVIEW"),
      SIGN: unprinted(form, "SIGN"),
      SIGN_EXTERNALLY: unprinted(form, "SIGN_EXTERNALLY"),
    },
    masks: Object.entries(form.masks).map(([id, mask]) => ({ id, ...mask })),
    tables: new Map(Object.entries(form.tables).map(([name, raw]) => [name, compileTable(raw)])),
    helpers: Object.entries(form.helpers).map(([id, value]) => ({ id, value: parseExpression(value) })),
  };
}

function unprinted(form: CompiledForm, mode: FillMode): Record<string, string | boolean> {
  const blank = form.printed
    .filter((field) => isPrinted(field, mode))
    .map(({ name, kind, role }) => [name, kind === "check" && role === undefined ? false : ""]);
  // Through JSON, because an object built name by name turns into a slow dictionary after a dozen, and so do its copies.
  return JSON.parse(JSON.stringify(Object.fromEntries(blank)));
}

/** Other jobs' wages or medical costs on a worksheet are none of the employer's business. */
function isPrinted({ role, private: kept }: CompiledForm["printed"][number], mode: FillMode): boolean {
  return role !== undefined ? mode === "SIGN" : kept === undefined || mode === "PREVIEW";
}

export interface Interview {
  readonly source: SetSource;
  readonly start: string;
  readonly known: KnownQuestions;
}

/** Checks, walks, and computes what to return and what to print. No clock, no files: same request, same result. */
export function complete(
  ready: ReadyForm,
  shared: { readonly identity: Identity; readonly federalValues: Readonly<Record<string, FederalValue>> },
  interview: Interview,
  request: CompleteRequest,
): Completion {
  const { form } = ready;
  const { mode, language, employee, employer } = request;
  const identity = readIdentity(shared.identity, {
    employee,
    employer,
    country: form.country,
    needs: form.needs,
    language,
  });
  const problems: FieldProblem[] = identity.problems;
  const values: Map<string, Value> = identity.values;
  if (request.federalValues !== undefined) {
    if (!form.federalValues) problems.push({ pointer: "/federalValues", code: "NOT_ACCEPTED" });
    else {
      const federal = readFederalValues(shared.federalValues, request.federalValues, language);
      problems.push(...federal.problems);
      for (const [id, value] of federal.values) values.set(id, value);
    }
  }
  const walked = walk(interview.source, interview.start, request.fields, interview.known);
  for (const { questionId, code, message } of walked.problems) {
    problems.push({
      pointer: `/fields/${escapePointer(questionId)}`,
      questionId,
      code,
      ...(message === undefined ? {} : { message }),
    });
  }
  if (problems.length > 0) return { outcome: "REFUSED", problems };
  if (walked.end === "INELIGIBLE") return { outcome: "INELIGIBLE", walk: walked };
  // The checker proves that every way ends; half a form must never be signed.
  if (walked.end === "STOPPED") throw new Error(`${form.id} ${form.version} does not end`);
  const signed = zoned(request.instant, request.timeZone);
  values.set("today", signed.day);
  for (const [id, value] of walked.values) values.set(id, value);
  const scope: Scope = { value: (id) => values.get(id), table: (name) => ready.tables.get(name) };
  help(ready, values, scope);
  const taxParameters = parameters(ready, scope);
  shapeNumbers(ready, shared.identity, values, mode === "PREVIEW");
  // Once more, so that no helper carries to the page what a preview masks.
  help(ready, values, scope);
  return {
    outcome: "COMPLETE",
    taxParameters,
    printed: printed(ready, values, printScope(ready, values, scope), signed, mode),
    ignoredFields: walked.ignored,
    walk: walked,
  };
}

/** For what is printed, in the language of the document. */
function printScope({ form }: ReadyForm, values: ReadonlyMap<string, Value>, scope: Scope): Scope {
  return {
    ...scope,
    language: form.language,
    label: (id) => {
      const value = values.get(id);
      const chosen = Array.isArray(value) ? value : [String(value ?? "")];
      return chosen.flatMap((one) => form.printLabels[id]?.[one] ?? []).join(", ");
    },
  };
}

function help({ helpers }: ReadyForm, values: Map<string, Value>, scope: Scope): void {
  for (const helper of helpers) values.set(helper.id, evaluate(helper.value, scope));
}

function parameters(ready: ReadyForm, scope: Scope): { id: string; value: string; valueType: string }[] {
  return ready.parameters
    .filter(({ when }) => when === undefined || truth(evaluate(when, scope)))
    .map(({ id, type, value }) => ({
      id,
      value: parameterText(type, evaluate(value, scope)),
      valueType: type,
    }));
}

function parameterText(type: string, value: Value): string {
  switch (type) {
    case "boolean":
      return String(truth(value));
    case "dollarAmount":
      return fixed(number(value), 2);
    case "integer":
      return fixed(number(value), 0);
    case "percent":
      return value instanceof Decimal
        ? value.toString()
        : typeof value === "string" && value !== ""
          ? value
          : "0";
    default:
      return value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);
  }
}

/** Numbers of people print in one shape, and in a preview with only their last figures: the rest never reaches the page. */
function shapeNumbers(
  { form, masks }: ReadyForm,
  identity: Identity,
  values: Map<string, Value>,
  preview: boolean,
): void {
  const shape = ({ id, format, masked }: Mask): void => {
    const value = values.get(id);
    const wanted = preview ? (masked ?? format) : format;
    if (typeof value === "string" && wanted !== undefined) values.set(id, figures(value, wanted));
  };
  masks.forEach(shape);
  employeeNumbers(identity.parties[form.country].employee).forEach(shape);
}

const numbers = new WeakMap<object, readonly Mask[]>();

function employeeNumbers(fields: Readonly<Record<string, IdentityField>>): readonly Mask[] {
  let found = numbers.get(fields);
  if (found === undefined) {
    found = Object.entries(fields)
      .filter(([, { format, masked }]) => format !== undefined || masked !== undefined)
      .map(([name, field]) => ({ ...field, id: `employee.${name}` }));
    numbers.set(fields, found);
  }
  return found;
}

function printed(
  ready: ReadyForm,
  values: ReadonlyMap<string, Value>,
  scope: Scope,
  signed: Signed,
  mode: FillMode,
): Record<string, string | boolean> {
  const result: Record<string, string | boolean> = { ...ready.unprinted[mode] };
  for (const field of ready.printed) {
    if (!isPrinted(field, mode)) continue;
    if (field.role !== undefined) {
      const here = field.condition === undefined || truth(evaluate(field.condition, scope));
      if (here && field.blank === undefined)
        result[field.name] =
          field.role === "signature" ? stamp(values, signed) : dateText(signed.day, field.format ?? "");
      continue;
    }
    const value = evaluate(field.expression, scope);
    if (field.kind === "check") result[field.name] = truth(value);
    else if (value !== undefined)
      result[field.name] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return result;
}

interface Signed {
  readonly day: string;
  readonly time: string;
  readonly zone: string;
}

function stamp(values: ReadonlyMap<string, Value>, signed: Signed): string {
  return `${String(values.get("employee.fullName") ?? "")}  ${signed.day} ${signed.time} ${signed.zone}`;
}

function dateText(day: string, format: string): string {
  return format
    .replace("YYYY", day.slice(0, 4))
    .replace("MM", day.slice(5, 7))
    .replace("DD", day.slice(8, 10));
}

/** Zones change their offset on quarter hours at most, so within one the offset of its start holds. */
const quarterHour = 15 * 60_000;
const offsets = new Map<
  string,
  { readonly quarter: number; readonly offset: number; readonly zone: string }
>();

/** Date, time and zone of the signing, in the employee's zone: an evening in the west is not yet tomorrow. */
function zoned(instant: Date, timeZone: string): Signed {
  const quarter = Math.floor(instant.getTime() / quarterHour);
  let known = offsets.get(timeZone);
  if (known === undefined || known.quarter !== quarter) {
    known = { quarter, ...offsetAt(new Date(quarter * quarterHour), timeZone) };
    // Zone names come in any letter case, so callers could grow this without bound.
    if (offsets.size > 1000) offsets.clear();
    offsets.set(timeZone, known);
  }
  const local = new Date(instant.getTime() + known.offset).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 19), zone: known.zone };
}

function offsetAt(start: Date, timeZone: string): { readonly offset: number; readonly zone: string } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
  const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]));
  const local = `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}:${parts["second"]}Z`;
  return { offset: Date.parse(local) - start.getTime(), zone: parts["timeZoneName"] ?? timeZone };
}
