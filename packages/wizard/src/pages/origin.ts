import { formName, type ShownQuestion, type SuggestedAnswer } from "@withholding-forms/client";
import { optionValue } from "../controls/asking.js";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { fieldText } from "../session/entry.js";
import type { FormEntry } from "../session/state.js";
import { suggestionFor } from "../session/suggestions.js";

/** Where an answer comes from, what it differs from, or why it is asked again. Only the employee changes it. */
export function originOf(look: Look, entry: FormEntry, shown: ShownQuestion): string | undefined {
  const { entry: words } = look.words;
  if (entry.lostNumbers.has(shown.question.id)) return words.numberLost;
  const suggested = suggestionFor(shown.question, entry, look.state);
  if (suggested === undefined || shown.answer === undefined) return undefined;
  if (suggested.own) return String(shown.answer) === suggested.answer ? words.fromAnswers : undefined;
  const form = nameOf(look, suggested);
  return (
    differenceOf(look, entry, shown) ?? (form === undefined ? words.fromAddress : say(words.from, { form }))
  );
}

/** What an answer differs from; undefined if it is what was suggested. */
export function differenceOf(look: Look, entry: FormEntry, shown: ShownQuestion): string | undefined {
  const suggested = suggestionFor(shown.question, entry, look.state);
  return suggested === undefined ||
    suggested.own ||
    shown.answer === undefined ||
    String(shown.answer) === suggested.answer
    ? undefined
    : difference(look, shown, suggested);
}

function difference(look: Look, { question }: ShownQuestion, suggested: SuggestedAnswer): string {
  const { words, language } = look;
  const option = question.questionOptions?.find((one) => optionValue(one) === suggested.answer);
  const answer = option?.label ?? fieldText(question, suggested.answer, language);
  const form = nameOf(look, suggested);
  return form === undefined
    ? say(words.entry.differsFromAddress, { answer })
    : say(words.entry.differs, { form, answer });
}

function nameOf({ state }: Look, { formId }: SuggestedAnswer): string | undefined {
  const form = state.forms.find(({ summary }) => summary.id === formId);
  return form === undefined ? undefined : formName(form.summary);
}
