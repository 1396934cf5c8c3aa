import type { Answer, FormJourney, Note, Question, ShownQuestion } from "@withholding-forms/client";
import type { Language } from "@withholding-forms/interview";
import type { Terminal } from "./terminal.js";

/** Asks the questions of the current set until all answers are valid. False at the end of the input. */
export async function askSet(journey: FormJourney, terminal: Terminal, language: Language): Promise<boolean> {
  const { set } = journey.view;
  terminal.say(`\n== ${set.breadcrumbTitle} ==`);
  sayNotes(set.notes, "ABOVE", terminal);
  const asked = new Set<string>();
  for (let next = unasked(journey, asked); next !== undefined; next = unasked(journey, asked)) {
    const { question } = next;
    asked.add(question.id);
    if (!(await askQuestion(journey, question, terminal, language))) return false;
  }
  for (const { question, text } of journey.view.questions)
    if (question.isCalculated) terminal.say(`  = ${question.questionText}: ${text}`);
  sayNotes(set.notes, "BELOW", terminal);
  // A later answer can conflict with an earlier one.
  const problem = journey.view.problems[0];
  if (problem === undefined) return true;
  terminal.say(`  ! ${problem.message ?? words[language].invalid}`);
  return askSet(journey, terminal, language);
}

/** Evaluated after each answer, because it can determine which questions are asked. */
function unasked({ view }: FormJourney, asked: ReadonlySet<string>): ShownQuestion | undefined {
  return view.questions.find(({ question }) => !question.isCalculated && !asked.has(question.id));
}

async function askQuestion(
  journey: FormJourney,
  question: Question,
  terminal: Terminal,
  language: Language,
): Promise<boolean> {
  sayNotes(question.notes, "ABOVE", terminal);
  const optional = question.required.whenRequired === "NEVER" ? ` (${words[language].optional})` : "";
  terminal.say(`${question.questionText}${optional}`);
  sayNotes(question.notes, "BELOW", terminal);
  const choices = choicesOf(question);
  for (const [index, { label }] of choices.entries()) terminal.say(`  ${index + 1}) ${label}`);
  for (;;) {
    const typed = await terminal.ask("> ");
    if (typed === undefined) return false;
    const { questions } = journey.answer({ [question.id]: read(question, choices, typed) });
    const problem = questions.find((shown) => shown.question.id === question.id)?.problem;
    if (problem === undefined) return true;
    terminal.say(`  ! ${problem.message ?? words[language].invalid}`);
  }
}

interface Choice {
  readonly answer: string | boolean;
  readonly label: string;
}

function choicesOf({ questionOptions, multiSelectQuestionOptions }: Question): readonly Choice[] {
  return (
    questionOptions?.map(({ value, id, label }) => ({ answer: value ?? id ?? label, label })) ??
    multiSelectQuestionOptions?.map(({ id, label }) => ({ answer: id, label })) ??
    []
  );
}

/** A choice by its number or its value, several with commas; anything else as it was typed. */
function read(question: Question, choices: readonly Choice[], typed: string): Answer | undefined {
  if (typed === "") return undefined;
  const pick = (text: string): string | boolean =>
    (/^[0-9]{1,3}$/.test(text) ? choices[Number(text) - 1]?.answer : undefined) ?? text;
  if (question.multiSelectQuestionOptions !== undefined)
    return typed.split(",").map((part) => String(pick(part.trim())));
  return choices.length > 0 ? pick(typed) : typed;
}

function sayNotes(notes: readonly Note[] | undefined, where: "ABOVE" | "BELOW", terminal: Terminal): void {
  for (const note of notes ?? [])
    if (note.suggestedPlacement.startsWith(where))
      for (const line of noteLines(note)) terminal.say(`  ${line}`);
}

function noteLines(note: Note): string[] {
  const label = "optionalLabel" in note && note.optionalLabel !== undefined ? [note.optionalLabel] : [];
  switch (note.htmlType) {
    case "PARAGRAPH":
      return [note.text];
    case "UNORDERED_LIST":
      return [...label, ...note.listItems.map((item) => `- ${item}`)];
    case "IMAGE":
      return [...label, note.href];
    case "TABLE":
      return [...label, note.headers.join(" | "), ...note.rows.map(({ cells }) => cells.join(" | "))];
  }
}

const words: Readonly<Record<Language, { readonly optional: string; readonly invalid: string }>> = {
  en: { optional: "optional", invalid: "This answer is not valid." },
  es: { optional: "opcional", invalid: "Esta respuesta no es válida." },
  fr: { optional: "facultatif", invalid: "Cette réponse n'est pas valide." },
};
