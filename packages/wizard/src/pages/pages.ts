import { html, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import type { PageName } from "../session/state.js";
import { addressesPage } from "./addresses.js";
import { checklistPage } from "./checklist.js";
import { confirmPage } from "./confirm.js";
import { donePage } from "./done.js";
import { emptyPage } from "./empty.js";
import { expressPage } from "./express.js";
import { ineligiblePage } from "./ineligible.js";
import { personPage } from "./person.js";
import { flowPage, questionsPage } from "./questions.js";
import { reviewPage } from "./review.js";
import { signPage } from "./sign.js";
import { startOverPage } from "./start-over.js";

const pages: Readonly<Record<PageName, (look: Look) => TemplateResult>> = {
  addresses: addressesPage,
  confirm: confirmPage,
  checklist: checklistPage,
  flow: flowPage,
  empty: emptyPage,
  person: personPage,
  questions: questionsPage,
  express: expressPage,
  ineligible: ineligiblePage,
  review: reviewPage,
  sign: signPage,
  done: donePage,
  startOver: startOverPage,
};

export function pageOf(look: Look): TemplateResult {
  return html`<section data-page=${look.state.page}>${pages[look.state.page](look)}</section>`;
}
