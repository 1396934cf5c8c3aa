import { type FormInformation, type FormSummary, fileNameOf, formName } from "@withholding-forms/client";
import { html, type TemplateResult } from "lit";
import { say } from "../messages/say.js";
import { keyOf } from "./blank-forms.js";
import type { Look } from "./look.js";

/**
 * A link to the blank form. Until it is loaded, its address is that of the service, which needs a token: the form is then
 * fetched with one.
 */
export function blankLink(
  look: Look,
  { summary, information }: { readonly summary: FormSummary; readonly information: FormInformation },
): TemplateResult {
  const { send, words } = look;
  const name = formName({ ...summary, taxYear: information.taxYear });
  const fileName = fileNameOf(name, words.overview.blankFile);
  const blank = look.blanks.loaded(summary);
  return html`<a
    class="link"
    href=${blank === undefined ? look.addressInService(`getPdf/${summary.id}?formVersion=${summary.formVersion}`) : look.addressOf(keyOf(summary), blank)}
    download=${fileName}
    @click=${(event: Event) => {
      if (blank !== undefined) return;
      event.preventDefault();
      send({ type: "download", form: summary, fileName });
    }}
    >${say(words.overview.blank, { name: formName(summary) })}</a
  >`;
}
