import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { icon } from "../controls/icon.js";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { fullName, isSignature } from "../session/person.js";
import { officialStatement } from "../session/settle.js";
import type { FormEntry } from "../session/state.js";
import { files } from "./done.js";
import { field, frame, labelOf, progress } from "./parts.js";

/**
 * All declarations, and right after them one signature: 26 CFR 31.3402(f)(5)-1(c) allows nothing between them, and requires
 * the program to say that signing makes the declaration. So the consent comes before the declarations.
 */
export function signPage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const name = fullName(state.person);
  const wrong = isSignature(state.signature, state.person)
    ? undefined
    : say(words.problems.signature, { name });
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
      <p class="lead">${say(words.signing.bySigning, { count: open.length, date: today })}</p>
      ${open.map((entry) => declaration(look, entry))}
      <div class="signature">${field(look, {
        id: "signature",
        label: words.sign.signature,
        hint: say(words.signing.typeName, { name }),
        value: state.signature,
        problem: wrong,
        autocomplete: "off",
        onInput: (typed) => send({ type: "editSignature", typed }),
      })}</div>
    `,
    submit: say(words.signing.sign, { count: open.length }),
  });
}

/** After a failure: what is signed stays signed. */
function signedForms(look: Look, signed: readonly FormEntry[]): TemplateResult {
  return html`<ul class="plain finished">
    ${signed.map(
      (entry) => html`<li class="card" part="card">
        <h2>${labelOf(entry)}</h2>
        <p class="badge">${icon("check")}${look.words.signing.isSigned}</p>
        ${files(look, entry)}
      </li>`,
    )}
  </ul>`;
}

function consent({ state, send, words }: Look): TemplateResult {
  const { consents, showProblems } = state;
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
        @change=${(event: Event) => send({ type: "consent", on: (event.target as HTMLInputElement).checked })}
      />
      <span>${words.signing.consent}</span>
    </label>
  </div>`;
}

function declaration({ state, words, language }: Look, entry: FormEntry): TemplateResult {
  const { summary, view, information } = entry;
  const official = officialStatement(state, entry);
  const printed = information.language ?? language;
  return html`<h2><span lang=${printed}>${labelOf(entry)}: ${summary.title}</span></h2>
    <blockquote class="perjury" lang=${language}>${view.perjuryStatement}</blockquote>
    ${
      official === undefined
        ? nothing
        : html`<p>${words.sign.official}</p>
            <blockquote class="perjury" lang=${printed}>${official}</blockquote>`
    }`;
}
