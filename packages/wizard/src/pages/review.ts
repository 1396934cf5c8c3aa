import type { Address, FormInformation } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { addressLines } from "../session/address.js";
import { masked } from "../session/entry.js";
import { employeeOf, employerOf } from "../session/forms.js";
import { fullName, takesInstead } from "../session/person.js";
import { asksEmployerAddress } from "../session/places.js";
import { isSigned } from "../session/state.js";
import { paper } from "./overview.js";
import { formName, frame, progress, startOverLink } from "./parts.js";

/** Every answer in plain words, so that nobody must read the PDF to know what they sign. */
export function reviewPage(look: Look): TemplateResult {
  const { session, words } = look;
  const entry = session.state.forms[session.state.formIndex];
  const view = entry?.journey?.view;
  if (entry === undefined || view === undefined) return html``;
  return frame(look, {
    title: words.review.title,
    above: progress(look),
    content: html`
      <p class="lead">${words.review.intro(formName(entry.summary))}</p>
      ${people(look, entry.information)}
      ${view.path
        .filter(({ questions }) => questions.length > 0)
        .map(
          ({ questionSetId, title, questions }) => html`<section class="answers">
          <h2>${title}</h2>
          <dl>
            ${questions.map(
              (shown) => html`<div>
                <dt>${shown.question.questionText}</dt>
                <dd>${shown.text || html`<span class="hint">${words.notAnswered}</span>`}</dd>
                ${
                  shown.question.isCalculated || !isAsked(shown.question.htmlType)
                    ? nothing
                    : html`<dd class="change">
                        <button
                          type="button"
                          class="link"
                          aria-label=${words.changeAnswer(shown.question.questionText)}
                          @click=${() => session.change(questionSetId, shown.question.id)}
                        >
                          ${words.change}
                        </button>
                      </dd>`
                }
              </div>`,
            )}
          </dl>
        </section>`,
        )}
      ${paper(look, [entry])}
    `,
    submit: { label: words.review.preview, action: () => session.showPreview() },
  });
}

function isAsked(htmlType: string): boolean {
  return htmlType === "INPUT" || htmlType === "SELECT" || htmlType === "TEXTAREA";
}

/** The employee and the employer, as printed. */
function people(look: Look, information: FormInformation): TemplateResult {
  const { session, words } = look;
  const { state, setup } = session;
  const employee = employeeOf(state, information);
  const employer = employerOf(state, setup);
  const number = employee.socialSecurityNumber ?? employee.socialInsuranceNumber ?? undefined;
  const kind = employee.socialSecurityNumber ? "socialSecurityNumber" : "socialInsuranceNumber";
  // A signed form already has this name and number, and all forms must be from the same person.
  const fixed = isSigned(state);
  const person = fixed ? undefined : session.changePerson;
  const places = fixed || state.addressesGiven ? undefined : session.changeAddresses;
  const employerPlace = asksEmployerAddress(state, setup)
    ? person
    : !setup.employer?.address
      ? places
      : undefined;
  return html`<section class="answers">
      <h2>${words.review.you}</h2>
      ${fixed ? html`<p class="note">${words.review.fixed}</p>${startOverLink(look)}` : nothing}
      ${!fixed && state.addressesGiven ? html`<p class="note">${words.review.given}</p>` : nothing}
      <dl>
        ${row(look, `${words.person.firstName}, ${words.person.lastName}`, fullName(state.person), person)}
        ${number === undefined ? nothing : row(look, numberName(look, kind), masked(number), person)}
        ${row(look, words.person.address, lines(employee.address), places)}
      </dl>
    </section>
    ${
      employer.name === undefined
        ? nothing
        : html`<section class="answers">
            <h2>${words.person.employer}</h2>
            <dl>
              ${row(look, words.person.name, employer.name, setup.employer?.name ? undefined : person)}
              ${
                employer.address === undefined
                  ? nothing
                  : row(look, words.person.employerAddress, lines(employer.address), employerPlace)
              }
            </dl>
          </section>`
    }`;
}

function numberName(
  { session, words }: Look,
  kind: "socialSecurityNumber" | "socialInsuranceNumber",
): string {
  const forms = session.state.forms.map(({ information }) => information);
  return kind === "socialSecurityNumber" && takesInstead(forms, "itin")
    ? words.person.taxpayerNumber
    : words.person[kind];
}

function lines(address: Address | null | undefined): unknown {
  return (address ? addressLines(address) : []).map(
    (line, index) => html`${index === 0 ? nothing : html`<br />`}${line}`,
  );
}

function row(
  { words }: Look,
  name: string,
  value: unknown,
  change: (() => void) | undefined,
): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd translate="no">${value}</dd>
    ${
      change === undefined
        ? nothing
        : html`<dd class="change">
            <button type="button" class="link" aria-label=${words.changeAnswer(name)} @click=${() => change()}>
              ${words.change}
            </button>
          </dd>`
    }
  </div>`;
}
