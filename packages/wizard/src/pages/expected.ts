import type { ShownQuestion } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { payAmount } from "../session/pay.js";
import { field } from "./parts.js";
import { estimatesFor, leftOutNote, money } from "./pay.js";

/** For people who are asked whether they will owe no federal tax, mostly students: what they expect to earn decides it. */
export function expectedPanel(
  look: Look,
  questions: readonly ShownQuestion[],
): TemplateResult | typeof nothing {
  const { state, words, language } = look;
  if (!questions.some(({ question }) => question.id === "noTaxThisYear")) return nothing;
  const id = "expected-pay";
  const value = look.typed.get(id) ?? "";
  const pay = payAmount({ ...state.pay, amount: value }, language);
  const estimates = pay === undefined ? undefined : estimatesFor(look);
  const found =
    estimates &&
    pay &&
    estimates.estimatePaycheck({
      country: "US",
      payDate: new Date().toLocaleDateString("en-CA"),
      pay,
      frequency: "ANNUALLY",
      parameters: [{ id: "FED.filingStatus", value: "S" }],
    });
  const tax = found && Number(found.lines.find(({ code }) => code === "INCOME_TAX")?.amount ?? 0);
  return html`<section class="pay" part="pay">
    <details class="help">
      <summary>${words.expected.title}</summary>
      ${field(look, {
        id,
        label: words.expected.pay,
        value,
        hint: words.pay.private,
        optional: true,
        size: "medium",
        maxLength: 20,
        onInput: (typed) => {
          look.typed.set(id, typed);
          look.refresh();
        },
      })}
      <div role="status">
        ${
          typeof tax !== "number"
            ? nothing
            : html`<p><strong>${tax === 0 ? words.expected.none : say(words.expected.some, { amount: money(look, "USD", tax) })}</strong></p>
                ${leftOutNote(look, ["OTHER_JOBS_AND_INCOME", "CREDITS_AND_DEDUCTIONS"])}`
        }
      </div>
    </details>
  </section>`;
}
