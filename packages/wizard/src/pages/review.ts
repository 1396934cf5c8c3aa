import {
  type Address,
  type FormInformation,
  formName,
  type PathStep,
  type ShownQuestion,
} from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { formImage } from "../controls/form-image.js";
import { icon } from "../controls/icon.js";
import type { Look } from "../controls/look.js";
import { optionLabel } from "../controls/option-label.js";
import type { Messages } from "../messages/messages-in.js";
import { say } from "../messages/say.js";
import { addressLines } from "../session/address.js";
import { claimsNothing } from "../session/claims.js";
import { masked } from "../session/entry.js";
import { otherNotices } from "../session/owed.js";
import { isSkipped, type Mode } from "../session/path.js";
import { employeeOf, employerOf } from "../session/people.js";
import { fullName, takesInstead } from "../session/person.js";
import { asksEmployerAddress } from "../session/places.js";
import { type FormEntry, isSigned } from "../session/state.js";
import { owedList, paper } from "./form-lists.js";
import { differenceOf } from "./origin.js";
import { agencyLinks, frame, labelOf, progress, startOverLink } from "./parts.js";
import { localityName } from "./region-names.js";

/** Every answer of every form in plain words, so that employees know what they sign without reading the PDFs. */
export function reviewPage(look: Look): TemplateResult {
  const { state, words } = look;
  const { forms, location } = state;
  const [first] = forms;
  return frame(look, {
    title: words.review.title,
    above: progress(look),
    content: html`
      <div class="brief" part="summary">${summary(look)}</div>
      <p class="note">${words.review.intro}</p>
      ${owedList(look)}
      ${otherNotices(location).map((message) => html`<p class="warning">${message}</p>`)}
      ${first === undefined ? nothing : people(look, first.information)}
      <p class="note">${words.formImage.intro}</p>
      ${forms.map((entry) => formAnswers(look, entry))}
      ${paper(look, forms)}
    `,
    submit: labels(words)[state.setup.mode],
  });
}

const labels = (words: Messages): Readonly<Record<Mode, string>> => ({
  sign: words.preview.continue,
  "sign-externally": words.sign.externally,
  preview: words.sign.previewOnly,
});

/** What the employee chose, one sentence per place. */
function summary(look: Look): readonly TemplateResult[] {
  const { state, language } = look;
  const { checked, flows, forms, path } = state;
  const places = new Map<string, string[]>();
  const add = (locality: string, texts: readonly string[]): void => {
    places.set(locality, [...(places.get(locality) ?? []), ...texts.map((text) => optionLabel(text).text)]);
  };
  for (const { id, flow, view } of flows) {
    const items = path.flatMap((page) => (page.page === "checklist" ? page.items : []));
    const asked = view.path.filter(({ questionSetId }) =>
      path.some((page) => page.page === "flow" && page.flowId === id && page.questionSetId === questionSetId),
    );
    add(flow.locality, [
      ...items.filter((item) => item.flowId === id && checked.has(item.id)).map(({ text }) => text),
      ...chosenIn(asked),
    ]);
  }
  for (const {
    id,
    summary: { formLocality },
    sets,
    view,
  } of forms) {
    const shown = view.path.filter(({ questionSetId }) => !isSkipped(state, id, questionSetId));
    const claims = shown.flatMap((step) => {
      const set = sets.get(step.questionSetId);
      const chosen = chosenIn([step]);
      if (set?.express?.place !== "PAGE" || claimsNothing(set, step.questions)) return chosen;
      const amount = step.questions.findLast(isAmount);
      return amount
        ? [`${step.title}: ${amount.text}`]
        : chosen.length > 0
          ? chosen
          : [set.express.statement];
    });
    add(formLocality, claims);
  }
  return [...places].flatMap(([locality, texts]) => {
    const flow = flows.find((one) => one.flow.locality === locality)?.flow ?? {
      locality,
      localityFullName: locality,
    };
    return texts.length === 0
      ? []
      : [html`<p><strong>${localityName(flow, language)}:</strong> ${[...new Set(texts)].join("; ")}.</p>`];
  });
}

