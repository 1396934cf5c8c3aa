import type { TaxParameter } from "@withholding-forms/contract";
import {
  defined,
  type KnownQuestions,
  pointerTo,
  type Scope,
  type SetSource,
  type Table,
  truth,
  type Value,
  type Walk,
  walkAnswers,
} from "@withholding-forms/interview";
import type { SharedContent } from "../../model/artifact.js";
import type {
  CompleteRequest,
  Completion,
  FieldProblem,
  FormNotice,
  PrintedSource,
} from "../../model/catalog.js";
import type { CompiledForm } from "../../model/form.js";
import type { Identity } from "../../model/identity.js";
import { signatureDate } from "../../model/signature-date.js";
import { answeredNotice } from "../notices.js";
import { readFederalValues } from "./federal-values.js";
import { readIdentity } from "./identity.js";
import { printedFrom } from "./printed-from.js";
import { type PageValues, printedValues, shapeNumbers } from "./printed-values.js";
import type { ReadyForm } from "./ready-form.js";
import { calculatedValues, taxParameters } from "./returned-values.js";
import { signingTime } from "./signing-time.js";
import { untimelyClaims } from "./untimely-claims.js";

export interface Interview {
  readonly source: SetSource;
  readonly start: string;
  readonly known: KnownQuestions;
}

/**
 * Checks, walks, and computes what to return and what to print. No clock, no files: same request, same result.
 * `edition` is the interview in the language of the edition, where that language decides what a calculation gives.
 */
export function complete(
  ready: ReadyForm,
  shared: SharedContent,
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
    printed: printedValues(ready.printed[request.mode], page),
    ignoredFields: page.ignored.length === 0 ? page.walk.ignored : [...page.walk.ignored, ...page.ignored],
    notices: page.notices,
    walk: page.walk,
  };
}

/** The entries that a printed field of a completed request is made from. Slow: only for errors. */
export function printedSources(
  ready: ReadyForm,
  shared: SharedContent,
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
interface Page extends PageValues {
  readonly walk: Walk;
  /** Answers and calculated values, in the language of the edition. */
  readonly answers: ReadonlyMap<string, Value>;
  readonly taxParameters: readonly TaxParameter[];
  readonly notices: readonly FormNotice[];
  /** Members of the request that forms of this country do not use. */
  readonly ignored: readonly string[];
}

function readPage(
  ready: ReadyForm,
  shared: SharedContent,
  interview: Interview,
  request: CompleteRequest,
  edition = interview,
): Page | Exclude<Completion, { outcome: "COMPLETE" }> {
  const { form } = ready;
  const signed = signingTime(request.instant, request.timeZone);
  const { values, problems, ignored } = readGiven(ready, shared, request, signed.day);
  values.set(signatureDate, signed.day);
  const walked = walkAnswers(interview.source, interview.start, request.fields, interview.known, values);
  for (const { questionId, code, message } of walked.problems)
    problems.push(defined({ pointer: pointerTo("/fields", questionId), questionId, code, message }));
  if (problems.length > 0) return { outcome: "REFUSED", problems };
  if (walked.end === "INELIGIBLE") return { outcome: "INELIGIBLE", walk: walked };
  // The checker verifies that every path ends; an incomplete form must never be signed.
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
  const parameters = taxParameters(ready, scope);
  const notices = ready.notices
    .filter(({ applies }) => applies === undefined || truth(applies(scope)))
    .map((notice) => answeredNotice(shared.notices, notice, request.language, value));
  shapeNumbers(ready, identityOf(form, shared.identity), values, answers, request.mode === "PREVIEW");
  // Once more, so that no helper carries to the page what a preview masks.
  help(ready, values, scope);
  const label = (id: string): string => labelOf(form, id, value(id));
  return {
    walk: walked,
    answers,
    taxParameters: parameters,
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
  shared: SharedContent,
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

/** What all forms ask of the parties, with the numbers that this form takes in another shape. */
function identityOf({ numbers, country }: CompiledForm, shared: Identity): Identity {
  if (numbers === undefined) return shared;
  const { employee, employer } = shared.parties[country];
  const parties = { employee: { ...employee, ...numbers }, employer };
  return { ...shared, parties: { ...shared.parties, [country]: parties } };
}

/** The words of a chosen option, in the language of the document. */
function labelOf({ printLabels }: CompiledForm, id: string, value: Value): string {
  const chosen = Array.isArray(value) ? value : [String(value ?? "")];
  return chosen.flatMap((one) => printLabels[id]?.[one] ?? []).join(", ");
}

function help({ helpers }: ReadyForm, values: Map<string, Value>, scope: Scope): void {
  for (const helper of helpers) values.set(helper.id, helper.value(scope));
}
