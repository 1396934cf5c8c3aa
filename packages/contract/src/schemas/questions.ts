import { type TProperties, Type } from "../typebox.js";
import { displayTypes, languages, noticeActions, noticeAudiences, noticeDues, placeKinds } from "../words.js";
import { type Shape, words } from "./build.js";
import { FormSummary, summaryExample } from "./forms.js";

const placement = {
  suggestedPlacement: words(
    ["ABOVE_QUESTION", "BELOW_QUESTION", "ABOVE_ALL_QUESTIONS", "BELOW_ALL_QUESTIONS"],
    "Where to show the note: next to its question, or before or after all questions of the question set",
  ),
};
const optionalLabel = Type.Optional(Type.String({ description: "Title or description of the note" }));

const note = <Kind extends string, Members extends TProperties>(name: string, kind: Kind, members: Members) =>
  Type.Object(
    { htmlType: words([kind], "Which kind of note it is"), ...members, ...placement },
    { $id: name, description: `Note of htmlType ${kind}` },
  );

export const Note = Type.Union(
  [
    note("ParagraphNote", "PARAGRAPH", { text: Type.String({ description: "The paragraph" }) }),
    note("ListNote", "UNORDERED_LIST", {
      listItems: Type.Array(Type.String(), { description: "The items, in order" }),
      optionalLabel,
    }),
    note("ImageNote", "IMAGE", {
      href: Type.String({ description: "URL of the image. It needs no token" }),
      optionalLabel,
    }),
    note("TableNote", "TABLE", {
      headers: Type.Array(Type.String(), { description: "A title per column" }),
      rows: Type.Array(
        Type.Object({ cells: Type.Array(Type.String(), { description: "A text per column" }) }),
        { description: "The rows, in order" },
      ),
      optionalLabel,
    }),
  ],
  {
    $id: "Note",
    description:
      "Text, a list, an image, or a table shown with a question or a question set. All texts are plain text, without HTML or Markdown",
  },
);
export type Note = Shape<typeof Note>;

const optionLabel = Type.String({ description: "What the employee reads, in the language of the response" });
const optionId = Type.String({ description: "What the service accepts as the answer" });

export const QuestionOption = Type.Object(
  {
    label: optionLabel,
    id: Type.Optional(Type.String({ description: "In flows: the same as value" })),
    value: Type.Optional(
      Type.Union([Type.Boolean(), Type.String()], {
        description:
          "What the service accepts as the answer. A JSON boolean if valueType of the question is boolean, otherwise a string. Always present",
      }),
    ),
    formsToComplete: Type.Optional(
      Type.Array(FormSummary, {
        description:
          "In flows: the forms that this option requires. Absent if it requires none, or if the next question set decides",
      }),
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
    combines: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "In flows: values of other options of the question. This option is for an employee to whom all of them apply",
      }),
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
    scale: Type.Integer({
      description: "Decimal places of the result, if it is a number. Otherwise it has no meaning",
    }),
    roundingMode: words(
      ["CEILING", "FLOOR", "HALF_UP"],
      "How the result is rounded, if it is a number. CEILING: toward positive infinity. FLOOR: toward negative infinity. HALF_UP: to the nearest, ties away from zero",
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
          "The suggestion follows from the answers to one of these forms: a form and its editions in other languages. Without it, the suggestion follows from the address or from earlier answers to the form itself",
      }),
    ),
    when: Type.String({
      description:
        "Formula over the question IDs of that form, employee.region, and employee.zipCode (both of the home address, as text). There is a suggestion only if it is true",
    }),
    value: Type.String({
      description:
        "Formula over the same: the suggested answer. Use it as text, as if the employee had typed it. No suggestion if it is empty",
    }),
  },
  { $id: "Suggestion", description: "An answer that follows from what the employee has already said" },
);
export type Suggestion = Shape<typeof Suggestion>;

export const Given = Type.Object(
  {
    when: Type.Optional(
      Type.String({ description: "Formula over employee.region. Without it, the answer is always given" }),
    ),
    value: Type.String({
      description: "Formula over employee.region: the answer. Only if it is one that the question accepts",
    }),
  },
  {
    $id: "Given",
    description:
      "The answer that the home address determines. The question need not be shown, and the answer need not be sent: fillPdf knows it. Another answer breaks a rule of checks",
  },
);
export type Given = Shape<typeof Given>;

