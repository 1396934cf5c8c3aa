import { html, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { otherNotices, owedForms } from "../session/owed.js";
import { owedList } from "./form-lists.js";
import { frame, progress } from "./parts.js";
import { titleOf } from "./title.js";

/** No form is required here. */
export function emptyPage(look: Look): TemplateResult {
  const { state, words } = look;
  const { location } = state;
  return frame(look, {
    title: titleOf(state, words),
    above: progress(look),
    content: html`
      ${owedForms(location).length === 0 ? html`<p class="lead">${words.overview.none}</p>` : owedList(look)}
      ${otherNotices(location).map((message) => html`<p class="warning">${message}</p>`)}
    `,
    submit: words.overview.finish,
  });
}
