import type { TaxParameter } from "@withholding-forms/contract";
import {
  Decimal,
  defined,
  type Formula,
  fixed,
  formulaOf,
  type KnownQuestions,
  number,
  parseExpression,
  pointerTo,
  type QuestionSet,
  type Scope,
  type SetSource,
  type Table,
  truth,
  type Value,
  valueTypeOf,
  type Walk,
  walkAnswers,
} from "@withholding-forms/interview";
import { type FillMode, NamedValues } from "@withholding-forms/pdf";
import type { FederalValue } from "../../model/artifact.js";
import type { CompleteRequest, Completion, FieldProblem, PrintedSource } from "../../model/catalog.js";
import type { CompiledForm, CompiledNotice } from "../../model/form.js";
import type { Identity, IdentityField } from "../../model/identity.js";
import { signatureDate } from "../../model/signature-date.js";
import { tableOf } from "../../model/table.js";
import { readFederalValues } from "./federal-values.js";
import { figures, readIdentity } from "./identity.js";
import { printedFrom } from "./printed-from.js";

/** A form with its formulas compiled; made once, when the form is first used. */
export interface ReadyForm {
  readonly form: CompiledForm;
  /** Only people who live in the country of the form can need it. */
  readonly residentsOnly: boolean;
  readonly parameters: readonly {
    readonly id: string;
    readonly type: TaxParameter["valueType"];
    readonly value: Formula;
    readonly when: Formula | undefined;
  }[];
  /** What each mode prints. */
  readonly printed: Readonly<Record<FillMode, Printed>>;
  /** Numbers among the answers. */
  readonly masks: readonly Mask[];
  readonly tables: ReadonlyMap<string, Table>;
  readonly helpers: readonly { readonly id: string; readonly value: Formula }[];
  /** Warnings that depend on the answers. */
  readonly notices: readonly { readonly when: Formula; readonly message: CompiledNotice["message"] }[];
  /** Claims with a known end: rejected once they have ended, and too long before they start. */
  readonly claims: readonly ReadyClaim[];
}

interface ReadyClaim {
  readonly when: Formula;
  /** The last day on which it can be claimed. */
  readonly last: Formula;
  readonly year: Formula | undefined;
  readonly question: string;
}

interface Printed {
  readonly names: readonly string[];
  /** With nothing filled in yet, in the order of the names. */
  readonly blank: readonly (string | boolean)[];
  readonly fields: readonly PrintedField[];
}

type PrintedField = CompiledForm["printed"][number] & {
  readonly formula: Formula;
  readonly condition: Formula | undefined;
  /** Its place among the names. */
  readonly at: number;
};

/** Shape of a person's number on paper, and in a preview. */
interface Mask {
  readonly id: string;
  readonly format?: string;
  readonly masked?: string;
  /** Printed as they are. */
  readonly words?: Readonly<Record<string, string>>;
}

export function readyForm(form: CompiledForm, residentsOnly = false): ReadyForm {
  return {
    form,
    residentsOnly,
    parameters: form.parameters.map(({ id, type, value, when }) => ({
      id,
      type,
      value: formula(value),
      when: when === undefined ? undefined : formula(when),
    })),
    printed: printedByMode(form),
    masks: Object.entries(form.masks).map(([id, mask]) => ({ id, ...mask })),
    tables: new Map(Object.entries(form.tables).map(([name, raw]) => [name, tableOf(raw)])),
    claims: form.validity.claims.map(({ when, end, acceptedUntil, year, question }) => ({
      when: formula(when),
      last: formula(acceptedUntil ?? end),
      year: year === undefined ? undefined : formula(year),
      question,
    })),
    notices: form.notices.flatMap(({ when, message }) =>
      when === undefined ? [] : [{ when: formula(when), message }],
    ),
    helpers: Object.entries(form.helpers).map(([id, value]) => ({ id, value: formula(value) })),
  };
}

function formula(source: string): Formula {
  return formulaOf(parseExpression(source));
}

function printedByMode(form: CompiledForm): Record<FillMode, Printed> {
  const fields = form.printed.map((field) => ({
    ...field,
    formula: formula(field.value === "" ? '""' : field.value),
    condition: field.when === undefined ? undefined : formula(field.when),
  }));
  const make = (mode: FillMode): Printed => printedIn(fields, mode);
  return { PREVIEW: make("PREVIEW"), SIGN: make("SIGN"), SIGN_EXTERNALLY: make("SIGN_EXTERNALLY") };
}

