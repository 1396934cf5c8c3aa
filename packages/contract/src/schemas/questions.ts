import { type TProperties, Type } from "../typebox.js";
import { displayTypes, languages } from "../words.js";
import { type Shape, words } from "./build.js";
import { FormSummary, summaryExample } from "./forms.js";

const placement = {
  suggestedPlacement: words([
    "ABOVE_QUESTION",
    "BELOW_QUESTION",
    "ABOVE_ALL_QUESTIONS",
    "BELOW_ALL_QUESTIONS",
  ]),
};
const optionalLabel = Type.Optional(Type.String());

const note = <Kind extends string, Members extends TProperties>(name: string, kind: Kind, members: Members) =>
  Type.Object(
    { htmlType: words([kind]), ...members, ...placement },
    { $id: name, description: `Note of htmlType ${kind}` },
  );

export const Note = Type.Union(
  [
    note("ParagraphNote", "PARAGRAPH", { text: Type.String() }),
    note("ListNote", "UNORDERED_LIST", { listItems: Type.Array(Type.String()), optionalLabel }),
    note("ImageNote", "IMAGE", { href: Type.String({ description: "Image URL" }), optionalLabel }),
    note("TableNote", "TABLE", {
      headers: Type.Array(Type.String()),
      rows: Type.Array(Type.Object({ cells: Type.Array(Type.String()) })),
      optionalLabel,
    }),
  ],
  { $id: "Note", description: "Text, a list, an image, or a table shown with a question or a question set" },
);
export type Note = Shape<typeof Note>;

export const QuestionOption = Type.Object(
  {
    label: Type.String(),
    id: Type.Optional(Type.String()),
    value: Type.Optional(
      Type.Union([Type.Boolean(), Type.String()], { description: "What the service accepts as the answer" }),
    ),
    formsToComplete: Type.Optional(
      Type.Array(FormSummary, { description: "In flows: the forms that this option requires" }),
    ),
    ordinary: Type.Optional(
      Type.Boolean({
        description:
          "In flows: true for the option of an employee to whom nothing special applies, in the language of the response. One option per question set",
      }),
    ),
    formLanguage: Type.Optional(
      words(
        languages,
        "In flows: only for the ordinary option and for options that require the same forms in another language. The language in which the forms of this option are printed",
      ),
    ),
  },
  { $id: "QuestionOption", description: "One option of a radio or select question" },
);
export type QuestionOption = Shape<typeof QuestionOption>;

export const Calculation = Type.Object(
  {
    formula: Type.String({
      description:
        "Expression over question IDs: numbers, quoted strings, true, false, parentheses, + - * /, comparisons, and ? :. It needs nothing else: when the question is asked is part of it. docs/evaluating.md defines the language",
    }),
    formulaWithTables: Type.Optional(
      Type.String({
        description:
          "The same, shorter: lookup(table, key, ...) looks into a table of the question set. Only if the formula contains a table",
      }),
    ),
    scale: Type.Integer({ description: "Decimal places of the result, if it is a number" }),
    roundingMode: Type.Optional(
      words(["CEILING", "FLOOR", "HALF_UP"], "How the result is rounded, if it is a number. Always present"),
    ),
  },
  { $id: "Calculation", description: "How a calculated question gets its value" },
);
export type Calculation = Shape<typeof Calculation>;

export const Suggestion = Type.Object(
  {
    formIds: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "The suggestion follows from the answers to one of these forms: a form and its editions in other languages. Without it, the suggestion follows from the address alone",
      }),
    ),
    when: Type.String({
      description:
        "Formula over the question IDs of that form, employee.region, and employee.zipCode. There is a suggestion only if it is true",
    }),
    value: Type.String({ description: "Formula over the same: the suggested answer" }),
  },
  { $id: "Suggestion", description: "An answer that follows from what the employee has already said" },
);
export type Suggestion = Shape<typeof Suggestion>;

export const Question = Type.Object(
  {
    id: Type.String({ description: "Unique within its set" }),
    questionText: Type.String(),
    validationRegex: Type.Optional(
      Type.String({ description: "The only values the service accepts; absent when isCalculated is true" }),
    ),
    validationErrorMessage: Type.Optional(Type.String()),
    htmlType: words(["INPUT", "SELECT", "TEXTAREA", "PARAGRAPH", "UNORDERED_LIST", "IMAGE", "TABLE"]),
    displayType: Type.Optional(words(displayTypes)),
    required: Type.Object({
      whenRequired: words(["ALWAYS", "DEPENDENT", "NEVER"]),
      when: Type.Optional(
        Type.String({
          description: "Formula over earlier answers. The question is asked only if it is true",
        }),
      ),
    }),
    questionOptions: Type.Optional(Type.Array(QuestionOption)),
    multiSelectQuestionOptions: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
        description: "Only when displayType is MULTI_SELECT_CHECKBOX",
      }),
    ),
    isCalculated: Type.Boolean(),
    calculation: Type.Optional(Calculation),
    notes: Type.Optional(Type.Array(Note)),
    valueType: Type.Optional(
      words(["boolean", "number", "text", "date", "multi"], "Type of the answer in formulas"),
    ),
    checks: Type.Optional(
      Type.Array(Type.Object({ formula: Type.String(), message: Type.String() }), {
        description:
          "Rules between answers. Each formula must be true once the question is answered. A rule can name employee.region, the state or province of employee.address, and signature.date, the day of the signature. Skip such a rule if you do not know the value; the service checks it",
      }),
    ),
    suggest: Type.Optional(
      Type.Array(Suggestion, {
        description:
          "What can be suggested as the answer. The first suggestion that applies counts. The employee confirms or changes it: a suggestion is never an answer by itself",
      }),
    ),
  },
  { $id: "Question", description: "A question" },
);
export type Question = Shape<typeof Question>;

