import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { fullName, isSignature } from "../session/person.js";
import { field, formName, frame, progress } from "./parts.js";

/** The completed form as it will be signed. */
export function previewPage(look: Look): TemplateResult {
  const { session, words } = look;
  const entry = session.state.forms[session.state.formIndex];
  if (entry?.preview === undefined) return html``;
  const address = look.addressOfPdf(entry.preview);
  const name = formName(entry.summary);
  return frame(look, {
    title: words.preview.title,
    above: progress(look),
    content: html`
      <p class="lead">${words.preview.intro}</p>
      ${
        look.canShowPdf
          ? html`<iframe class="pdf" title=${words.preview.frame(name)} src="${address}#navpanes=0&view=FitH"></iframe>`
          : html`<p class="note">${words.preview.noViewer}</p>`
      }
      <p>
        <a class=${look.canShowPdf ? "link" : "secondary"} href=${address} target="_blank" rel="noopener">
          ${words.preview.open}
        </a>
      </p>
    `,
    submit: { label: words.preview.continue, action: () => session.showSign() },
  });
}

/**
 * The declaration, and right after it the signature: 26 CFR 31.3402(f)(5)-1(c) allows nothing between them, and requires
 * the program to say that signing makes the declaration.
 */
export function signPage(look: Look): TemplateResult {
  const { session, words, language } = look;
  const { state, setup } = session;
  const entry = state.forms[state.formIndex];
  if (entry === undefined) return html``;
  const name = fullName(state.person);
  const wrong = isSignature(state.signature, state.person) ? undefined : words.problems.signature(name);
  const signing = setup.mode === "sign";
  const labels = {
    sign: words.sign.sign,
    "sign-externally": words.sign.externally,
    preview: words.sign.previewOnly,
  };
  const statement = entry.journey?.view.perjuryStatement ?? "";
  const official = entry.officialStatement;
  return frame(look, {
    title: words.sign.title(formName(entry.summary)),
    above: progress(look),
    troubles: wrong === undefined || !signing ? [] : [{ field: "signature", message: wrong }],
    content: html`
      <p class="lead">${signing ? words.sign.bySigning : words.sign.bySigningExternally}</p>
      <blockquote class="perjury" lang=${language}>${statement}</blockquote>
      ${
        official === undefined
          ? nothing
          : html`<p>${words.sign.official}</p>
              <blockquote class="perjury" lang=${entry.information.language ?? language}>${official}</blockquote>`
      }
      ${
        signing
          ? html`<div class="signature">${field(look, {
              id: "signature",
              label: words.sign.signature,
              value: state.signature,
              problem: wrong,
              autocomplete: "off",
              onInput: (typed) => session.editSignature(typed),
            })}</div>`
          : nothing
      }
    `,
    submit: { label: labels[setup.mode], action: () => session.sign() },
  });
}