function printedIn(all: readonly Omit<PrintedField, "at">[], mode: FillMode): Printed {
  const fields = all.filter((field) => isPrinted(field, mode));
  const blank = new Map(
    fields.map(({ name, kind, role }) => [name, kind === "check" && role === undefined ? false : ""]),
  );
  const names = [...blank.keys()];
  return {
    names,
    blank: [...blank.values()],
    fields: fields.map((field) => ({ ...field, at: names.indexOf(field.name) })),
  };
}

/** Other jobs' wages or medical costs on a worksheet are none of the employer's business. */
function isPrinted({ role, private: kept }: CompiledForm["printed"][number], mode: FillMode): boolean {
  if (role === "text") return mode !== "SIGN_EXTERNALLY";
  return role !== undefined ? mode === "SIGN" : kept === undefined || mode === "PREVIEW";
}

export interface Interview {
  readonly source: SetSource;
  readonly start: string;
  readonly known: KnownQuestions;
}

type Shared = { readonly identity: Identity; readonly federalValues: Readonly<Record<string, FederalValue>> };

/**
 * Checks, walks, and computes what to return and what to print. No clock, no files: same request, same result.
 * `edition` is the interview in the language of the edition, where that language decides what a calculation gives.
 */
export function complete(
  ready: ReadyForm,
  shared: Shared,
  interview: Interview,
  request: CompleteRequest,
  edition = interview,
): Completion {
  const page = readPage(ready, shared, interview, request, edition);
  if (!("scope" in page)) return page;
  return {
    outcome: "COMPLETE",
    taxParameters: page.taxParameters,
    calculatedValues: calculatedValues(page.walk.path, edition.source, page.answers),
    printed: printed(ready.printed[request.mode], page),
    ignoredFields: page.ignored.length === 0 ? page.walk.ignored : [...page.walk.ignored, ...page.ignored],
    notices: page.notices,
    walk: page.walk,
  };
}

/** The entries that a printed field of a completed request is made from. Slow: only for refusals. */
export function printedSources(
  ready: ReadyForm,
  shared: Shared,
  interview: Interview,
  request: CompleteRequest,
  fieldName: string,
): readonly PrintedSource[] {
  const page = readPage(ready, shared, interview, request);
  if (!("scope" in page)) return [];
  return printedFrom(fieldName, {
    form: ready.form,
    sets: interview.source,
    walk: page.walk,
    scope: page.scope,
  });
}

/** Everything that the page is printed from. */
interface Page {
  readonly walk: Walk;
  /** Answers and calculated values, in the language of the edition. */
  readonly answers: ReadonlyMap<string, Value>;
  readonly taxParameters: Extract<Completion, { outcome: "COMPLETE" }>["taxParameters"];
  readonly notices: readonly string[];
  readonly values: ReadonlyMap<string, Value>;
  readonly scope: Scope;
  readonly signed: Signed;
  /** Members of the request that forms of this country do not use. */
  readonly ignored: readonly string[];
}

function readPage(
  ready: ReadyForm,
  shared: Shared,
  interview: Interview,
  request: CompleteRequest,
  edition = interview,
): Page | Exclude<Completion, { outcome: "COMPLETE" }> {
  const { form } = ready;
  const signed = zoned(request.instant, request.timeZone);
  const { values, problems, ignored } = readGiven(ready, shared, request, signed.day);
  values.set(signatureDate, signed.day);
  const walked = walkAnswers(interview.source, interview.start, request.fields, interview.known, values);
  for (const { questionId, code, message } of walked.problems)
    problems.push(defined({ pointer: pointerTo("/fields", questionId), questionId, code, message }));
  if (problems.length > 0) return { outcome: "REFUSED", problems };
  if (walked.end === "INELIGIBLE") return { outcome: "INELIGIBLE", walk: walked };
  // The checker proves that every path ends; half a form must never be signed.
  if (walked.end === "STOPPED") throw new Error(`${form.id} ${form.version} does not end`);
  values.set("today", signed.day);
  const answers =
    edition === interview
      ? walked.values
      : walkAnswers(edition.source, edition.start, request.fields, edition.known, values).values;
  // What was shaped for the page comes before what was answered.
  const value = (id: string): Value => values.get(id) ?? answers.get(id);
  const table = (name: string): Table | undefined => ready.tables.get(name);
  const scope: Scope = { value, table };
  help(ready, values, scope);
  const untimely = untimelyClaims(ready, scope, signed.day);
  if (untimely.length > 0) return { outcome: "REFUSED", problems: untimely };
  const taxParameters = parameters(ready, scope);
  const notices = ready.notices
    .filter(({ when }) => truth(when(scope)))
    .map(({ message }) => message[request.language]);
  shapeNumbers(ready, identityOf(form, shared.identity), values, answers, request.mode === "PREVIEW");
  // Once more, so that no helper carries to the page what a preview masks.
  help(ready, values, scope);
  const label = (id: string): string => labelOf(form, id, value(id));
  return {
    walk: walked,
    answers,
    taxParameters,
    notices,
    values,
    scope: { value, table, label, language: form.language },
    signed,
    ignored,
  };
}

