import { html, type TemplateResult } from "lit";
import type { Look, Trouble } from "../controls/look.js";
import { say } from "../messages/say.js";
import type { ChecklistItem } from "../session/checklist.js";
import { itemFieldId } from "../session/field-ids.js";
import { checklistConflicts } from "../session/settle.js";
import { screenOf } from "../session/state.js";
import { frame, progress } from "./parts.js";
import { localityName } from "./region-names.js";
import { statement } from "./statement.js";

/** All special cases of all flows and forms, by place. Most employees check nothing. */
export function checklistPage(look: Look): TemplateResult {
  const { state, words } = look;
  const screen = screenOf(state);
  const items = screen?.page === "checklist" ? screen.items : [];
  const wrong = new Set(checklistConflicts(state));
  const places = new Map<string, ChecklistItem[]>();
  for (const item of items) {
    const place = placeOf(look, item);
    places.set(place, [...(places.get(place) ?? []), item]);
  }
  const troubles = items.flatMap(({ of, id }, index): Trouble[] =>
    wrong.has(of) && state.checked.has(id)
      ? [
          {
            field: itemFieldId(index),
            message: say(words.checklist.conflict, { place: placeOf(look, items[index] as ChecklistItem) }),
          },
        ]
      : [],
  );
  const shown = state.showProblems ? wrong : new Set<string>();
  return frame(look, {
    title: words.checklist.title,
    above: progress(look),
    troubles: troubles.filter(
      ({ message }, index) => troubles.findIndex((one) => one.message === message) === index,
    ),
    content: html`
      <p class="lead">${words.checklist.intro}</p>
      ${[...places].map(
        ([place, own], group) => html`<fieldset
          class="field ${own.some(({ of }) => shown.has(of)) ? "wrong" : ""}"
          aria-describedby=${own.some(({ of }) => shown.has(of)) ? `place-${group}-problem` : ""}
        >
          <legend><h2>${place}</h2></legend>
          ${
            own.some(({ of }) => shown.has(of))
              ? html`<p class="problem" id="place-${group}-problem">${say(words.checklist.conflict, { place })}</p>`
              : ""
          }
          <div class="options">
            ${own.map(({ id, text }) => statement(look, { own: itemFieldId(items.findIndex((one) => one.id === id)), id, text }))}
          </div>
        </fieldset>`,
      )}
    `,
    submit: words.next,
  });
}

/** The name of the jurisdiction that a special case belongs to. */
function placeOf({ state, language }: Look, { flowId }: ChecklistItem): string {
  const entry = state.flows.find(({ flow }) => flow.id === flowId);
  return entry === undefined ? "" : localityName(entry.flow, language);
}
