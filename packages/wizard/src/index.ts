import { WithholdingWizard } from "./element.js";

export type { CompletedDetail, ErrorDetail, SignedDetail, StepDetail } from "./host-events.js";
export type { OwedForm } from "./session/owed.js";
export type { Mode } from "./session/path.js";
export type { CompletedForm } from "./session/results.js";
export type { PageName, Pay } from "./session/state.js";
export { WithholdingWizard };

declare global {
  interface HTMLElementTagNameMap {
    "withholding-wizard": WithholdingWizard;
  }
}

if (customElements.get("withholding-wizard") === undefined)
  customElements.define("withholding-wizard", WithholdingWizard);
