import { WithholdingWizard } from "./element.js";

export type { CompletedDetail, ErrorDetail, SignedDetail, StepDetail } from "./element.js";
export type { OwedForm } from "./owed.js";
export type { CompletedForm } from "./results.js";
export type { Mode, PageName } from "./state.js";
export { WithholdingWizard };

declare global {
  interface HTMLElementTagNameMap {
    "withholding-wizard": WithholdingWizard;
  }
}

if (customElements.get("withholding-wizard") === undefined)
  customElements.define("withholding-wizard", WithholdingWizard);
