import type { TaxParameter } from "@withholding-forms/contract";
import { type Formula, formulaOf, parseExpression, type Table } from "@withholding-forms/interview";
import type { FillMode, PrintedValues } from "@withholding-forms/pdf";
import type { CompiledForm, CompiledNotice } from "../../model/form.js";
import { tableOf } from "../../model/table.js";

/** A form with its formulas compiled; created once, when the form is first used. */
export interface ReadyForm {
  readonly form: CompiledForm;
  /** Only people who live in the country of the form can need it. */
  readonly residentsOnly: boolean;
  readonly parameters: readonly {
    readonly id: string;
    readonly type: TaxParameter["valueType"];
    readonly value: Formula;
    readonly when: Formula | undefined;
  }[];
  /** What each mode prints. */
  readonly printed: Readonly<Record<FillMode, Printed>>;
  /** Numbers among the answers. */
  readonly masks: readonly Mask[];
  readonly tables: ReadonlyMap<string, Table>;
  readonly helpers: readonly { readonly id: string; readonly value: Formula }[];
  readonly notices: readonly (CompiledNotice & { readonly applies: Formula | undefined })[];
  /** Claims with a known end: rejected once they have ended, and too long before they start. */
  readonly claims: readonly ReadyClaim[];
}

export interface ReadyClaim {
  readonly when: Formula;
  /** The last day on which it can be claimed. */
  readonly last: Formula;
  readonly year: Formula | undefined;
  readonly question: string;
}

export interface Printed {
  /** With nothing filled in yet. */
  readonly blank: PrintedValues;
  readonly fields: readonly PrintedField[];
}

type PrintedField = CompiledForm["printed"][number] & {
  readonly formula: Formula;
  readonly condition: Formula | undefined;
};

/** Shape of a person's number on paper, and in a preview. */
export interface Mask {
  readonly id: string;
  readonly format?: string;
  readonly masked?: string;
  /** Printed as they are. */
  readonly words?: Readonly<Record<string, string>>;
}

export function readyForm(form: CompiledForm, residentsOnly = false): ReadyForm {
  return {
    form,
    residentsOnly,
    parameters: form.parameters.map(({ id, type, value, when }) => ({
      id,
      type,
      value: formula(value),
      when: when === undefined ? undefined : formula(when),
    })),
    printed: printedByMode(form),
    masks: Object.entries(form.masks).map(([id, mask]) => ({ id, ...mask })),
    tables: new Map(Object.entries(form.tables).map(([name, raw]) => [name, tableOf(raw)])),
    claims: form.validity.claims.map(({ when, end, acceptedUntil, year, question }) => ({
      when: formula(when),
      last: formula(acceptedUntil ?? end),
      year: year === undefined ? undefined : formula(year),
      question,
    })),
    notices: form.notices.map((notice) => ({
      ...notice,
      applies: notice.when === undefined ? undefined : formula(notice.when),
    })),
    helpers: Object.entries(form.helpers).map(([id, value]) => ({ id, value: formula(value) })),
  };
}

function formula(source: string): Formula {
  return formulaOf(parseExpression(source));
}

function printedByMode(form: CompiledForm): Record<FillMode, Printed> {
  const fields = form.printed.map((field) => ({
    ...field,
    formula: formula(field.value === "" ? '""' : field.value),
    condition: field.when === undefined ? undefined : formula(field.when),
  }));
  const printedIn = (mode: FillMode): Printed => {
    const printed = fields.filter((field) => isPrinted(field, mode));
    const blank = printed.map(({ name, kind, role }) => [
      name,
      kind === "check" && role === undefined ? false : "",
    ]);
    return { blank: Object.fromEntries(blank), fields: printed };
  };
  return {
    PREVIEW: printedIn("PREVIEW"),
    SIGN: printedIn("SIGN"),
    SIGN_EXTERNALLY: printedIn("SIGN_EXTERNALLY"),
  };
}

/** The employer must not see a worksheet's private values, such as other jobs' wages or medical costs. */
function isPrinted({ role, private: kept }: CompiledForm["printed"][number], mode: FillMode): boolean {
  if (role === "text") return mode !== "SIGN_EXTERNALLY";
  return role !== undefined ? mode === "SIGN" : kept === undefined || mode === "PREVIEW";
}