/** Employee, employer and federal values, with everything wrong with them. */
function readGiven(
  { form, residentsOnly }: ReadyForm,
  shared: Shared,
  { employee, employer, federalValues, language }: CompleteRequest,
  day: string,
): {
  readonly values: Map<string, Value>;
  readonly problems: FieldProblem[];
  readonly ignored: readonly string[];
} {
  const { country, needs } = form;
  const identity = readIdentity(identityOf(form, shared.identity), {
    employee,
    employer,
    country,
    needs,
    language,
    day,
    residentsOnly,
  });
  const { problems, ignored } = identity;
  const values: Map<string, Value> = identity.values;
  if (federalValues === undefined) return { values, problems, ignored };
  if (!form.federalValues) problems.push({ pointer: "/federalValues", code: "NOT_ACCEPTED" });
  else {
    const federal = readFederalValues(shared.federalValues, federalValues, language);
    problems.push(...federal.problems);
    for (const [id, value] of federal.values) values.set(id, value);
  }
  return { values, problems, ignored };
}

const identities = new WeakMap<CompiledForm, Identity>();

/** What all forms ask of the parties, with the numbers that this form takes in another shape. */
function identityOf(form: CompiledForm, shared: Identity): Identity {
  if (form.numbers === undefined) return shared;
  let own = identities.get(form);
  if (own === undefined) {
    const { employee, employer } = shared.parties[form.country];
    const parties = { employee: { ...employee, ...form.numbers }, employer };
    own = { ...shared, parties: { ...shared.parties, [form.country]: parties } };
    identities.set(form, own);
  }
  return own;
}

/** A claim for a period that has ended exempts no pay, and nobody knows the facts of a year that is too far ahead. */
function untimelyClaims({ claims }: ReadyForm, scope: Scope, day: string): FieldProblem[] {
  return claims.flatMap((claim) => {
    const code = truth(claim.when(scope)) ? untimely(claim, scope, day) : undefined;
    if (code === undefined) return [];
    return [{ pointer: pointerTo("/fields", claim.question), questionId: claim.question, code }];
  });
}

function untimely(
  { last, year }: ReadyClaim,
  scope: Scope,
  day: string,
): "EXPIRED" | "TOO_EARLY" | undefined {
  // A claim for last year may end in this one, but no pay of this year is paid under it.
  const ahead = year === undefined ? 0 : number(year(scope)).toNumber() - Number(day.slice(0, 4));
  if (ahead > 1) return "TOO_EARLY";
  return ahead < 0 || day > String(last(scope)) ? "EXPIRED" : undefined;
}

/** The words of a chosen option, in the language of the document. */
function labelOf({ printLabels }: CompiledForm, id: string, value: Value): string {
  const chosen = Array.isArray(value) ? value : [String(value ?? "")];
  return chosen.flatMap((one) => printLabels[id]?.[one] ?? []).join(", ");
}

function help({ helpers }: ReadyForm, values: Map<string, Value>, scope: Scope): void {
  for (const helper of helpers) values.set(helper.id, helper.value(scope));
}

function parameters(ready: ReadyForm, scope: Scope): TaxParameter[] {
  const found: TaxParameter[] = [];
  for (const { id, type, value, when } of ready.parameters)
    if (when === undefined || truth(when(scope)))
      found.push({ id, value: parameterText(type, value(scope)), valueType: type });
  return found;
}

