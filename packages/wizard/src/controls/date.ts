import type { Language } from "@withholding-forms/client";
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { locales } from "../messages/messages-in.js";
import { type Asking, beforeControl, descriptionOf, questionText } from "./asking.js";
import type { Look } from "./look.js";

interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/**
 * Day, month by its name, and year, in the order of the language. One field would mean guessing whether 03/04 is March
 * or April, and the browser's own date field follows the browser's language instead of the page's.
 */
export function dateFields(asking: Asking): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const parts = dateParts(typeof shown.answer === "string" ? shown.answer : "");
  const parted = { look, id, problem };
  const change = (changed: Partial<DateParts>): void => answer(dateAnswer({ ...parts, ...changed }));
  return html`<fieldset aria-describedby=${descriptionOf(asking)}>
    <legend>${questionText(look, shown.question)}</legend>
    ${beforeControl(asking)} ${dateGroup(parted, parts, change)}
  </fieldset>`;
}

export interface Parted {
  readonly look: Look;
  readonly id: string;
  readonly problem: string | undefined;
}

export function dateGroup(
  parted: Parted,
  parts: DateParts,
  change: (changed: Partial<DateParts>) => void,
): TemplateResult {
  const { id, look } = parted;
  const monthFirst = look.language === "en";
  const day = digitField(parted, monthFirst ? `${id}-day` : id, look.words.day, parts.day, 2, (typed) =>
    change({ day: /^[1-9]$/.test(typed) ? `0${typed}` : typed }),
  );
  const month = monthSelect(parted, monthFirst ? id : `${id}-month`, parts.month, (value) =>
    change({ month: value }),
  );
  const year = digitField(parted, `${id}-year`, look.words.year, parts.year, 4, (typed) =>
    change({ year: typed }),
  );
  return html`<div class="date">${monthFirst ? [month, day, year] : [day, month, year]}</div>`;
}

export function monthYearFields(asking: Asking): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const [month = "", year = ""] = (typeof shown.answer === "string" ? shown.answer : "").split("/");
  const parted = { look, id, problem };
  const change = (to: { readonly month?: string; readonly year?: string }): void => {
    const next = { month, year, ...to };
    answer(next.month === "" && next.year === "" ? null : `${next.month}/${next.year}`);
  };
  return html`<fieldset aria-describedby=${descriptionOf(asking)}>
    <legend>${questionText(look, shown.question)}</legend>
    ${beforeControl(asking)}
    <div class="date">
      ${monthSelect(parted, id, month, (value) => change({ month: value }))}
      ${digitField(parted, `${id}-year`, look.words.year, year, 4, (typed) => change({ year: typed }))}
    </div>
  </fieldset>`;
}

/** Also reads `MM/DD/YYYY`, which an answer brought along may have. */
export function dateParts(answer: string): DateParts {
  const american = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(answer);
  if (american !== null) return { month: american[1] ?? "", day: american[2] ?? "", year: american[3] ?? "" };
  const [year = "", month = "", day = ""] = answer.split("-");
  return { year, month, day };
}

/** Incomplete parts make an answer that no pattern accepts, so that the question's message asks for the rest. */
export function dateAnswer({ year, month, day }: DateParts): string | null {
  return year === "" && month === "" && day === "" ? null : `${year}-${month}-${day}`;
}

function monthSelect(
  { look, problem }: Parted,
  id: string,
  chosen: string,
  change: (month: string) => void,
): TemplateResult {
  return html`<div>
    <label for=${id}>${look.words.month}</label>
    <select
      id=${id}
      aria-invalid=${problem === undefined ? "false" : "true"}
      @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}
    >
      <option value="" ?selected=${chosen === ""}></option>
      ${monthNames(look.language).map((name, index) => {
        const value = String(index + 1).padStart(2, "0");
        return html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`;
      })}
    </select>
  </div>`;
}

function digitField(
  { look, problem }: Parted,
  id: string,
  name: string,
  value: string,
  length: number,
  change: (typed: string) => void,
): TemplateResult {
  return html`<div>
    <label for=${id}>${name}</label>
    <input
      id=${id}
      type="text"
      inputmode="numeric"
      autocomplete="off"
      maxlength=${length}
      .value=${live(look.typed.get(id) ?? value)}
      aria-invalid=${problem === undefined ? "false" : "true"}
      @input=${(event: Event) => {
        const typed = (event.target as HTMLInputElement).value;
        look.typed.set(id, typed);
        // These characters separate the parts of the answer, so within a part they would move digits to another one.
        change(typed.replace(/[\s/-]/g, ""));
      }}
      @blur=${() => {
        look.typed.delete(id);
        look.refresh();
      }}
    />
  </div>`;
}

function monthNames(language: Language): readonly string[] {
  const format = new Intl.DateTimeFormat(locales[language], { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2000, month, 15))));
}
