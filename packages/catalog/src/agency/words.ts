import {
  defined,
  type Navigation,
  type NavigationMapping,
  type Note,
  type Question,
  type QuestionSet,
} from "@withholding-forms/interview";
import type { OfficialWords, Target } from "../model/binding.js";

/** Question sets with the agency's wording where it is bound, and ours everywhere else. */
export function withWords(sets: readonly QuestionSet[], { words }: OfficialWords): readonly QuestionSet[] {
  return sets.map((set) => {
    const here = words.flatMap(({ text, into }) =>
      into.filter((target) => target.set === set.id).map((target) => ({ text, target })),
    );
    return here.length === 0 ? set : setWith(set, here);
  });
}

interface Spoken {
  readonly text: string;
  readonly target: Target;
}

function setWith(set: QuestionSet, words: readonly Spoken[]): QuestionSet {
  const own = (target: Target): boolean => !("question" in target) || target.question === undefined;
  const notes = notesWith(
    set.notes,
    words.filter(({ target }) => own(target)),
    "ABOVE_ALL_QUESTIONS",
  );
  const { notes: _, ...others } = set;
  return {
    ...others,
    questions: set.questions.map((question) =>
      questionWith(
        question,
        words.filter(({ target }) => "question" in target && target.question === question.id),
      ),
    ),
    ...(notes.length === 0 ? {} : { notes }),
    navigation: navigationWith(set.navigation, words),
  };
}

function questionWith(question: Question, words: readonly Spoken[]): Question {
  if (words.length === 0) return question;
  const ask = joined(words, ({ part }) => part === "ask");
  const label = (value: unknown): string | undefined =>
    joined(words, (target) => target.part === "option" && target.value === String(value));
  const notes = notesWith(question.notes, words, "ABOVE_QUESTION");
  const { questionOptions, multiSelectQuestionOptions } = question;
  const { notes: _, ...others } = question;
  return {
    ...others,
    ...defined({ questionText: ask }),
    ...(questionOptions === undefined
      ? {}
      : {
          questionOptions: questionOptions.map((option) => ({
            ...option,
            label: label(option.value) ?? option.label,
          })),
        }),
    ...(multiSelectQuestionOptions === undefined
      ? {}
      : {
          multiSelectQuestionOptions: multiSelectQuestionOptions.map((option) => ({
            ...option,
            label: label(option.id) ?? option.label,
          })),
        }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** New paragraphs come first; each is one, even where several are added. */
function notesWith(
  notes: readonly Note[] | undefined,
  words: readonly Spoken[],
  place: "ABOVE_QUESTION" | "ABOVE_ALL_QUESTIONS",
): Note[] {
  const paragraphs = words.filter(({ target }) => target.part === "note");
  const added = paragraphs.flatMap(({ text, target }): Note[] =>
    target.part === "note" && target.index === undefined
      ? [{ htmlType: "PARAGRAPH", text, suggestedPlacement: place }]
      : [],
  );
  const kept = (notes ?? []).flatMap((note, index): Note[] => {
    const text = joined(paragraphs, (target) => target.part === "note" && target.index === index);
    if (text === undefined) return [note];
    return text === "" ? [] : [{ htmlType: "PARAGRAPH", text, suggestedPlacement: note.suggestedPlacement }];
  });
  return [...added, ...kept];
}

function navigationWith(navigation: Navigation, words: readonly Spoken[]): Navigation {
  const statement = (mapping: NavigationMapping, answer: string | undefined): NavigationMapping => {
    // A statement without an answer belongs to every end of the set.
    const text = joined(
      words,
      (target) => target.part === "perjury" && (target.answer === undefined || target.answer === answer),
    );
    return text === undefined ? mapping : { ...mapping, perjuryStatement: text };
  };
  if (navigation.navigationType === "CONSTANT") {
    return { ...navigation, navigationMapping: statement(navigation.navigationMapping, undefined) };
  }
  return {
    ...navigation,
    navigationMappings: Object.fromEntries(
      Object.entries(navigation.navigationMappings).map(([answer, mapping]) => [
        answer,
        statement(mapping, answer),
      ]),
    ),
  };
}

/** Several passages bound to one place follow one another, each on a separate line. */
function joined(words: readonly Spoken[], into: (target: Target) => boolean): string | undefined {
  const texts = words.filter(({ target }) => into(target)).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join("\n");
}
