import type {
  CompiledForm,
  CompiledSets,
  Mask,
  PublishedParameters,
} from "@withholding-forms/catalog/model/form";
import { eitherPattern } from "@withholding-forms/catalog/model/one-of";
import type { FormFields } from "@withholding-forms/contract";
import { defined, type Language, type Table } from "@withholding-forms/interview";
import type { FormLayout } from "@withholding-forms/pdf";
import type { Ledger } from "../read/po.js";
import type { Report } from "../read/problem.js";
import type { Content, FormContent } from "../resolve/content.js";
import type { IdentityFields } from "../schema/identity.js";
import { byLanguage } from "./by-language.js";
import { type Context, newContext } from "./context.js";
import { formLifeCycle } from "./life-cycle.js";
import { compileNeeds } from "./needs.js";
import { compileNotices, interventionParameter } from "./notices.js";
import { compileNumbers } from "./numbers.js";
import { compileOfficial } from "./official.js";
import { allQuestions, type CompiledPage, compilePage, questionPath, questionsById } from "./page.js";
import { compileParameters } from "./parameters.js";
import { spelledOut } from "./portable-pattern.js";
import { publishParameters } from "./publish-parameters.js";
import { answerKind, compileSets, compileTables, optionsOf, rawQuestions, tablesIn } from "./questions.js";
import { compileRegister } from "./register.js";
import { compileValidity } from "./validity.js";

export interface FormParts {
  readonly context: Context;
  readonly form: CompiledForm;
  readonly sets: CompiledSets;
  readonly taxParameters: PublishedParameters;
  readonly tables: ReadonlyMap<string, Table>;
  readonly page: CompiledPage;
  readonly layout: FormLayout;
}

export function compileForm(
  content: Content,
  source: FormContent,
  ledger: Ledger,
  report: Report,
): FormParts {
  const context = newContext(content, source, ledger, report);
  const { data } = source.form;
  const place = content.jurisdictions.find(
    (one) => one.code === source.jurisdiction && source.folder.startsWith(one.folder),
  );
  const country = place?.source.data.country ?? "US";
  const tables = compileTables(context);
  const sets = byLanguage((language) => setsIn(context, tables[language], language));
  // Words that only the page has are needed in its own language: an edition in another one is a separate form.
  const page = compilePage(context, data.language);
  const official = compileOfficial(context, page);
  const needs = compileNeeds(context, country, [...page.fields, ...(official?.printed ?? [])]);
  const numbers = compileNumbers(context, needs.employee);
  const { validity, parameters: claimed } = compileValidity(context);
  const notices = compileNotices(context);
  const parameters = [...compileParameters(context), ...claimed, ...interventionParameter(context, notices)];
  const register = compileRegister(context);
  const form: CompiledForm = {
    id: source.id,
    version: source.version,
    name: data.name,
    title: data.title,
    formType: data.type,
    locality: data.locality ?? source.jurisdiction,
    country,
    language: data.language,
    effective: data.effective,
    ...(data.retired === undefined ? {} : { retired: data.retired }),
    federalValues: data.federalValues === true,
    published: data.published,
    ...(data.shown === undefined ? {} : { agencyAddress: data.shown.address }),
    verification: { ...data.verification, doubts: data.doubts },
    formFields: formFields(context, country, sets, numbers),
    needs,
    ...(Object.keys(numbers).length === 0 ? {} : { numbers }),
    validity,
    notices,
    parameters,
    printed: page.fields.map(({ name, kind, value, role, format, when, signer, private: own }) => ({
      name,
      kind,
      value,
      ...(role === undefined ? {} : { role }),
      ...(format === undefined ? {} : { format }),
      ...(when === undefined ? {} : { when }),
      ...(signer === undefined ? {} : { signer }),
      ...(own === undefined ? {} : { private: own }),
    })),
    printLabels: printLabels(context, data.language),
    masks: masks(context),
    tables: tablesIn(context, data.language),
    ...(calculatesWords(sets) ? { calculatesWords: true as const } : {}),
    helpers: rawQuestions(source.questions).helpers,
    ...defined({ givenByFlows: givenByFlows(context), lifeCycle: formLifeCycle(context) }),
    ...(register === undefined ? {} : { register }),
    ...(official === undefined ? {} : { official }),
  };
  const taxParameters = publishParameters(context, parameters);
  return { context, form, sets, taxParameters, tables: tables.en, page, layout: page.layout };
}

