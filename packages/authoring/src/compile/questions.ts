import {
  alternatives,
  isDecimalChoice,
  oneOfDecimalsPattern,
  oneOfPattern,
} from "@withholding-forms/catalog/model/one-of";
import { signatureDate } from "@withholding-forms/catalog/model/signature-date";
import { mapWords, type TableData } from "@withholding-forms/catalog/model/table";
import {
  type Calculation,
  defined,
  INELIGIBLE,
  type Language,
  type Navigation,
  type NavigationMapping,
  type Note,
  type Placement,
  type Question,
  type QuestionOption,
  type QuestionSet,
  type Table,
} from "@withholding-forms/interview";
import type { Path, Source } from "../read/source.js";
import type { AnswerKind } from "../schema/answers.js";
import type { NoteSource } from "../schema/notes.js";
import type { MappingSource, QuestionSource, QuestionsSource, SetSource } from "../schema/questions.js";
import { namedIn } from "./asked-when.js";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";
import { editionsOf } from "./form-languages.js";
import { spelledOut } from "./portable-pattern.js";
import { type Publisher, publisher } from "./publish-formulas.js";
import { publishTables } from "./publish-tables.js";
import { givenByHome, residenceRules } from "./residence.js";
import { sharedTable } from "./shared-table.js";
import { tableFault, valuesOf } from "./table-fault.js";

export type SetGroup = "sets" | "federalSets";

/** `questions.yaml` with its optional parts. */
export type Questions = QuestionsSource & Required<Pick<QuestionsSource, "tables" | "helpers">>;

export function rawQuestions({ data }: Source<QuestionsSource>): Questions {
  return { ...data, tables: data.tables ?? {}, helpers: data.helpers ?? {} };
}

/** The tables of the form, their words in one language. Codes, in capitals, and the names in lists stay as they are. */
export function tablesIn(context: Context, language: Language): Readonly<Record<string, TableData>> {
  const source = context.form.questions;
  return Object.fromEntries(
    Object.entries(rawQuestions(source).tables).map(([name, raw]) => [
      name,
      mapWords(raw, (word) => {
        const translated =
          isCode(word) || isListColumn(name) ? word : context.say(source, ["tables", name], word, language);
        if (translated.includes('"')) {
          const message = `table ${name}: "${translated}" has a quotation mark, which no formula can contain: remove it`;
          context.report(source, ["tables", name], "formula", message);
        }
        return translated;
      }),
    ]),
  );
}

/** `districts.name`: a list has the names of things, which are the same in every language. */
function isListColumn(table: string): boolean {
  return table.includes(".");
}

function isCode(word: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(word);
}

/** Tables as formulas look into them, by language. One that has no words is the same in each. */
export function compileTables(context: Context): Record<Language, ReadonlyMap<string, Table>> {
  const source = context.form.questions;
  const raw = Object.entries(rawQuestions(source).tables);
  for (const [name, table] of raw) {
    const fault = tableFault(table);
    if (fault !== undefined) context.report(source, ["tables", name], "formula", `table ${name}: ${fault}`);
  }
  const compiled = (language: Language): ReadonlyMap<string, Table> =>
    new Map(Object.entries(tablesIn(context, language)).map(([name, table]) => [name, sharedTable(table)]));
  const worded = raw.some(([, table]) => valuesOf(table).some((value) => typeof value === "string"));
  if (worded) return byLanguage(compiled);
  const once = compiled("en");
  return byLanguage(() => once);
}

/** The sets of a variant as published, in one language. Without federal sets there is no federal variant. */
export function compileSets(
  context: Context,
  variant: SetGroup,
  tables: ReadonlyMap<string, Table>,
  language: Language,
): QuestionSet[] {
  const { sets: plain, federalSets = {} } = rawQuestions(context.form.questions);
  const sets = variant === "sets" ? plain : { ...federalSets, ...without(plain, federalSets) };
  const named = namedIn(sets, (question) => answerKind(context, question).value);
  return Object.entries(sets).map(([id, set]) => {
    const group = variant === "federalSets" && id in federalSets ? "federalSets" : "sets";
    const formulas = publisher(context, tables, named(id));
    return compileSet(context, [group, id], id, set, tables, formulas, language);
  });
}

function without<T>(all: Readonly<Record<string, T>>, others: object): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => !(id in others)));
}

