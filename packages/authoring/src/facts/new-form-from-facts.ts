import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plainVersion } from "@withholding-forms/catalog/model/version";
import { parse } from "yaml";
import type { CompiledContent } from "../compile/compile.js";
import { isRecord } from "../read/source.js";
import { casesFile } from "./cases-file.js";
import { formFile } from "./form-file.js";
import { draftInterview } from "./interview.js";
import { figureNames, figuresFile, pageFile, parametersFile } from "./other-files.js";
import { flowsText, type Surroundings, situationsText } from "./place-files.js";
import { questionsFile } from "./questions-file.js";
import { type FactForm, type FactSheet, readFactSheet } from "./sheet.js";

export interface FactsChoice {
  readonly facts: string;
  /** One form of the sheet; by default all that are meant to be written (`author: true`). */
  readonly form?: string;
  readonly today: string;
}

/**
 * Starts the forms of a fact sheet, with the flows, situations and figures of their place, and gives the names of the
 * files written. Nothing that is already there is changed, except that flows are added to a place that has none. What a
 * sheet says in words becomes a `# TODO` comment. Throws a one-sentence error if it cannot.
 */
export function newFormFromFacts(root: string, compiled: CompiledContent, choice: FactsChoice): string[] {
  const sheet = readFactSheet(choice.facts);
  const place = compiled.jurisdictions.find(({ code }) => code === sheet.jurisdiction);
  if (place === undefined)
    throw new Error(`there is no place called ${sheet.jurisdiction}: write its jurisdiction.yaml first`);
  const chosen = sheet.forms.filter((form) =>
    choice.form === undefined ? form.author === true : form.id === choice.form,
  );
  if (chosen.length === 0)
    throw new Error(
      `${choice.facts} has no form ${choice.form ?? "with author: true"}: it has ${ids(sheet)}`,
    );
  const folder = `${place.country.toLowerCase()}/${sheet.jurisdiction}`;
  const constants = sheet.constants ?? [];
  const year = sheet.taxYear ?? Number((chosen[0]?.effectiveDate ?? choice.today).slice(0, 4));
  const figures = figuresFile(constants);
  const files = new Map<string, string>();
  if (figures !== undefined) files.set(`${folder}/figures/${year}.yaml`, figures);
  const around: Surroundings = {
    noWageTax: compiled.jurisdictions
      .filter((one) => one.country === place.country && !one.wageTax)
      .map(({ code }) => code),
    // The last flow has no filter: it is that of ordinary employees.
    national:
      compiled.jurisdictions.find(({ code }) => code === "FEDERAL")?.flows.at(-1)?.recommended.en ?? [],
  };
  const situations = situationsText(sheet, around);
  if (situations !== undefined) files.set(`${folder}/situations.yaml`, situations);
  const states = compiled.content.answers.data["state"]?.options;
  const state = Object.keys(Object(states)).find((code) => code !== sheet.jurisdiction) ?? "";
  for (const form of chosen) {
    const head = {
      agency: sheet.agency ?? place.agency?.name ?? "",
      today: choice.today,
      figures: figures === undefined ? undefined : year,
    };
    for (const [name, text] of Object.entries(formFiles(sheet, form, head, { year, state })))
      files.set(`${folder}/${form.id}/${versionOf(form)}/${name}`, text);
  }
  return [...addFlows(root, folder, flowsText(sheet, around)), ...write(root, files)];
}

function ids({ forms }: FactSheet): string {
  return forms.map(({ id }) => id).join(", ");
}

function versionOf({ id, version }: FactForm): string {
  if (version === undefined || plainVersion(version) !== version)
    throw new Error(
      `${id}: ${version ?? "nothing"} is no version: write it like 2026.1.0, without leading zeros`,
    );
  return version;
}

function formFiles(
  sheet: FactSheet,
  form: FactForm,
  head: Parameters<typeof formFile>[1],
  words: Parameters<typeof casesFile>[1],
): Readonly<Record<string, string>> {
  const figures = figureNames(sheet.constants ?? []);
  const interview = draftInterview(form);
  return {
    "form.yaml": formFile(form, head),
    "questions.yaml": questionsFile(form, interview, sheet.jurisdiction, figures),
    "parameters.yaml": parametersFile(form, figures),
    "page.yaml": pageFile(form),
    "cases.yaml": casesFile(interview, words),
  };
}

function write(root: string, files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([name, text]) => {
    const path = join(root, name);
    if (existsSync(path)) return [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [name];
  });
}

function addFlows(root: string, folder: string, flows: string | undefined): string[] {
  const name = `${folder}/jurisdiction.yaml`;
  const text = readFileSync(join(root, name), "utf8");
  const data: unknown = parse(text);
  if (flows === undefined || (isRecord(data) && data["flows"] !== undefined)) return [];
  writeFileSync(join(root, name), `${text.trimEnd()}\n${flows}`);
  return [name];
}
