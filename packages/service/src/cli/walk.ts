import type { Catalog } from "@withholding-forms/catalog";
import { type FormJourney, type FormView, type Person, walk as startWalk } from "@withholding-forms/client";
import type { Language } from "@withholding-forms/interview";
import { type Circumstances, completeForm } from "../app/complete-form.js";
import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { Problem } from "../problems/problem.js";
import { isObject } from "../problems/validation.js";
import { endWith } from "./exit-codes.js";
import { readJson, writeWhole } from "./files.js";
import { showRefusal } from "./fill.js";
import { askSet } from "./interview.js";
import { print, printError } from "./print.js";
import { requireForm } from "./require-form.js";
import { catalogSource } from "./sets.js";
import { openTerminal, type Terminal } from "./terminal.js";

export interface WalkOptions extends Circumstances {
  readonly formVersion?: string;
  readonly hasFederalValues: boolean;
  readonly people?: string;
  readonly output?: string;
  readonly json: boolean;
}

/** The interview of a form in the terminal. */
export async function walk(formId: string, options: WalkOptions): Promise<void> {
  const { language, output, json } = options;
  if (output !== undefined && options.people === undefined)
    throw new OperatorError("--output requires --people.");
  const catalog = openCatalog(readConfig(process.env));
  const { form } = requireForm(catalog, formId, options.formVersion);
  const people = options.people === undefined ? undefined : readPeople(options.people);
  const given = people?.federalValues ?? undefined;
  const hasFederalValues = form.acceptsFederalValues && (options.hasFederalValues || given !== undefined);
  const journey = await startWalk(catalogSource(catalog), {
    formId,
    formVersion: form.version,
    initialQuestionSet: form.initialQuestionSet,
    hasFederalValues,
    language,
  });
  const terminal = openTerminal();
  let view: FormView | undefined;
  try {
    terminal.say(`${form.name}: ${form.title} (${form.id} ${form.version})`);
    view = await interview(journey, terminal, language);
  } finally {
    terminal.close();
  }
  if (view === undefined || view.status !== "COMPLETE") {
    endWith("REFUSED");
    const end = view === undefined ? "STOPPED" : view.status;
    if (json) print(JSON.stringify({ formId, formVersion: form.version, end }));
    else printError(ends[end === "INELIGIBLE" ? "INELIGIBLE" : "STOPPED"]);
    return;
  }
  const body = journey.body({
    ...(people ?? noPerson),
    federalValues: hasFederalValues ? (given ?? null) : undefined,
  });
  if (output !== undefined && !preview(catalog, body, output, options)) return;
  const { fields } = body;
  const { perjuryStatement } = view;
  const whole = { formId, formVersion: form.version, end: view.status, fields, perjuryStatement };
  print(json ? JSON.stringify(whole) : JSON.stringify(fields, null, 2));
}

const ends = {
  INELIGIBLE: "withholding-forms: the employee cannot use this form with these answers.",
  STOPPED: "withholding-forms: the input ended before the last question.",
} as const;

/** Until the end of the form; undefined if the input ends first. */
async function interview(
  journey: FormJourney,
  terminal: Terminal,
  language: Language,
): Promise<FormView | undefined> {
  while (journey.view.status === "ASKING") {
    if (!(await askSet(journey, terminal, language))) return undefined;
    await journey.next();
  }
  const { view } = journey;
  if (view.perjuryStatement !== undefined) terminal.say(`\n${view.perjuryStatement}\n`);
  return view;
}

/** Without --people: the fields of a body do not depend on the person. */
const noPerson = { employee: {} as Person["employee"] };

/** Only checks the top level; filling checks the rest. */
function readPeople(path: string): Person {
  const people = readJson(path);
  const known = ["employee", "employer", "federalValues"];
  if (!isObject(people) || !Object.keys(people).every((name) => known.includes(name)))
    throw new OperatorError(`${path} must be an object with employee, employer, and federalValues.`);
  return people as unknown as Person;
}

function preview(catalog: Catalog, body: object, output: string, options: WalkOptions): boolean {
  try {
    const service = { catalog, clock: () => new Date() };
    writeWhole(output, completeForm(service, body, options).filled.pdf);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    endWith("REFUSED");
    showRefusal(error, options.language, options.json);
    return false;
  }
}
