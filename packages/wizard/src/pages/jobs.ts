import { type Method, type ShownQuestion, taxParametersOf } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { optionValue } from "../controls/asking.js";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { payAmount } from "../session/pay.js";
import type { FormEntry } from "../session/state.js";
import { field } from "./parts.js";
import { estimatesFor, frequencyField, leftOutNote, money } from "./pay.js";

/** What the choices of Step 2 of Form W-4 are called, by what they do. */
const choices = { WORKSHEET: "WORKSHEET", OTHER_FORM: "OTHER_FORM_HAS_WORKSHEET", CHECKBOX: "TWO_JOBS_BOX" };

/** Two salaries in, what each choice does to the paycheck out, and a button that fills it in. */
export function jobsPanel(
  look: Look,
  entry: FormEntry,
  questions: readonly ShownQuestion[],
): TemplateResult | typeof nothing {
  const { words } = look;
  const shown = questions.find(({ question: { questionOptions = [] } }) =>
    Object.values(choices).every((value) => questionOptions.some((one) => optionValue(one) === value)),
  );
  if (shown === undefined) return nothing;
  const salary = (name: "this" | "other"): TemplateResult =>
    field(look, {
      id: `jobs-${name}`,
      label: words.jobs[name],
      value: look.typed.get(`jobs-${name}`) ?? "",
      hint: name === "this" ? words.pay.private : undefined,
      optional: true,
      size: "medium",
      maxLength: 20,
      onInput: (value) => {
        look.typed.set(`jobs-${name}`, value);
        look.refresh();
      },
    });
  return html`<section class="pay" part="pay">
    <details class="help">
      <summary>${words.jobs.title}</summary>
      ${salary("this")} ${salary("other")} ${frequencyField(look, "jobs-frequency")}
      <div role="status">${comparison(look, entry, shown)}</div>
    </details>
  </section>`;
}

function comparison(
  look: Look,
  entry: FormEntry,
  { question }: ShownQuestion,
): TemplateResult | typeof nothing {
  const { state, send, words, language } = look;
  const { frequency } = state.pay;
  const salaries = ["this", "other"].flatMap(
    (name) => payAmount({ amount: look.typed.get(`jobs-${name}`) ?? "", frequency }, language) ?? [],
  );
  const estimates = salaries.length === 2 ? estimatesFor(look) : undefined;
  const filingStatus = taxParametersOf(entry.information, entry.view.values).find(({ id }) =>
    id.endsWith(".filingStatus"),
  )?.value;
  if (estimates === undefined || !/^[SMH]$/.test(filingStatus ?? "")) return nothing;
  const { methods, best, higher, leftOut } = estimates.compareTwoJobs({
    payDate: new Date().toLocaleDateString("en-CA"),
    filingStatus: filingStatus as "S" | "M" | "H",
    jobs: salaries.map((salary) => ({ salary, frequency })),
  });
  const [lower = "", upper = ""] = [...salaries].sort((one, other) => Number(one) - Number(other));
  const fill = ({ code }: Method): void => {
    const choice = code === "CHECKBOX" ? "CHECKBOX" : higher === 0 ? "WORKSHEET" : "OTHER_FORM";
    const worksheet = {
      completeSteps3To4bHere: "true",
      numberOfJobs: "TWO",
      highestWage: upper.replace(/\..*/, ""),
      secondWage: lower.replace(/\..*/, ""),
    };
    for (const [id, answer] of Object.entries({
      ...(choice === "WORKSHEET" && worksheet),
      [question.id]: choices[choice],
    }))
      send({ type: "answer", questionId: id, answer });
  };
  const usd = (amount: string): string => money(look, "USD", Math.abs(Number(amount)));
  return html`${methods
    .filter(({ code }) => code !== "NONE")
    .map((method) => {
      const { code, jobs, yearDifference } = method;
      const name = code === "CHECKBOX" ? "2(c)" : "2(b)";
      return html`<p class="method">
          <strong>${name}</strong>: ${say(words.jobs.more, { amount: usd(jobs[0]?.more ?? "0") })}
          ${say(Number(yearDifference) < 0 ? words.jobs.owed : words.jobs.refund, { amount: usd(yearDifference) })}
          ${code === best ? html`<strong>${words.jobs.best}.</strong>` : nothing}
          <button type="button" class="secondary" aria-label="${words.jobs.choose}: ${name}" @click=${() => fill(method)}>
            ${words.jobs.choose}
          </button>
        </p>`;
    })}
    ${leftOutNote(
      look,
      leftOut.map(({ code }) => code),
    )}`;
}
