import { html, nothing, type TemplateResult } from "lit";
import { addressLines } from "../address.js";
import { masked } from "../entry.js";
import { employeeOf } from "../forms.js";
import type { Look } from "../look.js";
import { formName, frame, progress } from "../parts.js";
import { fullName } from "../person.js";
import { paper } from "./overview.js";

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
      ${you(look)}
      ${view.path.map(
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

function you(look: Look): TemplateResult {
  const { session, words } = look;
  const { state } = session;
  const employee = employeeOf(state);
  const number = employee.socialSecurityNumber ?? employee.socialInsuranceNumber ?? undefined;
  const kind = employee.socialSecurityNumber ? "socialSecurityNumber" : "socialInsuranceNumber";
  // A signed form has this name and number already; another person's form would not belong to it.
  const fixed = state.forms.some(({ completed }) => completed !== undefined);
  const rows: readonly (readonly [string, unknown])[] = [
    [`${words.person.firstName}, ${words.person.lastName}`, fullName(state.person)],
    ...(number === undefined ? [] : ([[words.person[kind], masked(number)]] as const)),
    [
      words.person.address,
      addressLines(employee.address).map(
        (line, index) => html`${index === 0 ? nothing : html`<br />`}${line}`,
      ),
    ],
  ];
  return html`<section class="answers">
    <h2>${words.review.you}</h2>
    <dl>
      ${rows.map(
        ([name, value], index) => html`<div>
          <dt>${name}</dt>
          <dd translate="no">${value}</dd>
          ${
            fixed || index > 1
              ? nothing
              : html`<dd class="change">
                  <button
                    type="button"
                    class="link"
                    aria-label=${words.changeAnswer(name)}
                    @click=${() => session.changePerson()}
                  >
                    ${words.change}
                  </button>
                </dd>`
          }
        </div>`,
      )}
    </dl>
  </section>`;
}
