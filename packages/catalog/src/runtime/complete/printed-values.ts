import { type Scope, truth, type Value } from "@withholding-forms/interview";
import type { PrintedValues } from "@withholding-forms/pdf";
import type { Identity, IdentityField } from "../../model/identity.js";
import { figures } from "./identity.js";
import type { Mask, Printed, ReadyForm } from "./ready-form.js";
import type { SigningTime } from "./signing-time.js";

/** Numbers of people print in one shape, and in a preview with only their last digits: the rest never reaches the page. */
export function shapeNumbers(
  { form, masks }: ReadyForm,
  identity: Identity,
  values: Map<string, Value>,
  answers: ReadonlyMap<string, Value>,
  preview: boolean,
): void {
  const shape = ({ id, format, masked, words }: Mask): void => {
    const value = values.get(id) ?? answers.get(id);
    const wanted = preview ? (masked ?? format) : format;
    if (typeof value !== "string" || wanted === undefined) return;
    if (words === undefined || !Object.values(words).includes(value)) values.set(id, figures(value, wanted));
  };
  masks.forEach(shape);
  employeeNumbers(identity.parties[form.country].employee).forEach(shape);
}

function employeeNumbers(fields: Readonly<Record<string, IdentityField>>): readonly Mask[] {
  return Object.entries(fields)
    .filter(([, { format, masked }]) => format !== undefined || masked !== undefined)
    .map(([name, field]) => ({ ...field, id: `employee.${name}` }));
}

/** What the values of the page are made from. */
export interface PageValues {
  readonly values: ReadonlyMap<string, Value>;
  readonly scope: Scope;
  readonly signed: SigningTime;
}

export function printedValues(
  { blank, fields }: Printed,
  { values, scope, signed }: PageValues,
): PrintedValues {
  const printed: Record<string, string | boolean> = { ...blank };
  for (const { name, role, kind, formula, condition, signer, format } of fields) {
    if (role === "signature" || role === "date") {
      const here = condition === undefined || truth(condition(scope));
      if (here && signer === undefined)
        printed[name] = role === "signature" ? stamp(values, signed) : dateText(signed.day, format ?? "");
      continue;
    }
    const value = formula(scope);
    if (kind === "check") printed[name] = truth(value);
    else if (value !== undefined) printed[name] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return printed;
}

function stamp(values: ReadonlyMap<string, Value>, signed: SigningTime): string {
  return `${String(values.get("employee.fullName") ?? "")}  ${signed.day} ${signed.time} ${signed.zone}`;
}

function dateText(day: string, format: string): string {
  return format
    .replace("YYYY", day.slice(0, 4))
    .replace("MM", day.slice(5, 7))
    .replace("DD", day.slice(8, 10));
}
