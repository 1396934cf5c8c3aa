import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { fullName, isSignature } from "../session/person.js";
import type { FormEntry } from "../session/state.js";
import { field, formName, frame, progress } from "./parts.js";

/**
 * The declarations, and right after them the signature: 26 CFR 31.3402(f)(5)-1(c) allows nothing between them, and requires
 * the program to say that signing makes the declaration.
 */
export function signPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { state } = session;
  const name = fullName(state.person);
  const wrong = isSignature(state.signature, state.person) ? undefined : words.problems.signature(name);
  return frame(look, {
    title: words.sign.title,
    above: progress(look),
    troubles: wrong === undefined ? [] : [{ field: "signature", message: wrong }],
    content: html`
      <p class="lead">${words.sign.bySigning}</p>
      ${state.forms.map((entry) => declaration(look, entry))}
      <div class="signature">${field(look, {
        id: "signature",
        label: words.sign.signature,
        value: state.signature,
        problem: wrong,
        autocomplete: "off",
        onInput: (typed) => session.editSignature(typed),
      })}</div>
    `,
    submit: { label: words.sign.sign, action: () => session.sign() },
  });
}

function declaration({ words, language }: Look, entry: FormEntry): TemplateResult {
  const { summary, journey, officialStatement, information } = entry;
  return html`<h2>${formName(summary)}</h2>
    <blockquote class="perjury" lang=${language}>${journey.view.perjuryStatement}</blockquote>
    ${
      officialStatement === undefined
        ? nothing
        : html`<p>${words.sign.official}</p>
            <blockquote class="perjury" lang=${information.language ?? language}>${officialStatement}</blockquote>`
    }`;
}