function setsIn(
  context: Context,
  tables: ReadonlyMap<string, Table>,
  language: Language,
): CompiledSets["en"] {
  const plain = compileSets(context, "sets", tables, language);
  if (rawQuestions(context.form.questions).federalSets === undefined) return { plain };
  return { plain, federal: compileSets(context, "federalSets", tables, language) };
}

/** A calculation that gives words gives those of the language it is published in. */
function calculatesWords(sets: CompiledSets): boolean {
  const formulas = ({ plain, federal = [] }: CompiledSets["en"]): string =>
    JSON.stringify([...plain, ...federal].map((set) => set.questions.map(({ calculation }) => calculation)));
  return formulas(sets.en) !== formulas(sets.es) || formulas(sets.en) !== formulas(sets.fr);
}

function formFields(
  context: Context,
  country: "US" | "CA",
  sets: CompiledSets,
  numbers: NonNullable<CompiledForm["numbers"]>,
): FormFields {
  const identity = context.content.identity.data;
  const pattern = (field: IdentityFields[string]): string =>
    spelledOut(identity.patterns[field.pattern ?? ""]?.pattern ?? "^$");
  const address = Object.fromEntries(
    Object.entries(identity.address[country]).map(([name, field]) => [name, pattern(field)]),
  );
  const party = (who: "employee" | "employer"): Record<string, string | Record<string, string>> =>
    Object.fromEntries(
      Object.entries(identity[country][who]).map(([name, field]) => [
        name,
        name === "address"
          ? address
          : ((who === "employee" ? numbers[name]?.pattern : undefined) ?? pattern(field)),
      ]),
    );
  const patterns = new Map<string, string[]>();
  for (const set of [...sets.en.plain, ...(sets.en.federal ?? [])])
    for (const { id, validationRegex } of set.questions)
      if (validationRegex !== undefined) patterns.set(id, [...(patterns.get(id) ?? []), validationRegex]);
  return {
    formId: context.form.id,
    formVersion: context.form.version,
    employee: party("employee"),
    employer: party("employer"),
    // A question that is in two sets accepts what either accepts.
    fields: Object.fromEntries([...patterns].map(([id, all]) => [id, eitherPattern(all)])),
    signForm: "PREVIEW",
  };
}

function printLabels(context: Context, language: Language): CompiledForm["printLabels"] {
  const labels: Record<string, Record<string, string>> = {};
  // A question may be in several sets with different options; a label is wanted whichever set was walked.
  for (const [id, question] of allQuestions(context)) {
    const options = optionsOf(question, answerKind(context, question));
    for (const [value, words] of options) {
      labels[id] ??= {};
      labels[id][value] ??= context.say(
        context.form.questions,
        questionPath(context, id, "options"),
        words,
        language,
      );
    }
  }
  return labels;
}

function givenByFlows(context: Context): CompiledForm["givenByFlows"] {
  const found: Record<string, Record<string, Record<string, string>>> = {};
  for (const [id, question] of allQuestions(context)) {
    const { flow = [] } = question.given ?? {};
    const same = [...optionsOf(question, answerKind(context, question)).keys()].map((value) => [
      value,
      value,
    ]);
    const answers = Array.isArray(flow)
      ? flow.map((one) => [one, Object.fromEntries(same)])
      : Object.entries(flow);
    for (const [asked, byValue] of answers as [string, Record<string, string>][])
      for (const [value, answer] of Object.entries(byValue)) {
        found[asked] ??= {};
        found[asked][value] = { ...found[asked][value], [id]: answer };
      }
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function masks(context: Context): CompiledForm["masks"] {
  const found: Record<string, Mask> = {};
  for (const [id, question] of questionsById(context)) {
    const { format, masked } = answerKind(context, question);
    if (format !== undefined || masked !== undefined) {
      found[id] = {
        ...(format === undefined ? {} : { format }),
        ...(masked === undefined ? {} : { masked }),
      };
    }
  }
  return found;
}
