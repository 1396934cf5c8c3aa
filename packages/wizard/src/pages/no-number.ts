import { formName } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { blankLink } from "../controls/blank-link.js";
import type { Look } from "../controls/look.js";
import { markedText } from "../controls/marked-text.js";
import { say } from "../messages/say.js";
import { appliedFor, appliedForPrinted, isItin, itinSample, takes, takesInstead } from "../session/person.js";
import type { FormEntry } from "../session/state.js";

/** What employees can do if they do not have the number that their forms print. */
export function noNumber(
  look: Look,
  field: "socialSecurityNumber" | "socialInsuranceNumber",
): TemplateResult {
  const { state, send, words } = look;
  const typed = state.person[field] ?? "";
  const forms = state.forms.filter(({ information }) => field in information.formFields.employee);
  const needing = forms.filter(({ information }) => !takes(information, field, appliedFor));
  const takesItin =
    field === "socialInsuranceNumber" ||
    takesInstead(
      forms.map(({ information }) => information),
      "itin",
    );
  const text = words.noNumber[field];
  return html`<details class="help" ?open=${!takesItin && isItin(typed)}>
    <summary>${text.title}</summary>
    ${
      needing.length === 0
        ? html`<p>${markedText(words.noNumber.appliedFor, appliedForPrinted, "en")}</p>
            <button type="button" class="secondary" @click=${() => send({ type: "editPerson", field: field, value: appliedFor })}>
              ${words.noNumber.useAppliedFor}
            </button>`
        : html`<p>
            ${say(words.noNumber.needed, { forms: namesOf(needing) })}
          </p>`
    }
    <ul>
      <li>
        ${text.apply}
        <a class="link" href=${text.url} target="_blank" rel="noopener">${text.link}</a>
      </li>
      ${
        needing.length === 0
          ? nothing
          : html`<li>
                ${say(words.noNumber.employer, { count: needing.length })}
                <ul class="plain links">
                  ${needing.map((entry) => html`<li>${blankLink(look, entry)}</li>`)}
                </ul>
              </li>
              <li>${words.noNumber.later}</li>`
      }
    </ul>
    ${
      takesItin
        ? nothing
        : html`<p>${say(words.noNumber.itin, { accepting: namesOf(forms.filter(({ information }) => takes(information, field, itinSample))) })}</p>`
    }
  </details>`;
}

function namesOf(forms: readonly FormEntry[]): string {
  return forms.map(({ summary }) => formName(summary)).join(", ");
}
