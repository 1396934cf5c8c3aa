import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { formName } from "../session/form-name.js";
import { appliedFor, isItin, takes, takesInstead } from "../session/person.js";

/** What people can do who do not have the number that their forms print. */
export function noNumber(
  look: Look,
  field: "socialSecurityNumber" | "socialInsuranceNumber",
): TemplateResult {
  const { session, words } = look;
  const typed = session.state.person[field] ?? "";
  const forms = session.state.forms.filter(({ information }) => field in information.formFields.employee);
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
        ? html`<p>${words.noNumber.appliedFor}</p>
            <button type="button" class="secondary" @click=${() => session.editPerson(field, appliedFor)}>
              ${words.noNumber.useAppliedFor}
            </button>`
        : html`<p>
            ${words.noNumber.needed(needing.map(({ summary }) => formName(summary)).join(", "))}
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
                ${words.noNumber.employer(needing.length)}
                ${needing.map(
                  (entry) => html`<button
                    type="button"
                    class="link"
                    @click=${() => session.fetchBlank(entry, look.download)}
                  >
                    ${words.overview.blank(formName(entry.summary))}
                  </button>`,
                )}
              </li>
              <li>${words.noNumber.later}</li>`
      }
    </ul>
    ${takesItin ? nothing : html`<p>${words.noNumber.itin}</p>`}
  </details>`;
}
