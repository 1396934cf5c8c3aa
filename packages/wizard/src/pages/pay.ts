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

/** Loaded when there is pay to estimate with. Without it, there is no estimate, and nothing else is missing. */
export function estimatesFor({ refresh }: Look): typeof estimates {
  if (estimates === undefined)
    import("../session/estimates.js").then(
      (loaded) => {
        estimates = loaded;
        refresh();
      },
      () => {},
    );
  return estimates;
}

/** What the answers to the form do to a paycheck: an estimate, made in the browser, of pay that never leaves it. */
export function payPanel(look: Look, entry: FormEntry): TemplateResult | typeof nothing {
  const { state, send, words } = look;
  if (!changesPay(entry)) return nothing;
  const { amount } = state.pay;
  if (amount !== "") estimatesFor(look);
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
      ${frequencyField(look, "pay-frequency")}
    </details>
  </section>`;
}

export function frequencyField({ state, send, words }: Look, id: string): TemplateResult {
  const { frequency } = state.pay;
  return html`<div class="field">
    <label for=${id}>${words.pay.frequency}</label>
    <select
      id=${id}
      @change=${(event: Event) => send({ type: "editPay", pay: { frequency: (event.target as HTMLSelectElement).value as typeof frequency } })}
    >
      ${Object.entries(words.pay.frequencies).map(([value, name]) => html`<option value=${value} .selected=${live(value === frequency)}>${name}</option>`)}
    </select>
  </div>`;
}

/** Whole dollars: an estimate has no cents. */
export function money({ language }: Look, currency: string, dollars: number): string {
  return new Intl.NumberFormat(locales[language], {
    style: "currency",
    currencyDisplay: "narrowSymbol",
    currency,
    maximumFractionDigits: 0,
  }).format(dollars);
}

/** That it is an estimate, and what it leaves out. */
export function leftOutNote({ words, language }: Look, leftOut: readonly string[]): TemplateResult {
  const missing = Object.entries(words.pay.leftOut).flatMap(([code, what]) =>
    leftOut.includes(code) ? [what] : [],
  );
  const list = new Intl.ListFormat(locales[language]).format(missing);
  return html`<p class="hint">${say(words.pay.estimate, { list })}</p>`;
}

/** The tax of a paycheck in one sentence, and how the answers since the last page change it. */
export function effect(look: Look, entry: FormEntry): TemplateResult | typeof nothing {
  const { state, words, language } = look;
  const today = new Date().toLocaleDateString("en-CA");
  const found = estimates && payEffect(state, entry, estimates.estimatePaycheck, today);
  if (found === undefined) return nothing;
  const { now, before, pay, currency, leftOut } = found;
  const dollars = (amount: number): string => money(look, currency, amount);
  const flow = state.flows.find(({ flow: { locality } }) => locality === entry.summary.formLocality)?.flow;
  const difference = Math.round(now) - Math.round(before);
  return html`<p class="tax">
      ${say(words.pay.tax, { place: flow === undefined ? "" : localityName(flow, language) })}
      <strong>${say(words.pay.about, { amount: dollars(now), pay: dollars(Number(pay)) })}</strong>
      ${
        difference === 0
          ? nothing
          : html`<span
              >${say(difference > 0 ? words.pay.more : words.pay.less, { amount: dollars(Math.abs(difference)) })}</span
            >`
      }
    </p>
    ${leftOutNote(look, leftOut)}`;
}
