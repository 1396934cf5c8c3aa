import { placeKinds } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { notes } from "./notes.js";
import {
  always,
  choice,
  closed,
  constant,
  id,
  idPattern,
  keyed,
  mapOf,
  moduleArguments,
  oneOf,
  orUse,
  partName,
  setId,
  setIdPattern,
  words,
} from "./parts.js";
import { definitions, table } from "./table.js";

const home = choice("inside", "outside", "any", "elsewhere");
/** Where the home address is of people who give an answer, or each of some answers; `same`: in the state that they name. */
const residence = oneOf(
  home,
  constant("same"),
  mapOf(oneOf(home, Type.Array(words, { minItems: 1 })), { minProperties: 1 }),
);
export type Residence = Static<typeof residence>;

const questionParts = {
  ask: words,
  label: Type.Optional(words),
  answer: Type.Optional(words),
  options: Type.Optional(
    oneOf(
      mapOf(words, { minProperties: 1 }),
      Type.Array(closed({ value: words, label: words }), { minItems: 1 }),
    ),
  ),
  /** An option per row of a list of the figures, before the question's own options. */
  optionsFrom: Type.Optional(closed({ list: words, label: words })),
  only: Type.Optional(Type.Array(words)),
  except: Type.Optional(Type.Array(words)),
  pattern: Type.Optional(words),
  message: Type.Optional(words),
  required: Type.Optional(always),
  when: Type.Optional(words),
  checks: Type.Optional(Type.Array(closed({ must: words, message: words }), { minItems: 1 })),
  notes: Type.Optional(notes),
  calculate: Type.Optional(Type.Unsafe<string | number>({ type: ["string", "number"] })),
  scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  rounding: Type.Optional(choice("CEILING", "FLOOR", "HALF_UP")),
};
/** An answer that follows from another form of the same employee, or from the address alone. */
const suggestion = closed({
  /** Id of the form whose answers the formulas name; its editions in other languages count, too. */
  from: Type.Optional(words),
  when: words,
  value: words,
});
/** Questions of flows whose options have the same values, or by question and value the answer. */
const flow = oneOf(Type.Array(id, { minItems: 1 }), mapOf(mapOf(words), { minProperties: 1 }));
const place = closed({
  of: Type.Array(choice("HOME", "WORK"), { minItems: 1, uniqueItems: true }),
  kinds: Type.Array(choice(...placeKinds), { minItems: 1, uniqueItems: true }),
  /** By code of the place. */
  answers: Type.Optional(mapOf(words, { minProperties: 1 })),
  otherwise: Type.Optional(words),
  byName: Type.Optional(choice("NAME", "COUNTY")),
  /** Start of the codes of places that have an answer, such as those of a state. */
  within: Type.Optional(words),
  suggestOnly: Type.Optional(constant(true)),
});
export const question = closed({
  ...questionParts,
  /** What answers the question before it is asked. */
  given: Type.Optional(closed({ flow })),
  residence: Type.Optional(residence),
  /** How the places of an address answer it. */
  place: Type.Optional(place),
  suggest: Type.Optional(Type.Array(suggestion, { minItems: 1 })),
});
export type QuestionSource = Static<typeof question>;

const mapping = oneOf(setId, constant("INELIGIBLE"), closed({ end: words }));
export type MappingSource = Static<typeof mapping>;

/** The answer to the question `by` decides. */
const branches = Type.Unsafe<Record<string, MappingSource> & { by: string }>({
  ...Type.Object({ by: id }, { additionalProperties: mapping }),
});

/** Yes/no questions; `not id` wants a no. */
const members = Type.Array(Type.String({ pattern: "^(?:not )?[A-Za-z][A-Za-z0-9_]*$" }), {
  minItems: 2,
});
const outcomes = {
  // biome-ignore lint/suspicious/noThenProperty: a key of the content.
  then: mapping,
  else: mapping,
  /** Id of the calculated question that is published. */
  as: Type.Optional(id),
};
const all = closed({ all: members, ...outcomes });
const any = closed({ any: members, ...outcomes });
export type GateSource = Static<typeof all> | Static<typeof any>;