export const PlaceAnswer = Type.Object(
  {
    of: Type.Array(words(["HOME", "WORK"]), {
      description: "Which address counts. The second one, if the first has no answer here",
    }),
    kinds: Type.Array(words(placeKinds), { description: "Kinds of places that count" }),
    answers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          "The answer by the code of a place, or by its name and the code of its county: Bluffton Exempted Village School District|39003",
      }),
    ),
    otherwise: Type.Optional(Type.String({ description: "The answer for any other place of these kinds" })),
    byName: Type.Optional(
      words(["NAME", "COUNTY"], "The answer is the name of the place. COUNTY: without the word County"),
    ),
    within: Type.Optional(
      Type.String({ description: "Only places whose codes start with this have an answer" }),
    ),
    suggestOnly: Type.Optional(
      Type.Boolean({ description: "The question is about another day, or something else could matter, too" }),
    ),
  },
  {
    $id: "PlaceAnswer",
    description:
      "Extension. How `places` of an address answer the question. With INSIDE, it need not be asked: send the answer in fields. With LIKELY, suggest it. With POSSIBLE, show these options first. Another answer of the employee always counts",
  },
);
export type PlaceAnswer = Shape<typeof PlaceAnswer>;

const checkFormula = Type.String({ description: "Must be true" });
const checkMessage = Type.String({
  description: "What to show at the question if it is not, in the language of the response",
});
const notes = Type.Optional(Type.Array(Note, { description: "In the order in which they are shown" }));

export const Question = Type.Object(
  {
    id: Type.String({
      description:
        "The key of the answer in fields. Asked once on every path. If several question sets have a question with this ID, a path has only one of them, and their valueType is the same",
    }),
    questionText: Type.String({ description: "In the language of the response" }),
    validationRegex: Type.Optional(
      Type.String({
        description:
          "The only values the service accepts. The whole value must match. Absent if isCalculated is true, otherwise always present",
      }),
    ),
    validationErrorMessage: Type.Optional(
      Type.String({
        description:
          "What to show if the answer is missing or does not match, in the language of the response. Present with validationRegex",
      }),
    ),
    htmlType: words(
      ["INPUT", "SELECT", "TEXTAREA", "PARAGRAPH", "UNORDERED_LIST", "IMAGE", "TABLE"],
      "INPUT, SELECT, or TEXTAREA. The specification lists the other words; only notes have them",
    ),
    displayType: Type.Optional(
      words(
        displayTypes,
        "The control of an INPUT; absent otherwise. A date has the control TEXT and the valueType date",
      ),
    ),
    required: Type.Object(
      {
        whenRequired: words(
          ["ALWAYS", "DEPENDENT", "NEVER"],
          "ALWAYS: fillPdf refuses the form without an answer, if the question set is on the path. DEPENDENT: the same, but only if the formula in when is true, and not if given determines the answer; when or given is present. NEVER: the answer is optional; one that is sent must match validationRegex. A calculated question always has NEVER",
        ),
        when: Type.Optional(
          Type.String({
            description:
              "Formula over earlier answers. The question is asked only if it is true. An answer to a question that is not asked does not count. Possible with DEPENDENT and NEVER, absent with ALWAYS",
          }),
        ),
      },
      { description: "Whether and when fillPdf requires an answer" },
    ),
    questionOptions: Type.Optional(
      Type.Array(QuestionOption, { description: "For a choice of one: RADIO and SELECT" }),
    ),
    multiSelectQuestionOptions: Type.Optional(
      Type.Array(Type.Object({ id: optionId, label: optionLabel }), {
        description:
          "Only if displayType is MULTI_SELECT_CHECKBOX. The answer is an array of the IDs, or a string with commas between them",
      }),
    ),
    isCalculated: Type.Boolean({
      description: "True if the value follows from other answers. What is sent for it is ignored",
    }),
    calculation: Type.Optional(Calculation),
    notes,
    valueType: Type.Optional(
      words(
        ["boolean", "number", "text", "date", "multi"],
        "Type of the answer in formulas. This service always sends it",
      ),
    ),
    checks: Type.Optional(
      Type.Array(Type.Object({ formula: checkFormula, message: checkMessage }), {
        description:
          "Rules between answers; never on a calculated question. They are evaluated after all questions of the question set, and only if this question is asked and answered. Each formula must be true; otherwise show its message. Only the first broken rule of a question is reported. A rule can name employee.region, the state or province of employee.address, and signature.date, the day of the signature. Skip such a rule if you do not know the value; the service checks it",
      }),
    ),
    given: Type.Optional(Given),
    place: Type.Optional(PlaceAnswer),
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
    hasMoreQuestions: Type.Boolean({
      description:
        "True exactly if nextQuestionSetId is the ID of a question set. False at the end, and with INELIGIBLE, so decide by nextQuestionSetId",
    }),
    nextQuestionSetId: Type.Optional(
      Type.String({
        description:
          "The ID of the next question set, such as QS2. INELIGIBLE: the employee cannot use this form, so stop. Absent: there are no more questions",
      }),
    ),
    perjuryStatement: Type.Optional(
      Type.String({
        description:
          "In forms: present exactly at the end of the questions. The employee must agree to it before signing. {{ id }} is replaced with the answer to that question. Never in flows",
      }),
    ),
  },
  { $id: "NavigationMapping", description: "Where to go from here" },
);
export type NavigationMapping = Shape<typeof NavigationMapping>;