/** The choices in words, without no and yes, which mean nothing without their questions. Short ones need a title, too. */
function chosenIn(steps: readonly PathStep[]): readonly string[] {
  return steps.flatMap(({ title, questions }) =>
    questions.flatMap(({ question: { questionOptions, valueType, isCalculated }, answer, text }) => {
      const says = questionOptions && valueType !== "boolean" && !isCalculated && text && answer !== "NONE";
      return says ? [text.length < 16 ? `${title}: ${text}` : text] : [];
    }),
  );
}

function formAnswers(look: Look, entry: FormEntry): TemplateResult {
  const { words, language } = look;
  const { summary, information, view, completed } = entry;
  const name = formName(summary);
  const printed = information.language ?? language;
  const steps = view.path.filter(({ questions }) => questions.length > 0);
  const unclaimed = steps.filter((step) => isUnclaimed(look, entry, step));
  return html`<section class="form" aria-labelledby="form-${summary.id}">
    <h2 id="form-${summary.id}"><span lang=${printed}>${labelOf(entry)}: ${summary.title}</span></h2>
    ${completed === undefined ? nothing : html`<p class="badge">${icon("check")}${words.signing.isSigned}</p>`}
    ${printed === language ? nothing : html`<p class="courtesy">${say(words.courtesy[printed], { form: name })}</p>`}
    ${agencyLinks(look, entry)}
    ${steps.filter((step) => !isUnclaimed(look, entry, step)).map((step) => stepAnswers(look, entry, step))}
    ${
      unclaimed.length === 0
        ? nothing
        : html`<details class="help" part="folded">
            <summary>${say(words.review.folded, { count: unclaimed.length })}</summary>
            ${unclaimed.map((step) => stepAnswers(look, entry, step))}
          </details>`
    }
    ${formPages(look, entry)}
  </section>`;
}

/** Whether the employee said that the step does not apply, and nothing of it is on the form. */
function isUnclaimed({ state }: Look, { summary, sets }: FormEntry, step: PathStep): boolean {
  const { questionSetId, questions } = step;
  return (
    sets.get(questionSetId)?.express !== undefined &&
    isSkipped(state, summary.id, questionSetId) &&
    !questions.some((shown) => shown.given || isAmount(shown))
  );
}

function stepAnswers(look: Look, entry: FormEntry, step: PathStep): TemplateResult {
  const { state, send, words } = look;
  const { questionSetId, title, questions } = step;
  const { summary, completed, sets } = entry;
  const isGiven = questions.some(({ given }) => given);
  const isExpress = isSkipped(state, summary.id, questionSetId) && !isGiven;
  const express = isExpress ? sets.get(questionSetId)?.express : undefined;
  const change = (questionId?: string) =>
    completed === undefined
      ? () => send({ type: "change", formId: summary.id, questionSetId, questionId })
      : undefined;
  return html`<section class="answers">
    <h3>${title}</h3>
    <dl>
      ${express === undefined ? nothing : row(look, express.statement, words.review.doesNotApply, change())}
      ${questions
        .filter((shown) => (express === undefined ? !isBlank(shown) : isAmount(shown)))
        .map((shown) => {
          const { question, text } = shown;
          const canChange = !question.isCalculated && !shown.given && isAsked(question.htmlType);
          return row(
            look,
            question.questionText,
            (text && optionLabel(text).text) || html`<span class="hint">${words.notAnswered}</span>`,
            canChange ? change(question.id) : undefined,
            completed === undefined ? differenceOf(look, entry, shown) : undefined,
          );
        })}
    </dl>
  </section>`;
}

/** What the form gets although the employee chose that nothing of the set applies, such as a basic amount. */
function isAmount({ question, value }: ShownQuestion): boolean {
  return question.isCalculated && value !== undefined && Number(String(value)) !== 0;
}

