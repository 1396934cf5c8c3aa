import type { Answers, Migration, MigrationOutcome } from "@withholding-forms/client";
import { migrateStored } from "../app/migrate.js";
import { openCatalog } from "../app/open-catalog.js";
import type { SetChoice } from "../app/question-sets.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { isObject } from "../problems/validation.js";
import { endWith } from "./exit-codes.js";
import { readJson } from "./files.js";
import { print } from "./print.js";
import { requireForm } from "./require-form.js";

/** Which answers, stored for one version, are valid in another, and what has to be asked again. */
export async function migrate(
  formId: string,
  from: string,
  to: string,
  answersFile: string,
  { json, ...choice }: SetChoice & { readonly json: boolean },
): Promise<void> {
  const catalog = openCatalog(readConfig(process.env));
  const old = catalog.stored(formId, from) ?? requireForm(catalog, formId, from).form;
  const now = requireForm(catalog, formId, to).form;
  const { answers, hasFederalValues } = readAnswers(answersFile);
  const chosen = { ...choice, hasFederalValues: choice.hasFederalValues || hasFederalValues };
  const migration = await migrateStored(answers, { from: old, to: now }, chosen);
  if (migration.end !== "COMPLETE") endWith("REFUSED");
  if (json) return print(JSON.stringify({ formId, from: old.version, to: now.version, ...migration }));
  print(`${formId} ${old.version} -> ${now.version}: ${ends[migration.end]}`);
  for (const line of linesOf(migration)) print(`  ${line}`);
}

const ends: Readonly<Record<Migration["end"], string>> = {
  COMPLETE: "the stored answers complete the new version",
  INELIGIBLE: "with these answers the employee cannot use the new version",
  STOPPED: "some questions must be asked again",
};

const outcomes: Readonly<Record<MigrationOutcome, string>> = {
  HOLDS: "is valid",
  REFUSED: "is no longer valid",
  UNASKED: "is not asked with these answers",
  UNREACHED: "may be asked, depending on an earlier answer that must be fixed",
  CALCULATED: "is calculated now",
  REMOVED: "no longer exists",
};

function linesOf({ answers, missing }: Migration): string[] {
  return [
    ...answers.map(({ questionId, outcome, problem, changed }) => {
      const why = problem?.message === undefined ? "" : `: ${problem.message}`;
      const look = outcome === "HOLDS" && changed.length > 0 ? ` (its ${changed.join(", ")} changed)` : "";
      return `${questionId} ${outcomes[outcome]}${why}${look}`;
    }),
    ...missing.map(({ questionId, message }) => {
      return `${questionId} needs an answer${message === undefined ? "" : `: ${message}`}`;
    }),
  ];
}

/** Stored answers by question id, or the whole body of a fillPdf request. */
function readAnswers(path: string): { readonly answers: Answers; readonly hasFederalValues: boolean } {
  const stored = readJson(path);
  const body = isObject(stored) && isObject(stored["fields"]) ? stored : { fields: stored };
  const { fields } = body;
  if (!isObject(fields) || !Object.values(fields).every(isAnswer))
    throw new OperatorError(`${path} must have answers by question ID or the body of a fillPdf request.`);
  const federalValues = "federalValues" in body ? (body["federalValues"] ?? undefined) : undefined;
  return { answers: fields as Answers, hasFederalValues: federalValues !== undefined };
}

function isAnswer(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