export const Navigation = Type.Union(
  [
    Type.Object(
      {
        navigationType: words(["CONSTANT"], "The path does not depend on an answer here"),
        navigationMapping: NavigationMapping,
      },
      { $id: "ConstantNavigation", description: "Navigation that does not depend on an answer" },
    ),
    Type.Object(
      {
        navigationType: words(["VARIABLE"], "The answer to one question selects the path"),
        questionId: Type.String({
          description:
            "The question whose answer selects the path, in this question set or an earlier one of the path. It is a choice with whenRequired ALWAYS or with given, or a calculated question with valueType boolean",
        }),
        navigationMappings: Type.Record(Type.String(), NavigationMapping, {
          description:
            "One key per possible answer: the value of each option as text, so true and false for booleans",
        }),
      },
      { $id: "VariableNavigation", description: "Navigation that depends on the answer to a question" },
    ),
  ],
  { $id: "Navigation", description: "How to get to the next question set" },
);
export type Navigation = Shape<typeof Navigation>;

export const Notice = Type.Object(
  {
    type: words(
      ["WARNING", "DEPRECATION"],
      "DEPRECATION: a newer version took effect. WARNING: anything else (docs/integrate.md, step 4)",
    ),
    message: Type.String({ description: "In the language of the response" }),
  },
  {
    $id: "Notice",
    description:
      "A warning for a person at the employer, or for people who integrate or operate the service. It is not an error: the form is complete as sent, but somebody may have to check an answer, send a copy, or add a document. One message can have several sentences",
    examples: [
      {
        type: "DEPRECATION",
        message: "Version 2024.12.0 of this form is deprecated. The current version is 2025.12.0.",
      },
    ],
  },
);
export type Notice = Shape<typeof Notice>;

/** What the code of a notice says. */
export const noticeMembers = {
  code: Type.String({ description: "What kind of notice it is. GET notices lists all codes" }),
  audience: words(
    noticeAudiences,
    "Who has to read it. EMPLOYEE: the message speaks to the employee. EMPLOYER: payroll staff. OPERATOR: who integrates or operates the service; never show it to the others",
  ),
  action: words(noticeActions, "What the audience has to do (docs/api.md)"),
  due: Type.Optional(
    words(
      noticeDues,
      "When it is due. WITHIN_..._DAYS count from the day on which the employer receives the form, the months from the end of its year. Absent if no day is stated",
    ),
  ),
  blocksPayroll: Type.Boolean({
    description:
      "True if payroll must not use the form, or the claim that the message names, before a person has acted. The tax parameter employerInterventionRequired is then true",
  }),
};

export const CodedNotice = Type.Object(
  {
    ...noticeMembers,
    message: Type.String({ description: "In the language of the response" }),
    optional: Type.Optional(
      Type.Boolean({
        description:
          "Form information only: true if the answers decide whether a completed form has it. Its message can then have variables, such as {{ amount }}",
      }),
    ),
  },
  {
    $id: "CodedNotice",
    description: "A notice of a form or of the service, for one audience",
    examples: [
      {
        code: "SEND_COPY",
        audience: "EMPLOYER",
        action: "SEND_COPY_TO_AGENCY",
        due: "WITHIN_5_DAYS",
        blocksPayroll: false,
        message: "The employer must send a copy of this form to the Delaware Division of Revenue.",
      },
    ],
  },
);
export type CodedNotice = Shape<typeof CodedNotice>;

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
      { description: "One row per combination of the other keys. A table with one key has one row" },
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
      description:
        "Answers by question ID for an employee to whom the statement does not apply: with them, nothing is claimed in this question set. They answer each required question and never lead to INELIGIBLE. Send them in fields like all answers, and follow navigation with them",
    }),
  },
  { $id: "Express", description: "How a question set can be answered without opening it" },
);
export type Express = Shape<typeof Express>;

export const QuestionSet = Type.Object(
  {
    id: Type.String({ description: "QS and a number" }),
    questions: Type.Array(Question, {
      description:
        "In the order in which they are shown and calculated. Can be empty: the question set then only has notes to read, and navigation goes on. In flows: exactly one question, with questionOptions",
    }),
    tables: Type.Optional(
      Type.Record(Type.String(), PublishedTable, { description: "Tables by name, for formulaWithTables" }),
    ),
    notes,
    breadcrumbTitle: Type.String({ description: "Short title, in the language of the response" }),
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
