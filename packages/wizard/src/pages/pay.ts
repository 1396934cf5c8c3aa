import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Look } from "../controls/look.js";
import { locales } from "../messages/messages-in.js";
import { say } from "../messages/say.js";
import { changesPay, payEffect } from "../session/pay.js";
import type { FormEntry } from "../session/state.js";
import { field } from "./parts.js";
import { localityName } from "./region-names.js";

let estimates: typeof import("../session/estimates.js") | undefined;

/** Loaded when the employee or the host gives the pay. Without it, there is no estimate, and nothing else is missing. */
function loadEstimates({ refresh }: Look): void {
  import("../session/estimates.js").then(
    (loaded) => {
      estimates = loaded;
      refresh();
    },
    () => {},
  );
}

/** What the answers to the form do to a paycheck: an estimate, made in the browser, of pay that never leaves it. */
export function payPanel(look: Look, entry: FormEntry): TemplateResult | typeof nothing {
  const { state, send, words } = look;
  if (!changesPay(entry)) return nothing;
  const { amount, frequency } = state.pay;
  if (amount !== "" && estimates === undefined) loadEstimates(look);
  return html`<section class="pay" part="pay">
    <div role="status">${effect(look, entry)}</div>
    <details class="help">
      <summary>${amount === "" ? words.pay.title : words.pay.change}</summary>
      ${field(look, {
        id: "pay-amount",
        label: words.pay.amount,
        value: amount,
        hint: words.pay.private,
        optional: true,
        size: "medium",
        maxLength: 20,
        onInput: (value) => send({ type: "editPay", pay: { amount: value } }),
      })}
      <div class="field">
        <label for="pay-frequency">${words.pay.frequency}</label>
        <select
          id="pay-frequency"
          @change=${(event: Event) => send({ type: "editPay", pay: { frequency: (event.target as HTMLSelectElement).value as typeof frequency } })}
        >
          ${Object.entries(words.pay.frequencies).map(([value, name]) => html`<option value=${value} .selected=${live(value === frequency)}>${name}</option>`)}
        </select>
      </div>
    </details>
  </section>`;
}

/** The tax of a paycheck in one sentence, and how the answers since the last page change it. */
export function effect(look: Look, entry: FormEntry): TemplateResult | typeof nothing {
  const { state, words, language } = look;
  const today = new Date().toLocaleDateString("en-CA");
  const found = estimates && payEffect(state, entry, estimates.estimatePaycheck, today);
  if (found === undefined) return nothing;
  const { now, before, pay, currency, leftOut } = found;
  const locale = locales[language];
  const options = {
    style: "currency",
    currencyDisplay: "narrowSymbol",
    currency,
    maximumFractionDigits: 0,
  } as const;
  const money = (dollars: number): string => new Intl.NumberFormat(locale, options).format(dollars);
  const flow = state.flows.find(({ flow: { locality } }) => locality === entry.summary.formLocality)?.flow;
  const difference = Math.round(now) - Math.round(before);
  const missing = Object.entries(words.pay.leftOut).flatMap(([code, what]) =>
    leftOut.includes(code) ? [what] : [],
  );
  return html`<p class="tax">
      ${say(words.pay.tax, { place: flow === undefined ? "" : localityName(flow, language) })}
      <strong>${say(words.pay.about, { amount: money(now), pay: money(Number(pay)) })}</strong>
      ${
        difference === 0
          ? nothing
          : html`<span
              >${say(difference > 0 ? words.pay.more : words.pay.less, { amount: money(Math.abs(difference)) })}</span
            >`
      }
    </p>
    <p class="hint">${say(words.pay.estimate, { list: new Intl.ListFormat(locale).format(missing) })}</p>`;
}
