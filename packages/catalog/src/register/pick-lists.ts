import type {
  Language,
  Navigation,
  Question,
  QuestionOption,
  QuestionSet,
} from "@withholding-forms/contract";
import { oneOfPattern } from "../model/one-of.js";
import type { CompiledRegister, PickList, PickListText } from "../model/register.js";
import type { RegisterRow } from "./read-register.js";

/**
 * Question sets with pick lists of the register's rows. Thousands of rows do not fit into one list, so the set with the rows is published
 * once per group: the answer to the question about the group leads to the set with its rows.
 */
export function withPickLists(
  sets: readonly QuestionSet[],
  register: CompiledRegister,
  rows: readonly RegisterRow[],
  language: Language,
): QuestionSet[] {
  const groups = groupsOf(register, rows);
  return sets.flatMap((set) => {
    const asks = (id: string): boolean => set.questions.some((question) => question.id === id);
    const byGroup = register.lists.find(({ group }) => asks(group));
    const byRow = register.lists.find(({ row }) => asks(row));
    if (byGroup !== undefined) return [groupSet(set, byGroup, [...groups.keys()], byGroup.text[language])];
    if (byRow === undefined) return [set];
    return [...groups].map(([name, own], index) => {
      const place = placeOfRows(set, byRow, register, name, own);
      const split = { ...set, id: splitId(set.id, index) };
      return rowSet(split, byRow, optionsOf(register, own), byRow.text[language], place);
    });
  });
}

/** Rows by group, in alphabetical order. */
export function groupsOf(
  { group }: CompiledRegister,
  rows: readonly RegisterRow[],
): ReadonlyMap<string, readonly RegisterRow[]> {
  const groups = new Map<string, RegisterRow[]>();
  for (const row of rows) {
    const name = row[group] ?? "";
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return new Map([...groups].sort(([a], [b]) => compare(a, b)));
}

/** By code units, so that every process publishes the same lists. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `QS3` becomes `QS3001`, `QS3002`, and so on. */
function splitId(id: string, index: number): string {
  return `${id}${String(index + 1).padStart(3, "0")}`;
}

function groupSet(
  set: QuestionSet,
  { group }: PickList,
  groups: readonly string[],
  { message }: PickListText,
): QuestionSet {
  const options = groups.map((value) => ({ label: value, value }));
  return {
    ...set,
    questions: set.questions.map((question) =>
      question.id === group ? select(question, options, message) : question,
    ),
    navigation: byGroup(set.navigation, group, groups),
  };
}

/** The checker makes sure that the set leads everyone to the set with the rows. */
function byGroup(navigation: Navigation, questionId: string, groups: readonly string[]): Navigation {
  if (navigation.navigationType !== "CONSTANT") return navigation;
  const { nextQuestionSetId = "" } = navigation.navigationMapping;
  const mappings = groups.map((value, index) => [
    value,
    { hasMoreQuestions: true, nextQuestionSetId: splitId(nextQuestionSetId, index) },
  ]);
  return { navigationType: "VARIABLE", questionId, navigationMappings: Object.fromEntries(mappings) };
}

function rowSet(
  set: QuestionSet,
  { row, fills }: PickList,
  options: readonly (QuestionOption & { readonly value: string })[],
  { ask, message, notes }: PickListText,
  place: Question["place"],
): QuestionSet {
  return {
    ...set,
    questions: set.questions
      .filter(({ id }) => !Object.hasOwn(fills, id))
      .map(({ notes: own, ...question }) => {
        if (question.id !== row) return own === undefined ? question : { ...question, notes: own };
        const placed = place === undefined ? {} : { place };
        const picked = { ...select(question, options, message), questionText: ask, ...placed };
        return notes.length === 0 ? picked : { ...picked, notes: [...notes] };
      }),
  };
}

/** Where a name that is not asked follows from a place, so does the row with it, if it is the only one of its group. */
function placeOfRows(
  { questions }: QuestionSet,
  { fills }: PickList,
  { key }: CompiledRegister,
  group: string,
  rows: readonly RegisterRow[],
): Question["place"] {
  const named = questions.find(({ id, place }) => Object.hasOwn(fills, id) && place?.byName === "NAME");
  if (named?.place === undefined) return undefined;
  const nameOf = (row: RegisterRow): string =>
    `${spelledOut(row[fills[named.id]!] ?? "")}|${group}`.toLowerCase();
  const names = rows.map(nameOf);
  const alone = rows.filter((row) => names.indexOf(nameOf(row)) === names.lastIndexOf(nameOf(row)));
  const { byName: _, ...place } = named.place;
  return { ...place, answers: Object.fromEntries(alone.map((row) => [nameOf(row), row[key] ?? ""])) };
}

/** As the Census Bureau writes names of places. */
function spelledOut(name: string): string {
  return name.replace(/ Twp$/i, " township").replace(/ Boro$/i, " borough");
}

function select(
  { displayType: _, ...question }: Question,
  options: readonly (QuestionOption & { readonly value: string })[],
  message: string,
): Question {
  return {
    ...question,
    htmlType: "SELECT",
    validationRegex: oneOfPattern(options.map(({ value }) => value)),
    validationErrorMessage: message,
    questionOptions: [...options],
  };
}

function optionsOf(
  { key, label }: CompiledRegister,
  rows: readonly RegisterRow[],
): (QuestionOption & { readonly value: string })[] {
  return rows
    .map((row) => ({
      label: label.replaceAll(/\{\{ *([A-Za-z0-9_]+) *\}\}/g, (_, column: string) => row[column] ?? ""),
      value: row[key] ?? "",
    }))
    .sort((a, b) => compare(a.label, b.label));
}
