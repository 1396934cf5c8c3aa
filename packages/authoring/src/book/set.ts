import type { Language, Note, Question, QuestionSet } from "@withholding-forms/interview";
import { languages } from "@withholding-forms/interview";
import { escapeXml } from "./graph.js";

/** The same thing in every language. */
export type Translated<T> = Readonly<Record<Language, T>>;

/** Words in all languages; the page shows one of them. */
export function words(texts: Translated<string | undefined>, element: "span" | "text" = "span"): string {
  return languages
    .map((language) => `<${element} lang="${language}">${escapeXml(texts[language] ?? "")}</${element}>`)
    .join("");
}

/** A question set as a card: words, controls, rules, and where it leads. */
export function setHtml(set: Translated<QuestionSet>): string {
  const titles = each(set, (one) => one.breadcrumbTitle);
  const questions = set.en.questions.map((question, index) =>
    questionHtml(each(set, (one) => one.questions[index] ?? question)),
  );
  return `<div class="set"><h4>${set.en.id} ${words(titles)}</h4>${notesHtml(each(set, (one) => one.notes))}${questions.join("")}${navigationHtml(set)}</div>`;
}

function questionHtml(texts: Translated<Question>): string {
  const { en } = texts;
  const control = `${en.htmlType}${en.displayType === undefined ? "" : ` ${en.displayType}`}`;
  const asked = `${en.isCalculated ? "calculated" : en.required.whenRequired}${en.required.when === undefined ? "" : ` when ${en.required.when}`}`;
  const options = (en.questionOptions ?? []).map(
    (option, index) =>
      `<li>${words(each(texts, (one) => one.questionOptions?.[index]?.label))} <code>${escapeXml(String(option.value))}</code></li>`,
  );
  const several = (en.multiSelectQuestionOptions ?? []).map(
    (option, index) =>
      `<li>${words(each(texts, (one) => one.multiSelectQuestionOptions?.[index]?.label))} <code>${escapeXml(option.id)}</code></li>`,
  );
  const list = [...options, ...several];
  const checks = (en.checks ?? []).map(
    (check, index) =>
      `<p class="rule">must: ${formula(check.formula)} ${words(each(texts, (one) => one.checks?.[index]?.message))}</p>`,
  );
  const calculation =
    en.calculation === undefined
      ? ""
      : `<p class="rule">= ${formula(en.calculation.formula)}, ${en.calculation.scale} places, ${en.calculation.roundingMode}</p>`;
  const pattern =
    en.validationRegex === undefined || list.length > 0
      ? ""
      : `<p class="rule"><code>${escapeXml(en.validationRegex)}</code></p>`;
  const message =
    en.validationErrorMessage === undefined
      ? ""
      : `<p class="message">${words(each(texts, (one) => one.validationErrorMessage))}</p>`;
  return `<div class="question"><p>${words(each(texts, (one) => one.questionText))} <code>${escapeXml(en.id)}</code> <small>${escapeXml(control)} · ${formula(asked)}</small></p>${list.length > 0 ? `<ul>${list.join("")}</ul>` : ""}${calculation}${pattern}${checks.join("")}${message}${notesHtml(each(texts, (one) => one.notes))}</div>`;
}

function navigationHtml(set: Translated<QuestionSet>): string {
  const { navigation } = set.en;
  const mappings: readonly [string, Translated<string | undefined>, string | undefined][] =
    navigation.navigationType === "CONSTANT"
      ? [
          [
            "always",
            each(set, (one) =>
              one.navigation.navigationType === "CONSTANT"
                ? one.navigation.navigationMapping.perjuryStatement
                : undefined,
            ),
            navigation.navigationMapping.nextQuestionSetId,
          ],
        ]
      : Object.entries(navigation.navigationMappings).map(([answer, mapping]) => [
          `${navigation.questionId} ${answer}`,
          each(set, (one) =>
            one.navigation.navigationType === "VARIABLE"
              ? one.navigation.navigationMappings[answer]?.perjuryStatement
              : undefined,
          ),
          mapping.nextQuestionSetId,
        ]);
  const lines = mappings.map(
    ([when, statement, next]) =>
      `<li><code>${escapeXml(when)}</code> → ${next === undefined ? `end: ${words(statement)}` : escapeXml(next)}</li>`,
  );
  return `<ul class="next">${lines.join("")}</ul>`;
}

function notesHtml(notes: Translated<readonly Note[] | undefined>): string {
  return (notes.en ?? [])
    .map((note, index) => {
      const spoken = each(notes, (one) => noteText(one?.[index]));
      return `<div class="note" title="${note.suggestedPlacement}">${words(spoken)}</div>`;
    })
    .join("");
}

function noteText(note: Note | undefined): string {
  if (note === undefined) return "";
  const label = "optionalLabel" in note && note.optionalLabel !== undefined ? `${note.optionalLabel}: ` : "";
  switch (note.htmlType) {
    case "PARAGRAPH":
      return note.text;
    case "UNORDERED_LIST":
      return `${label}\n${note.listItems.map((item) => `• ${item}`).join("\n")}`;
    case "TABLE":
      return `${label}\n${[note.headers, ...note.rows.map((row) => row.cells)].map((cells) => cells.join(" | ")).join("\n")}`;
    case "IMAGE":
      return `${label}(page ${note.href} of the form)`;
  }
}

/** A long formula, such as a wage table, opens on demand. */
function formula(text: string): string {
  if (text.length <= 160) return `<code>${escapeXml(text)}</code>`;
  return `<details><summary><code>${escapeXml(text.slice(0, 120))}…</code></summary><code>${escapeXml(text)}</code></details>`;
}

function each<T, R>(texts: Translated<T>, pick: (one: T) => R): Translated<R> {
  return { en: pick(texts.en), es: pick(texts.es), fr: pick(texts.fr) };
}
