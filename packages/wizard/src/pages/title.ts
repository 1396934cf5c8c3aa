import { formName } from "@withholding-forms/client";
import type { Messages } from "../messages/messages-in.js";
import { owedForms } from "../session/owed.js";
import { flowOf, formOf, type State } from "../session/state.js";

/** The title of the browser tab: the heading and its form. */
export function titleOf(state: State, words: Messages): string {
  const entry = formOf(state);
  const owes = owedForms(state.location).length > 0;
  const form = entry === undefined ? "" : formName(entry.summary);
  switch (state.page) {
    case "flow":
      return flowOf(state)?.view.set?.breadcrumbTitle ?? words.checklist.title;
    case "questions":
      return `${entry?.view.set.breadcrumbTitle ?? ""} – ${form}`;
    case "empty":
      return owes ? words.owed.title : words.overview.noneTitle;
    case "done":
      return owes ? words.owed.title : words.done.title;
    case "express":
    case "ineligible":
      return `${words[state.page].title} – ${form}`;
    default:
      return words[state.page].title;
  }
}