function parameterText(type: TaxParameter["valueType"], value: Value): string {
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
      return textOf(value);
  }
}

function textOf(value: Value): string {
  return value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);
}

/**
 * What the calculated questions of the path came to: numbers with the decimal places of their calculation. A question that is
 * not asked has the value of its published formula, which is self-contained: 0, false, or an empty string.
 */
function calculatedValues(
  path: readonly string[],
  source: SetSource,
  values: ReadonlyMap<string, Value>,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const at of path)
    for (const { id, scale, type } of calculatedIn(source(at))) {
      const value = values.get(id);
      found[id] =
        type === "number"
          ? fixed(number(value), scale)
          : type === "boolean"
            ? String(truth(value))
            : textOf(value);
    }
  return found;
}

interface CalculatedQuestion {
  readonly id: string;
  readonly scale: number;
  readonly type: ReturnType<typeof valueTypeOf>;
}

const calculated = new WeakMap<QuestionSet, readonly CalculatedQuestion[]>();

function calculatedIn(set: QuestionSet | undefined): readonly CalculatedQuestion[] {
  if (set === undefined) return [];
  let found = calculated.get(set);
  if (found === undefined) {
    found = set.questions.flatMap((question) => {
      const { id, calculation } = question;
      return calculation === undefined ? [] : [{ id, scale: calculation.scale, type: valueTypeOf(question) }];
    });
    calculated.set(set, found);
  }
  return found;
}

/** Numbers of people print in one shape, and in a preview with only their last figures: the rest never reaches the page. */
function shapeNumbers(
  { form, masks }: ReadyForm,
  identity: Identity,
  values: Map<string, Value>,
  answers: ReadonlyMap<string, Value>,
  preview: boolean,
): void {
  const shape = ({ id, format, masked, words }: Mask): void => {
    const value = values.get(id) ?? answers.get(id);
    const wanted = preview ? (masked ?? format) : format;
    if (typeof value !== "string" || wanted === undefined) return;
    if (words === undefined || !Object.values(words).includes(value)) values.set(id, figures(value, wanted));
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

function printed({ names, blank, fields }: Printed, { values, scope, signed }: Page): NamedValues {
  const result = blank.slice();
  for (const { at, role, kind, formula, condition, signer, format } of fields) {
    if (role === "signature" || role === "date") {
      const here = condition === undefined || truth(condition(scope));
      if (here && signer === undefined)
        result[at] = role === "signature" ? stamp(values, signed) : dateText(signed.day, format ?? "");
      continue;
    }
    const value = formula(scope);
    if (kind === "check") result[at] = truth(value);
    else if (value !== undefined) result[at] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return new NamedValues(names, result);
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

interface KnownZone {
  readonly quarter: number;
  readonly offset: number;
  readonly zone: string;
  /** The last second that was requested, and what it is called. */
  second: number;
  signed: Signed;
}

const zones = new Map<string, KnownZone>();

/** Date, time and zone of the signing, in the employee's zone: an evening in the west is not yet tomorrow. */
function zoned(instant: Date, timeZone: string): Signed {
  const time = instant.getTime();
  const quarter = Math.floor(time / quarterHour);
  let known = zones.get(timeZone);
  if (known === undefined || known.quarter !== quarter) {
    const start = new Date(quarter * quarterHour);
    known = { quarter, ...offsetAt(start, timeZone), second: -1, signed: { day: "", time: "", zone: "" } };
    // Zone names come in any letter case, so callers could grow this without bound.
    if (zones.size > 1000) zones.clear();
    zones.set(timeZone, known);
  }
  const second = Math.floor(time / 1000);
  if (known.second !== second) {
    const local = new Date(time + known.offset).toISOString();
    known.signed = { day: local.slice(0, 10), time: local.slice(11, 19), zone: known.zone };
    known.second = second;
  }
  return known.signed;
}

function offsetAt(start: Date, timeZone: string): { readonly offset: number; readonly zone: string } {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(start)
      .map(({ type, value }) => [type, value]),
  );
  const local = `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}:${parts["second"]}Z`;
  return { offset: Date.parse(local) - start.getTime(), zone: parts["timeZoneName"] ?? timeZone };
}

let last: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** The last one is kept: making one takes longer than completing a form. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (last?.timeZone !== timeZone) {
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
    last = { timeZone, format };
  }
  return last.format;
}
