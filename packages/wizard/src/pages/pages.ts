import { html, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import type { PageName } from "../session/state.js";
import { addressesPage } from "./addresses.js";
import { confirmPage } from "./confirm.js";
import { donePage, signedPage } from "./done.js";
import { ineligiblePage } from "./ineligible.js";
import { emptyPage, overviewPage } from "./overview.js";
import { personPage } from "./person.js";
import { flowPage, questionsPage } from "./questions.js";
import { reviewPage } from "./review.js";
import { previewPage, signPage } from "./sign.js";
import { startOverPage } from "./start-over.js";

const pages: Readonly<Record<PageName, (look: Look) => TemplateResult>> = {
  addresses: addressesPage,
  confirm: confirmPage,
  flow: flowPage,
  overview: overviewPage,
  empty: emptyPage,
  person: personPage,
  questions: questionsPage,
  ineligible: ineligiblePage,
  review: reviewPage,
  preview: previewPage,
  sign: signPage,
  signed: signedPage,
  done: donePage,
  startOver: startOverPage,
};

export function pageOf(look: Look): TemplateResult {
  return html`<section data-page=${look.session.state.page}>${pages[look.session.state.page](look)}</section>`;
}
