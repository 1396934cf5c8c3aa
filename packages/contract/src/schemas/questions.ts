import { type TProperties, Type } from "../typebox.js";
import { displayTypes, languages, noticeActions, noticeAudiences, noticeDues, placeKinds } from "../words.js";
import {
  flag,
  integer,
  list,
  mapOf,
  namedObject,
  optional,
  optionalText,
  type Shape,
  text,
  words,
} from "./build.js";
import examples from "./examples.json" with { type: "json" };
import { FormSummary } from "./forms.js";

const placement = {
  suggestedPlacement: words(
    ["ABOVE_QUESTION", "BELOW_QUESTION", "ABOVE_ALL_QUESTIONS", "BELOW_ALL_QUESTIONS"],
    "Where to show the note: next to its question, or before or after all questions of the question set",
  ),
};
const optionalLabel = optionalText("Title or description of the note");

const note = <Kind extends string, Members extends TProperties>(name: string, kind: Kind, members: Members) =>
  namedObject(name, `Note of htmlType ${kind}`, {
    htmlType: words([kind], "Which kind of note it is"),
    ...members,
    ...placement,
  });

export const Note = Type.Union(
  [
    note("ParagraphNote", "PARAGRAPH", { text: text("The paragraph") }),
    note("ListNote", "UNORDERED_LIST", {
      listItems: list(Type.String(), "The items, in order"),
      optionalLabel,
    }),
    note("ImageNote", "IMAGE", {
      href: text("URL of the image. It needs no token"),
      optionalLabel,
    }),
    note("TableNote", "TABLE", {
      headers: list(Type.String(), "A title per column"),
      rows: list(Type.Object({ cells: list(Type.String(), "A text per column") }), "The rows, in order"),
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

const optionLabel = text("What the employee reads, in the language of the response");
const optionId = text("What the service accepts as the answer");

export const QuestionOption = namedObject("QuestionOption", "One option of a radio or select question", {
  label: optionLabel,
  id: optionalText("In flows: the same as value"),
  value: optional(
    Type.Union([Type.Boolean(), Type.String()], {
      description:
        "What the service accepts as the answer. A JSON boolean if valueType of the question is boolean, otherwise a string. Always present",
    }),
  ),
  formsToComplete: optional(
    list(
      FormSummary,
      "In flows: the forms that this option requires. Absent if it requires none, or if the next question set decides",
    ),
  ),
  ordinary: optional(
    flag(
      "In flows: true for the option of an employee to whom nothing special applies, in the language of the response. One option per question set",
    ),
  ),
  formLanguage: optional(
    words(
      languages,
      "In flows: only for the ordinary option and for options that require the same forms in another language. The language in which the forms of this option are printed",
    ),
  ),
  combines: optional(
    list(
      Type.String(),
      "In flows: values of other options of the question. This option is for an employee to whom all of them apply",
    ),
  ),
});
export type QuestionOption = Shape<typeof QuestionOption>;

export const Calculation = namedObject("Calculation", "How a calculated question gets its value", {
  formula: text(
    "Expression over question IDs: numbers, quoted strings, true, false, parentheses, + - * /, comparisons, and ? :. It needs nothing else: when the question is asked is part of it. docs/evaluating.md defines the language",
  ),
  formulaWithTables: optionalText(
    "The same, shorter: lookup(table, key, ...) looks into a table of the question set. Only if the formula contains a table",
  ),
  scale: integer("Decimal places of the result, if it is a number. Otherwise it has no meaning"),
  roundingMode: words(
    ["CEILING", "FLOOR", "HALF_UP"],
    "How the result is rounded, if it is a number. CEILING: toward positive infinity. FLOOR: toward negative infinity. HALF_UP: to the nearest, ties away from zero",
  ),
});
export type Calculation = Shape<typeof Calculation>;

export const Suggestion = namedObject(
  "Suggestion",
  "An answer that follows from what the employee has already said",
  {
    formIds: optional(
      list(
        Type.String(),
        "The suggestion follows from the answers to one of these forms: a form and its editions in other languages. Without it, the suggestion follows from the address or from earlier answers to the form itself",
      ),
    ),
    when: text(
      "Formula over the question IDs of that form, employee.region, and employee.zipCode (both of the home address, as text; in Canada, the postal code). There is a suggestion only if it is true",
    ),
    value: text(
      "Formula over the same: the suggested answer. Use it as text, as if the employee had typed it. No suggestion if it is empty",
    ),
  },
);
export type Suggestion = Shape<typeof Suggestion>;

export const Given = namedObject(
  "Given",
  "The answer that the home address determines. The question need not be shown, and the answer need not be sent: fillPdf knows it. Another answer breaks a rule of checks",
  {
    when: optionalText("Formula over employee.region. Without it, the answer is always given"),
    value: text("Formula over employee.region: the answer. Only if it is one that the question accepts"),
  },
);
export type Given = Shape<typeof Given>;

export const PlaceAnswer = namedObject(
  "PlaceAnswer",
  "Extension. How `places` of an address answer the question. With INSIDE, it need not be asked: send the answer in fields. With LIKELY, suggest it. With POSSIBLE, show these options first. Another answer of the employee always counts",
  {
    of: list(
      words(["HOME", "WORK"]),
      "Which address counts. The second one, if the first has no answer here",
    ),
    kinds: list(words(placeKinds), "Kinds of places that count"),
    answers: optional(
      mapOf(
        Type.String(),
        "The answer by the code of a place, or by its name and the code of its county: Bluffton Exempted Village School District|39003",
      ),
    ),
    otherwise: optionalText("The answer for any other place of these kinds"),
    byName: optional(
      words(["NAME", "COUNTY"], "The answer is the name of the place. COUNTY: without the word County"),
    ),
    within: optionalText("Only places whose codes start with this have an answer"),
    suggestOnly: optional(flag("The question is about another day, or something else could matter, too")),
  },
);
export type PlaceAnswer = Shape<typeof PlaceAnswer>;

export const Follows = namedObject(
  "Follows",
  "Extension. Only in flows: the answer follows from another form that the flows require. Ask that form first. An employee who answers something else may miss a form",
  {
    formIds: list(Type.String(), "One of these forms: a form and its editions in other languages"),
    when: text("Formula over the question IDs of that form"),
    value: text("The answer if the formula is true"),
    otherwise: optionalText(
      "The answer if it is not, also while the form has no answers: the question need not be asked. Without it, ask",
    ),
  },
);
export type Follows = Shape<typeof Follows>;

const checkFormula = text("Must be true");
const checkMessage = text("What to show at the question if it is not, in the language of the response");
const notes = optional(list(Note, "In the order in which they are shown"));

export const Question = namedObject("Question", "A question", {
  id: text(
    "The key of the answer in fields. Asked once on every path. If several question sets have a question with this ID, a path has only one of them, and their valueType is the same",
  ),
  questionText: text("In the language of the response"),
  validationRegex: optionalText(
    "The only values the service accepts. The whole value must match. Absent if isCalculated is true, otherwise always present",
  ),
  validationErrorMessage: optionalText(
    "What to show if the answer is missing or does not match, in the language of the response. Present with validationRegex",
  ),
  htmlType: words(
    ["INPUT", "SELECT", "TEXTAREA", "PARAGRAPH", "UNORDERED_LIST", "IMAGE", "TABLE"],
    "INPUT, SELECT, or TEXTAREA. The specification lists the other words; only notes have them",
  ),
  displayType: optional(
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
      when: optionalText(
        "Formula over earlier answers. The question is asked only if it is true. An answer to a question that is not asked does not count. Possible with DEPENDENT and NEVER, absent with ALWAYS",
      ),
    },
    { description: "Whether and when fillPdf requires an answer" },
  ),
  questionOptions: optional(list(QuestionOption, "For a choice of one: RADIO and SELECT")),
  multiSelectQuestionOptions: optional(
    list(
      Type.Object({ id: optionId, label: optionLabel }),
      "Only if displayType is MULTI_SELECT_CHECKBOX. The answer is an array of the IDs, or a string with commas between them",
    ),
  ),
  isCalculated: flag("True if the value follows from other answers. What is sent for it is ignored"),
  calculation: optional(Calculation),
  notes,
  valueType: optional(
    words(
      ["boolean", "number", "text", "date", "multi"],
      "Type of the answer in formulas. This service always sends it",
    ),
  ),
  checks: optional(
    list(
      Type.Object({ formula: checkFormula, message: checkMessage }),
      "Rules between answers; never on a calculated question. They are evaluated after all questions of the question set, and only if this question is asked and answered. Each formula must be true; otherwise show its message. Only the first broken rule of a question is reported. A rule can name employee.region, the state or province of employee.address, and signature.date, the day of the signature. Skip such a rule if you do not know the value; the service checks it",
    ),
  ),
  given: optional(Given),
  place: optional(PlaceAnswer),
  follows: optional(Follows),
  suggest: optional(
    list(
      Suggestion,
      "What can be suggested as the answer. The first suggestion that applies counts. The employee confirms or changes it: a suggestion is never an answer by itself",
    ),
  ),
});
export type Question = Shape<typeof Question>;

export const NavigationMapping = namedObject("NavigationMapping", "Where to go from here", {
  hasMoreQuestions: flag(
    "True exactly if nextQuestionSetId is the ID of a question set. False at the end, and with INELIGIBLE, so decide by nextQuestionSetId",
  ),
  nextQuestionSetId: optionalText(
    "The ID of the next question set, such as QS2. INELIGIBLE: the employee cannot use this form, so stop. Absent: there are no more questions",
  ),
  perjuryStatement: optionalText(
    "In forms: present exactly at the end of the questions. The employee must agree to it before signing. {{ id }} is replaced with the answer to that question. Never in flows",
  ),
});
export type NavigationMapping = Shape<typeof NavigationMapping>;

export const Navigation = Type.Union(
  [
    namedObject("ConstantNavigation", "Navigation that does not depend on an answer", {
      navigationType: words(["CONSTANT"], "The path does not depend on an answer here"),
      navigationMapping: NavigationMapping,
    }),
    namedObject("VariableNavigation", "Navigation that depends on the answer to a question", {
      navigationType: words(["VARIABLE"], "The answer to one question selects the path"),
      questionId: text(
        "The question whose answer selects the path, in this question set or an earlier one of the path. It is a choice with whenRequired ALWAYS or with given, or a calculated question with valueType boolean",
      ),
      navigationMappings: mapOf(
        NavigationMapping,
        "One key per possible answer: the value of each option as text, so true and false for booleans",
      ),
    }),
  ],
  { $id: "Navigation", description: "How to get to the next question set" },
);
export type Navigation = Shape<typeof Navigation>;

export const Notice = namedObject(
  "Notice",
  "A warning for a person at the employer, or for people who integrate or operate the service. It is not an error: the form is complete as sent, but somebody may have to check an answer, send a copy, or add a document. One message can have several sentences",
  {
    type: words(
      ["WARNING", "DEPRECATION"],
      "DEPRECATION: a newer version took effect. WARNING: anything else (docs/integrate.md, step 4)",
    ),
    message: text("In the language of the response"),
  },
);
export type Notice = Shape<typeof Notice>;

/** What the code of a notice says. */
export const noticeMembers = {
  code: text("What kind of notice it is. GET notices lists all codes"),
  audience: words(
    noticeAudiences,
    "Who has to read it. EMPLOYEE: the message speaks to the employee. EMPLOYER: payroll staff. OPERATOR: who integrates or operates the service; never show it to the others",
  ),
  action: words(noticeActions, "What the audience has to do (docs/api.md)"),
  due: optional(
    words(
      noticeDues,
      "When it is due. WITHIN_..._DAYS count from the day on which the employer receives the form, the months from the end of its year. Absent if no day is stated",
    ),
  ),
  blocksPayroll: flag(
    "True if payroll must not use the form, or the claim that the message names, before a person has acted. The tax parameter employerInterventionRequired is then true",
  ),
};

export const CodedNotice = namedObject(
  "CodedNotice",
  "A notice of a form or of the service, for one audience",
  {
    ...noticeMembers,
    message: text("In the language of the response"),
    optional: optional(
      flag(
        "Form information only: true if the answers decide whether a completed form has it. Its message can then have variables, such as {{ amount }}",
      ),
    ),
  },
);
export type CodedNotice = Shape<typeof CodedNotice>;

export const PublishedTable = namedObject("PublishedTable", "A table that formulaWithTables looks into", {
  keys: list(
    words(["text", "number"]),
    "Type of each key of lookup(). A text key must be equal. A number key selects the band with the largest lower bound that is not greater, or the first band",
  ),
  result: words(["text", "number"], "Type of the values. Without a match, the result is empty text or 0"),
  columns: list(Type.String(), "Values or lower bounds of the last key"),
  rows: list(
    Type.Object({
      keys: list(Type.String(), "Values or lower bounds of the other keys"),
      values: list(Type.String(), "One per column"),
    }),
    "One row per combination of the other keys. A table with one key has one row",
  ),
});
export type PublishedTable = Shape<typeof PublishedTable>;

export const Express = namedObject("Express", "How a question set can be answered without opening it", {
  place: words(
    ["CHECKLIST", "PAGE"],
    "CHECKLIST: the statement can be an item of a list of special cases of all forms. PAGE: the question set can be shown in full together with the question sets of the same form next to it that also have PAGE",
  ),
  statement: text("What the employee says if the question set applies"),
  answers: mapOf(
    Type.String(),
    "Answers by question ID for an employee to whom the statement does not apply: with them, nothing is claimed in this question set. They answer each required question and never lead to INELIGIBLE. Send them in fields like all answers, and follow navigation with them",
  ),
});
export type Express = Shape<typeof Express>;

export const QuestionSet = namedObject("QuestionSet", "Questions to show together", {
  id: text("QS and a number"),
  questions: list(
    Question,
    "In the order in which they are shown and calculated. Can be empty: the question set then only has notes to read, and navigation goes on. In flows: exactly one question, with questionOptions",
  ),
  tables: optional(mapOf(PublishedTable, "Tables by name, for formulaWithTables")),
  notes,
  breadcrumbTitle: text("Short title, in the language of the response"),
  navigation: Navigation,
  express: optional(Express),
  notice: optional(Notice),
});
export type QuestionSet = Shape<typeof QuestionSet>;

/** A question set of a flow, whose options have forms. */
export const [flowQuestionSetExample] = examples.FlowQuestionSet;
