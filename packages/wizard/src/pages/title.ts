import type { Messages } from "../messages/messages.js";
import { owedForms } from "../session/owed.js";
import type { Session } from "../session/session.js";
import { formName } from "./parts.js";

/** The title of the browser tab: the heading and its form. */
export function titleOf({ state, setup }: Session, words: Messages): string {
  const entry = state.forms[state.formIndex];
  const owes = owedForms(state.location).length > 0;
  const form = entry === undefined ? "" : formName(entry.summary);
  switch (state.page) {
    case "flow":
      return state.flows[state.flowIndex]?.journey.view.set?.breadcrumbTitle ?? words.stepBefore;
    case "questions":
      return `${entry?.journey?.view.set.breadcrumbTitle ?? ""} – ${form}`;
    case "empty":
      return owes ? words.owed.title : words.overview.noneTitle;
    case "done":
      return owes ? words.owed.title : words.done.title;
    case "sign":
      return words.sign.title(form);
    case "signed":
      return setup.mode === "sign" ? words.signed.title(form) : words.signed.ready(form);
    case "review":
    case "preview":
    case "ineligible":
      return `${words[state.page].title} – ${form}`;
    default:
      return words[state.page].title;
  }
}