/** No employee is asked for a calculated value: without one, it is blank on the form. */
function isBlank({ question, value }: ShownQuestion): boolean {
  return question.isCalculated && value === undefined;
}

/** The form as it will be signed. */
function formPages(look: Look, { summary, preview }: FormEntry): TemplateResult | typeof nothing {
  if (preview === undefined) return nothing;
  const { id: formId } = summary;
  const name = formName(summary);
  return html`<h3>${say(look.words.formImage.title, { form: name })}</h3>
    ${formImage(look, {
      formId,
      name,
      pdf: preview.response.pdf,
      blank: () => look.blanks.bytesOf(summary),
    })}`;
}

function isAsked(htmlType: string): boolean {
  return htmlType === "INPUT" || htmlType === "SELECT" || htmlType === "TEXTAREA";
}

/** The employee and the employer, as printed. */
function people(look: Look, information: FormInformation): TemplateResult {
  const { state, send, words } = look;
  const { setup } = state;
  const employee = employeeOf(state, information);
  const employer = employerOf(state);
  const number = employee.socialSecurityNumber ?? employee.socialInsuranceNumber ?? undefined;
  const kind = employee.socialSecurityNumber ? "socialSecurityNumber" : "socialInsuranceNumber";
  // A signed form already has this name and number, and all forms must be from the same person.
  const fixed = isSigned(state);
  const person = fixed ? undefined : () => send({ type: "changePerson" });
  const places = fixed || state.addressesGiven ? undefined : () => send({ type: "changeAddresses" });
  const employerPlace = asksEmployerAddress(state) ? person : !setup.employer?.address ? places : undefined;
  return html`<section class="answers">
      <h2>${words.review.you}</h2>
      ${fixed ? html`<p class="note">${words.review.fixed}</p>${startOverLink(look)}` : nothing}
      ${!fixed && state.addressesGiven ? html`<p class="note">${words.review.given}</p>` : nothing}
      <dl>
        ${verbatimRow(look, words.person.fullName, fullName(state.person), person)}
        ${number === undefined ? nothing : verbatimRow(look, numberName(look, kind), masked(number), person)}
        ${verbatimRow(look, words.person.address, lines(employee.address), places)}
      </dl>
    </section>
    ${
      employer.name === undefined
        ? nothing
        : html`<section class="answers">
            <h2>${words.person.employer}</h2>
            <dl>
              ${verbatimRow(look, words.person.name, employer.name, setup.employer?.name ? undefined : person)}
              ${
                employer.address === undefined
                  ? nothing
                  : verbatimRow(look, words.person.employerAddress, lines(employer.address), employerPlace)
              }
            </dl>
          </section>`
    }`;
}

function numberName({ state, words }: Look, kind: "socialSecurityNumber" | "socialInsuranceNumber"): string {
  const forms = state.forms.map(({ information }) => information);
  return kind === "socialSecurityNumber" && takesInstead(forms, "itin")
    ? words.person.taxpayerNumber
    : words.person[kind];
}

function lines(address: Address | null | undefined): unknown {
  return (address ? addressLines(address) : []).map(
    (line, index) => html`${index === 0 ? nothing : html`<br />`}${line}`,
  );
}

/** What a browser must not translate. */
function verbatimRow(
  look: Look,
  name: string,
  value: unknown,
  change: (() => void) | undefined,
): TemplateResult {
  return row(look, name, html`<span translate="no">${value}</span>`, change);
}

function row(
  { words }: Look,
  name: string,
  value: unknown,
  change: (() => void) | undefined,
  difference?: string,
): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
    ${difference === undefined ? nothing : html`<dd class="origin">${difference}</dd>`}
    ${
      change === undefined
        ? nothing
        : html`<dd class="change">
            <button type="button" class="link" aria-label=${say(words.changeAnswer, { question: name })} @click=${() => change()}>
              ${words.change}
            </button>
          </dd>`
    }
  </div>`;
}