function compileSet(
  context: Context,
  path: Path,
  id: string,
  set: SetSource,
  tables: ReadonlyMap<string, Table>,
  formulas: Publisher,
  language: Language,
): QuestionSet {
  const source = context.form.questions;
  const notes = compileNotes(context, source, [...path, "notes"], set.notes, "ABOVE_ALL_QUESTIONS", language);
  const used = new Set<string>();
  const questions = Object.entries(set.questions).map(([questionId, question]) =>
    compileQuestion(
      context,
      [...path, "questions", questionId],
      questionId,
      question,
      formulas,
      used,
      language,
    ),
  );
  return {
    id,
    questions,
    ...(used.size === 0 ? {} : { tables: publishTables(tables, used) }),
    ...(notes.length > 0 ? { notes } : {}),
    breadcrumbTitle: context.say(source, [...path, "title"], set.title, language),
    navigation: compileNavigation(context, path, set, language),
    ...(set.express === undefined
      ? {}
      : {
          express: {
            ...set.express,
            statement: context.say(source, [...path, "express"], set.express.statement, language),
          },
        }),
  };
}

function compileQuestion(
  context: Context,
  path: Path,
  id: string,
  raw: QuestionSource,
  formulas: Publisher,
  tables: Set<string>,
  language: Language,
): Question {
  const source = context.form.questions;
  const kind = answerKind(context, raw);
  checkAnswerKind(context, path, raw, kind);
  const notes = compileNotes(context, source, [...path, "notes"], raw.notes, "BELOW_QUESTION", language);
  const formula = (text: string, ...at: Path): string => formulas.formula([...path, ...at], text);
  const when = raw.when === undefined ? undefined : formula(raw.when, "when");
  const common = defined({
    id,
    questionText: context.say(source, [...path, "ask"], raw.ask, language),
    ...control(kind.control),
    valueType: kind.value,
    isCalculated: raw.calculate !== undefined,
    notes: notes.length > 0 ? notes : undefined,
  });
  if (raw.calculate !== undefined) {
    const published = formulas.calculation(path, raw, kind.value);
    for (const table of published.tables) tables.add(table);
    const calculation: Calculation = defined({
      formula: published.formula,
      formulaWithTables: published.formulaWithTables,
      scale: kind.value === "number" ? (raw.scale ?? 2) : 0,
      roundingMode: raw.rounding ?? ("HALF_UP" as const),
    });
    return { ...common, required: defined({ whenRequired: "NEVER" as const, when }), calculation };
  }
  const checks = [
    ...(raw.checks ?? []).map((check, index) => ({
      formula: formula(check.must, "checks", index),
      message: context.say(source, [...path, "checks", index], check.message, language),
    })),
    ...residenceChecks(context, id, raw, kind, language).map(({ formula: must, message }) => ({
      formula: formula(must, "residence"),
      message,
    })),
    ...futureChecks(context, id, raw, kind, language),
  ];
  const options = [...optionsOf(raw, kind).keys()];
  const given = givenByHome(raw, options, kind.value === "boolean", context.form.jurisdiction);
  return defined({
    ...common,
    ...compileAnswer(context, path, raw, kind, language),
    required: defined({ whenRequired: whenRequired(raw, given), when }),
    ...compileOptions(context, path, raw, kind, language),
    checks: checks.length === 0 ? undefined : checks,
    given:
      given &&
      defined({
        when: given.when === undefined ? undefined : formula(given.when, "residence"),
        value: formula(given.value, "residence"),
      }),
    place: raw.place,
    suggest: compileSuggestions(context, raw, formula),
  });
}

/** Without those that come from the form itself: a module can be used by the form that its suggestions name. */
function compileSuggestions(
  context: Context,
  { suggest = [] }: QuestionSource,
  formula: (text: string, ...at: Path) => string,
): Question["suggest"] {
  const found = suggest.flatMap(({ from, when, value }, index) => {
    const formIds = from === undefined ? undefined : editionsOf(context.content, from);
    if (formIds?.includes(context.form.id)) return [];
    const published = {
      when: formula(when, "suggest", index, "when"),
      value: formula(value, "suggest", index, "value"),
    };
    return [defined({ formIds, ...published })];
  });
  return found.length === 0 ? undefined : found;
}