export const NavigationMapping = Type.Object(
  {
    hasMoreQuestions: Type.Boolean(),
    nextQuestionSetId: Type.Optional(Type.String({ description: "QS<number>, or INELIGIBLE" })),
    perjuryStatement: Type.Optional(
      Type.String({
        description:
          "The employee must agree to it before signing. {{ id }} is replaced with the answer to that question",
      }),
    ),
  },
  { $id: "NavigationMapping", description: "Where to go from here" },
);
export type NavigationMapping = Shape<typeof NavigationMapping>;

export const Navigation = Type.Union(
  [
    Type.Object(
      { navigationType: words(["CONSTANT"]), navigationMapping: NavigationMapping },
      { $id: "ConstantNavigation", description: "Navigation that does not depend on an answer" },
    ),
    Type.Object(
      {
        navigationType: words(["VARIABLE"]),
        questionId: Type.String({ description: "The question whose answer selects the path" }),
        navigationMappings: Type.Record(Type.String(), NavigationMapping, {
          description: "Keys are the answer values of that question",
        }),
      },
      { $id: "VariableNavigation", description: "Navigation that depends on the answer to a question" },
    ),
  ],
  { $id: "Navigation", description: "How to get to the next question set" },
);
export type Navigation = Shape<typeof Navigation>;

export const Notice = Type.Object(
  { type: words(["WARNING", "DEPRECATION"]), message: Type.String() },
  {
    $id: "Notice",
    description: "A warning that is not an error",
    examples: [
      {
        type: "DEPRECATION",
        message: "Version 2024.12.0 of this form is deprecated. The current version is 2025.12.0.",
      },
    ],
  },
);
export type Notice = Shape<typeof Notice>;

export const PublishedTable = Type.Object(
  {
    keys: Type.Array(words(["text", "number"]), {
      description:
        "Type of each key of lookup(). A text key must be equal. A number key selects the band with the largest lower bound that is not greater, or the first band",
    }),
    result: words(["text", "number"], "Type of the values. Without a match, the result is empty text or 0"),
    columns: Type.Array(Type.String(), { description: "Values or lower bounds of the last key" }),
    rows: Type.Array(
      Type.Object({
        keys: Type.Array(Type.String(), { description: "Values or lower bounds of the other keys" }),
        values: Type.Array(Type.String(), { description: "One per column" }),
      }),
    ),
  },
  { $id: "PublishedTable", description: "A table that formulaWithTables looks into" },
);
export type PublishedTable = Shape<typeof PublishedTable>;

export const Express = Type.Object(
  {
    place: words(
      ["CHECKLIST", "PAGE"],
      "CHECKLIST: the statement can be an item of a list of special cases of all forms. PAGE: the question set can be shown in full together with the question sets of the same form next to it that also have PAGE",
    ),
    statement: Type.String({ description: "What the employee says if the question set applies" }),
    answers: Type.Record(Type.String(), Type.String(), {
      description: "Answers by question ID that say that the question set does not apply",
    }),
  },
  { $id: "Express", description: "How a question set can be answered without opening it" },
);
export type Express = Shape<typeof Express>;

export const QuestionSet = Type.Object(
  {
    id: Type.String({ description: "QS<number>" }),
    questions: Type.Array(Question),
    tables: Type.Optional(
      Type.Record(Type.String(), PublishedTable, { description: "Tables by name, for formulaWithTables" }),
    ),
    notes: Type.Optional(Type.Array(Note)),
    breadcrumbTitle: Type.String(),
    navigation: Navigation,
    express: Type.Optional(Express),
    notice: Type.Optional(Notice),
  },
  {
    $id: "QuestionSet",
    description: "Questions to show together",
    examples: [
      {
        id: "QS1",
        questions: [
          {
            id: "filingStatus",
            questionText: "Which personal exemption do you claim?",
            htmlType: "INPUT",
            displayType: "RADIO",
            validationRegex: "^(?:ZERO|SINGLE|MARRIED_FILING_SEPARATELY|MARRIED|HEAD_OF_FAMILY)$",
            validationErrorMessage: "Choose one of the options.",
            required: { whenRequired: "ALWAYS" },
            isCalculated: false,
            questionOptions: [
              { label: "No personal exemption; withhold at the highest rate", value: "ZERO" },
              { label: "Single, $1,500 exemption", value: "SINGLE" },
            ],
          },
        ],
        breadcrumbTitle: "Personal exemption",
        navigation: {
          navigationType: "VARIABLE",
          questionId: "filingStatus",
          navigationMappings: {
            ZERO: { hasMoreQuestions: true, nextQuestionSetId: "QS3" },
            SINGLE: { hasMoreQuestions: true, nextQuestionSetId: "QS2" },
          },
        },
      },
    ],
  },
);
export type QuestionSet = Shape<typeof QuestionSet>;

/** A question set of a flow, whose options have forms. */
export const flowQuestionSetExample = {
  id: "QS1",
  questions: [
    {
      id: "alGuidedQ1",
      questionText: "Which of these describes you?",
      validationRegex: "^(?:militarySpouse|english|spanish)$",
      validationErrorMessage: "Choose one of the options.",
      htmlType: "INPUT",
      displayType: "RADIO",
      required: { whenRequired: "ALWAYS" },
      questionOptions: [
        {
          label: "None of these: I want the form in English",
          id: "english",
          value: "english",
          formsToComplete: [summaryExample],
        },
      ],
      isCalculated: false,
    },
  ],
  breadcrumbTitle: "About you",
  navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
};
