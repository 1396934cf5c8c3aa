import type { CompiledParameter } from "@withholding-forms/catalog/model/form";
import type { Claim, Validity } from "@withholding-forms/catalog/model/validity";
import { defined, ExpressionError, idsOf, parseExpression } from "@withholding-forms/interview";
import {
  type FormFigures,
  figureLiteral,
  figureOf,
  resolveFormula,
  unknownFigure,
} from "../resolve/figures.js";
import type { ClaimSource } from "../schema/form.js";
import type { Context } from "./context.js";
import { questionsById } from "./page.js";

export interface CompiledValidity {
  readonly validity: Validity;
  /** `XX.exemptExpires` on every path that makes a claim with a known end, `XX.exemptEffective` with a claim for next year. */
  readonly parameters: readonly CompiledParameter[];
}

export function compileValidity(context: Context): CompiledValidity {
  const { form, figures } = context.form;
  const { valid } = form.data;
  if (valid === undefined) return { validity: { until: "NOT_STATED", claims: [] }, parameters: [] };
  const taxYear = valid.taxYear === "formYear" ? figures.year : valid.taxYear;
  if (valid.taxYear !== undefined && taxYear === undefined)
    context.report(form, ["valid", "taxYear"], "validity", "the form has no year: add `year:` to form.yaml");
  const days: DayOfClaim[] = [];
  const starts: DayOfClaim[] = [];
  const claims = (valid.exemption ?? []).flatMap((claim, index): Claim[] => {
    const complain = (message: string): void =>
      context.report(form, ["valid", "exemption", index], "validity", message);
    const end = endOf(context, claim, taxYear, complain);
    if (end === undefined) return [];
    const when = resolveFormula(claim.when, figures, complain);
    const { acceptedUntil: until, year } = claim;
    const acceptedUntil =
      until === undefined ? undefined : endOf(context, { ...claim, until }, taxYear, complain);
    if (acceptedUntil !== undefined && isDay(acceptedUntil) && isDay(end) && acceptedUntil > end)
      complain(
        `${context.form.version} accepts claims until ${acceptedUntil}, which is after their end, ${end}: correct ${claim.until} or \`acceptedUntil\``,
      );
    days.push({ when, day: end });
    starts.push(...startOf({ when, year }));
    const question = claim.question ?? questionOf(context, year ?? when);
    return [{ when, end, question, ...defined({ acceptedUntil, year }) }];
  });
  return {
    validity: { ...(taxYear === undefined ? {} : { taxYear }), until: valid.until, claims },
    parameters: [
      ...parametersOf(context, "exemptExpires", days),
      ...parametersOf(context, "exemptEffective", starts),
    ],
  };
}

/** A fixed day of the form, not one that depends on an answer or on the day of signing. */
function isDay(expression: string): boolean {
  return /^"[0-9-]{10}"$/.test(expression);
}

export const yearDays: Readonly<Record<string, { readonly day: string; readonly after: 0 | 1 }>> = {
  END_OF_YEAR: { day: "12-31", after: 0 },
  JAN_31: { day: "01-31", after: 1 },
  FEB_15: { day: "02-15", after: 1 },
  APR_30: { day: "04-30", after: 1 },
};

/** An expression for the last day; undefined if there is none. */
function endOf(
  context: Context,
  { until, year }: ClaimSource,
  taxYear: number | undefined,
  complain: (message: string) => void,
): string | undefined {
  const known = yearDays[until];
  if (known !== undefined) {
    if (year === undefined && taxYear !== undefined) return `"${taxYear + known.after}-${known.day}"`;
    const of = year ?? "year(today)";
    return `join("", ${known.after === 0 ? of : `${of} + ${known.after}`}, "-${known.day}")`;
  }
  const name = until === "FEDERAL_CLAIM" ? "figure.exemptClaimEnds" : until;
  if (name.startsWith("figure.")) return dayOf(context.form.figures, name.slice("figure.".length), complain);
  return /^[0-9]{4}-/.test(until) ? `"${until}"` : undefined;
}

function dayOf(figures: FormFigures, id: string, complain: (message: string) => void): string | undefined {
  const figure = figureOf(figures, id);
  if (figure?.kind === "date") return figureLiteral(figure);
  complain(figure === undefined ? unknownFigure(figures, id) : `figure.${id} is no date: name one that is`);
  return undefined;
}

/** The first question that the expression looks at. */
function questionOf(context: Context, expression: string): string {
  const questions = questionsById(context);
  try {
    return idsOf(parseExpression(expression)).find((id) => questions.has(id)) ?? "";
  } catch (error) {
    // The formula is reported where parameters are checked.
    if (error instanceof ExpressionError) return "";
    throw error;
  }
}

/** The condition under which the employee makes a claim, and the claim's last or first day. */
interface DayOfClaim {
  readonly when: string;
  readonly day: string;
}

/** A claim for next year leaves the pay of this year as it is. */
function startOf({ when, year }: { when: string; year: string | undefined }): DayOfClaim[] {
  if (year === undefined) return [];
  return [{ when: `(${when}) and ${year} > year(today)`, day: `join("", ${year}, "-01-01")` }];
}

/** What the parameters of the form start with. */
export function parameterPrefix({ form }: Context): string {
  return Object.keys(form.parameters.data)[0]?.split(".")[0] ?? "";
}

function parametersOf(context: Context, name: string, claims: readonly DayOfClaim[]): CompiledParameter[] {
  if (claims.length === 0) return [];
  const id = `${parameterPrefix(context)}.${name}`;
  // A form that asks for the first day says so in parameters.yaml.
  if (Object.hasOwn(context.form.parameters.data, id)) return [];
  const last = claims.at(-1)?.day ?? '""';
  return [
    {
      id,
      type: "date",
      value: claims.slice(0, -1).reduceRight((rest, { when, day }) => `(${when}) ? ${day} : ${rest}`, last),
      when: claims.map(({ when }) => `(${when})`).join(" or "),
    },
  ];
}