function residenceChecks(
  { content, form, say }: Context,
  id: string,
  { residence }: QuestionSource,
  { value }: AnswerKind,
  language: Language,
): NonNullable<Question["checks"]> {
  if (residence === undefined) return [];
  const message = say(content.blocks, ["words", "residence"], content.blocks.data.words.residence, language);
  return residenceRules(id, residence, value === "boolean", form.jurisdiction).map((formula) => ({
    formula,
    message,
  }));
}

/** A day after that of the signature cannot be a date of birth. */
function futureChecks(
  context: Context,
  id: string,
  { answer = "" }: QuestionSource,
  { notInFuture }: AnswerKind,
  language: Language,
): NonNullable<Question["checks"]> {
  if (notInFuture === undefined) return [];
  const message = context.say(context.content.answers, [answer, "notInFuture"], notInFuture, language);
  return [{ formula: `${id} <= ${signatureDate}`, message }];
}

function whenRequired(
  { required, when }: QuestionSource,
  given: Question["given"],
): Question["required"]["whenRequired"] {
  if (required === "never") return "NEVER";
  return when === undefined && given === undefined ? "ALWAYS" : "DEPENDENT";
}

function checkAnswerKind(context: Context, path: Path, raw: QuestionSource, kind: AnswerKind): void {
  const source = context.form.questions;
  if (kind === noKind) {
    const message =
      raw.answer === undefined
        ? "has no kind of answer: add `answer` with a kind of answers.yaml"
        : `there is no kind of answer "${raw.answer}": use one of answers.yaml`;
    context.report(source, [...path, "answer"], "option", message);
  }
  if (Array.isArray(raw.options) && new Set(raw.options.map(({ value }) => value)).size < raw.options.length)
    context.report(
      source,
      [...path, "options"],
      "option",
      "two options have the same value: change one of them",
    );
}

function compileAnswer(
  context: Context,
  path: Path,
  raw: QuestionSource,
  kind: AnswerKind,
  language: Language,
): Pick<Question, "validationRegex" | "validationErrorMessage"> {
  return {
    validationRegex: spelledOut(raw.pattern ?? patternOf(kind, optionsOf(raw, kind))),
    validationErrorMessage:
      raw.message === undefined
        ? context.say(context.content.answers, [raw.answer ?? "", "message"], kind.message, language)
        : context.say(context.form.questions, [...path, "message"], raw.message, language),
  };
}

function compileOptions(
  context: Context,
  path: Path,
  raw: QuestionSource,
  kind: AnswerKind,
  language: Language,
): Pick<Question, "questionOptions" | "multiSelectQuestionOptions"> {
  return publishedOptions(kind, optionsOf(raw, kind), (value, words) =>
    raw.options === undefined
      ? context.say(context.content.answers, [raw.answer ?? "", "options", value], words, language)
      : context.say(context.form.questions, [...path, "options", value], words, language),
  );
}

const noKind: AnswerKind = { value: "text", control: "TEXT", message: "" };

export function answerKind(context: Context, raw: QuestionSource): AnswerKind {
  const name = raw.answer ?? (raw.calculate === undefined ? "" : "dollars");
  return (Object.hasOwn(context.kinds, name) ? context.kinds[name] : undefined) ?? noKind;
}

/** Options in order: the question's own, or its kind's, less what `only` and `except` leave out. */
export function optionsOf(raw: QuestionSource, kind: AnswerKind): ReadonlyMap<string, string> {
  const listed = raw.options ?? kind.options ?? {};
  const pairs = Array.isArray(listed)
    ? listed.map(({ value, label }): [string, string] => [value, label])
    : Object.entries(listed);
  return new Map(
    pairs.filter(
      ([value]) => (raw.only === undefined || raw.only.includes(value)) && !raw.except?.includes(value),
    ),
  );
}

function patternOf(kind: AnswerKind, options: ReadonlyMap<string, string>): string {
  if (kind.value === "boolean" || options.size === 0) return kind.pattern ?? "^$";
  if (kind.value !== "multi")
    return isDecimalChoice([...options.keys()])
      ? oneOfDecimalsPattern(options.keys())
      : oneOfPattern(options.keys());
  const words = alternatives(options.keys());
  return `^(?:${words})(?:,(?:${words})){0,${options.size - 1}}$`;
}

