import { formName } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Look } from "../controls/look.js";
import { fullName, isSignature } from "../session/person.js";
import type { FormEntry } from "../session/state.js";
import { files } from "./done.js";
import { field, frame, progress } from "./parts.js";

/**
 * All declarations, and right after them one signature: 26 CFR 31.3402(f)(5)-1(c) allows nothing between them, and requires
 * the program to say that signing makes the declaration. So the consent comes before the declarations.
 */
export function signPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { state } = session;
  const name = fullName(state.person);
  const wrong = isSignature(state.signature, state.person) ? undefined : words.problems.signature(name);
  const open = state.forms.filter(({ completed }) => completed === undefined);
  const signed = state.forms.filter(({ completed }) => completed !== undefined);
  const today = new Intl.DateTimeFormat(look.language, { dateStyle: "long" }).format(new Date());
  return frame(look, {
    title: words.sign.title,
    above: progress(look),
    troubles: [
      ...(state.consents ? [] : [{ field: "consent", message: words.signing.consentMissing }]),
      ...(wrong === undefined ? [] : [{ field: "signature", message: wrong }]),
    ],
    content: html`
      ${signed.length === 0 ? nothing : signedForms(look, signed)}
      ${consent(look)}
      <p class="lead">${words.signing.bySigning(open.length, today)}</p>
      ${open.map((entry) => declaration(look, entry))}
      <div class="signature">${field(look, {
        id: "signature",
        label: words.sign.signature,
        hint: words.signing.typeName(name),
        value: state.signature,
        problem: wrong,
        autocomplete: "off",
        onInput: (typed) => session.editSignature(typed),
      })}</div>
    `,
    submit: { label: words.signing.sign(open.length), action: () => session.sign() },
  });
}

/** After a failure: what is signed stays signed. */
function signedForms(look: Look, signed: readonly FormEntry[]): TemplateResult {
  return html`<ul class="plain finished">
    ${signed.map(
      (entry) => html`<li>
        <h2>${formName(entry.summary)}</h2>
        <p class="badge">${look.words.signing.isSigned}</p>
        ${files(look, entry)}
      </li>`,
    )}
  </ul>`;
}

function consent({ session, words }: Look): TemplateResult {
  const { consents, showProblems } = session.state;
  const wrong = showProblems && !consents;
  return html`<div class="field ${wrong ? "wrong" : ""}">
    ${wrong ? html`<p class="problem" id="consent-problem">${words.signing.consentMissing}</p>` : nothing}
    <label class="option alone" for="consent">
      <input
        id="consent"
        type="checkbox"
        .checked=${live(consents)}
        aria-required="true"
        aria-invalid=${wrong ? "true" : "false"}
        aria-describedby=${wrong ? "consent-problem" : nothing}
        @change=${(event: Event) => session.consent((event.target as HTMLInputElement).checked)}
      />
      <span>${words.signing.consent}</span>
    </label>
  </div>`;
}

function declaration({ words, language }: Look, entry: FormEntry): TemplateResult {
  const { summary, journey, officialStatement, information } = entry;
  const printed = information.language ?? language;
  return html`<h2><span lang=${printed}>${formName(summary)}: ${summary.title}</span></h2>
    <blockquote class="perjury" lang=${language}>${journey.view.perjuryStatement}</blockquote>
    ${
      officialStatement === undefined
        ? nothing
        : html`<p>${words.sign.official}</p>
            <blockquote class="perjury" lang=${printed}>${officialStatement}</blockquote>`
    }`;
}