/** A question of a module, with what the form changes in it. */
const usedQuestion = closed({ ...question.properties, ask: Type.Optional(words), use: partName });

/** The same questions for several people or payments. */
const rowQuestion = closed(questionParts);
const rows = closed({
  max: Type.Integer({ minimum: 2, maximum: 20 }),
  /** Formula: how many rows are asked. */
  count: Type.Optional(words),
  /** Yes/no question after each row but the last: whether there is another one. */
  more: Type.Optional(keyed(idPattern, rowQuestion, { minProperties: 1, maxProperties: 1 })),
  /** Ids of the first row have no number. */
  first: Type.Optional(constant("plain")),
  questions: keyed(idPattern, rowQuestion, { minProperties: 1 }),
});
export type RowsSource = Static<typeof rows>;

/** How the set is answered by an employee to whom it does not apply. */
const express = closed({
  /** With the special cases of all forms, or in full on one page with the sets next to it. */
  place: choice("CHECKLIST", "PAGE"),
  /** What the employee says if the set applies. */
  statement: words,
  /** Answers that say that it does not. */
  answers: mapOf(words),
});

const setParts = {
  title: words,
  notes: Type.Optional(notes),
  /** Parts of the printed form that the set is about; see `shown` of form.yaml. */
  steps: Type.Optional(Type.Array(words, { minItems: 1, uniqueItems: true })),
  /** Empty where a set only has notes to read. */
  questions: Type.Optional(keyed(idPattern, orUse(question, usedQuestion))),
  repeat: Type.Optional(keyed(idPattern, rows, { minProperties: 1 })),
  express: Type.Optional(express),
  next: Type.Optional(oneOf(setId, branches, all, any)),
  end: Type.Optional(words),
};
export const set = closed(setParts);
export type WrittenSet = Static<typeof set>;

/** A set once what it abbreviates is spelled out (resolve/expand-form.ts). */
export type SetSource = Omit<WrittenSet, "next" | "questions" | "repeat"> & {
  questions: Record<string, QuestionSource>;
  next?: Exclude<WrittenSet["next"], GateSource>;
};

/** A set of a module, with what the form changes in it. */
const usedSet = closed({
  ...setParts,
  title: Type.Optional(words),
  use: partName,
});

/** Rows that an operator may supply: with them, typed answers become pick lists. */
const register = closed({
  name: Type.String({ pattern: "^[a-z][a-z0-9]*$" }),
  key: id,
  group: id,
  columns: keyed(idPattern, closed({ pattern: words, number: Type.Optional(constant(true)) }), {
    minProperties: 2,
  }),
  label: words,
  lists: Type.Array(
    closed({
      group: id,
      row: id,
      ask: words,
      notes: Type.Optional(notes),
      fills: Type.Optional(keyed(idPattern, id)),
    }),
    { minItems: 1 },
  ),
});
export type RegisterSource = Static<typeof register>;

/** `questions.yaml` of a form version. */
export const questions = closed(
  {
    modules: moduleArguments,
    perjury: mapOf(orUse(words, closed({ use: partName })), { minProperties: 1 }),
    tables: Type.Optional(mapOf(table)),
    sets: keyed(setIdPattern, orUse(set, usedSet), { minProperties: 1 }),
    federalSets: Type.Optional(keyed(setIdPattern, orUse(set, usedSet))),
    helpers: Type.Optional(keyed(idPattern, words)),
    register: Type.Optional(register),
  },
  { title: "The question sets of a form in English", definitions },
);
export type WrittenQuestions = Static<typeof questions>;

export type QuestionsSource = Omit<WrittenQuestions, "sets" | "federalSets"> & {
  sets: Record<string, SetSource>;
  federalSets?: Record<string, SetSource>;
};