function publishedOptions(
  kind: AnswerKind,
  options: ReadonlyMap<string, string>,
  label: (value: string, words: string) => string,
): Pick<Question, "questionOptions" | "multiSelectQuestionOptions"> {
  if (options.size === 0) return {};
  if (kind.value === "multi") {
    return {
      multiSelectQuestionOptions: [...options].map(([value, words]) => ({
        id: value,
        label: label(value, words),
      })),
    };
  }
  return {
    questionOptions: [...options].map(
      ([value, words]): QuestionOption => ({
        label: label(value, words),
        value: kind.value === "boolean" ? value === "true" : value,
      }),
    ),
  };
}

function control(name: AnswerKind["control"]): Pick<Question, "htmlType" | "displayType"> {
  if (name === "SELECT" || name === "TEXTAREA") return { htmlType: name };
  return { htmlType: "INPUT", displayType: name };
}

export function compileNotes(
  context: Pick<Context, "say">,
  source: Source,
  path: Path,
  raw: readonly NoteSource[] | undefined,
  place: Placement,
  language: Language,
): Note[] {
  return (raw ?? []).map((note, index): Note => {
    const say = (sentence: string): string => context.say(source, [...path, index], sentence, language);
    const suggestedPlacement = note.place ?? place;
    if ("paragraph" in note) return { htmlType: "PARAGRAPH", text: say(note.paragraph), suggestedPlacement };
    const optionalLabel = note.label === undefined ? {} : { optionalLabel: say(note.label) };
    if ("list" in note)
      return {
        htmlType: "UNORDERED_LIST",
        listItems: note.list.map(say),
        suggestedPlacement,
        ...optionalLabel,
      };
    if ("table" in note) {
      const rows = note.table.rows.map((cells) => ({ cells: cells.map(say) }));
      return {
        htmlType: "TABLE",
        headers: note.table.headers.map(say),
        rows,
        suggestedPlacement,
        ...optionalLabel,
      };
    }
    // The service puts its public address and the version's folder before it.
    return { htmlType: "IMAGE", href: note.image.replace("page", ""), suggestedPlacement, ...optionalLabel };
  });
}

function compileNavigation(context: Context, path: Path, set: SetSource, language: Language): Navigation {
  const source = context.form.questions;
  const { perjury } = rawQuestions(source);
  const end = (name: string, at: Path): NavigationMapping => {
    const statement = perjury[name];
    if (statement === undefined)
      context.report(
        source,
        at,
        "perjury",
        `there is no perjury statement "${name}": add it under \`perjury\` or correct the name`,
      );
    return {
      hasMoreQuestions: false,
      perjuryStatement: context.say(source, ["perjury", name], statement ?? "", language),
    };
  };
  const mapping = (raw: MappingSource, at: Path): NavigationMapping => {
    if (typeof raw !== "string") return end(raw.end, at);
    return { hasMoreQuestions: raw !== INELIGIBLE, nextQuestionSetId: raw };
  };
  if (set.end !== undefined)
    return { navigationType: "CONSTANT", navigationMapping: end(set.end, [...path, "end"]) };
  if (typeof set.next === "string")
    return { navigationType: "CONSTANT", navigationMapping: mapping(set.next, [...path, "next"]) };
  if (set.next === undefined) {
    context.report(source, path, "perjury", "has neither `next` nor `end`: add one of them");
    return { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } };
  }
  const { by, otherwise, ...mappings } = set.next;
  const rest =
    otherwise === undefined ? [] : optionsById(context, by).filter((value) => !(value in mappings));
  return {
    navigationType: "VARIABLE",
    questionId: by,
    navigationMappings: Object.fromEntries([
      ...Object.entries(mappings).map(([value, raw]) => [value, mapping(raw, [...path, "next", value])]),
      ...rest.map((value) => [value, mapping(otherwise as MappingSource, [...path, "next", "otherwise"])]),
    ]),
  };
}

/** Every option of a question, in whichever set it is. */
function optionsById(context: Context, id: string): string[] {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  const found = [...Object.values(sets), ...Object.values(federalSets ?? {})].flatMap((set) => {
    const question = set.questions[id];
    return question === undefined ? [] : [...optionsOf(question, answerKind(context, question)).keys()];
  });
  return [...new Set(found)];
}
