import { formName } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../controls/icon.js";
import type { Look } from "../controls/look.js";
import type { Messages } from "../messages/messages-in.js";
import { say } from "../messages/say.js";
import { isCompleted, isSigned } from "../session/state.js";
import { startOverLink } from "./parts.js";

/** What failed, above the page if there is one. */
export function failurePanel(look: Look, isAbovePage: boolean): TemplateResult | typeof nothing {
  const { state, send, words } = look;
  if (state.failure === undefined) return nothing;
  const { kind, errors, whileSigning } = state.failure;
  const details = errors.flatMap(({ pointer, message }) => {
    const name = labelOf(pointer, words);
    return name === undefined ? [] : [html`<li>${name}: ${message}</li>`];
  });
  return html`<div class="failure" part="problems" role="alert" tabindex="-1">
    ${isAbovePage ? html`<h2>${icon("warning")}${words.failure.title}</h2>` : html`<h1>${icon("warning")}${words.failure.title}</h1>`}
    <p>${words.failure[kind]}</p>
    ${details.length === 0 ? nothing : html`<ul>${details}</ul>`}
    ${whileSigning ? unsigned(look) : nothing}
    ${
      kind !== "blocked"
        ? html`<button type="button" class="secondary" @click=${() => send({ type: "retry" })}>
            ${words.failure.retry}
          </button>`
        : isSigned(state)
          ? startOverLink(look)
          : nothing
    }
  </div>`;
}

/** What a failure while signing means for each form. */
function unsigned({ state, words }: Look): TemplateResult {
  const names = (signed: boolean): string =>
    state.forms
      .filter((entry) => isCompleted(entry) === signed)
      .map(({ summary }) => formName(summary))
      .join(", ");
  const done = names(true);
  return html`<p>${say(words.signing.notSigned, { forms: names(false) })}</p>
    ${done === "" ? nothing : html`<p>${say(words.signing.othersSigned, { forms: done })}</p>`}`;
}

/** The label of a field on the pages; undefined if it is on no page. */
function labelOf(pointer: string, { person }: Messages): string | undefined {
  const [, root = "", name = ""] = pointer.split("/");
  if (name === "address") return root === "employer" ? person.employerAddress : person.address;
  if (root === "homeAddress") return person.address;
  return Object.entries(person).find(([key]) => key === name && root.startsWith("employe"))?.[1];
}
