import {
  type Estimate,
  type estimatePaycheck,
  type Language,
  taxParametersOf,
} from "@withholding-forms/client";
import { addressOf } from "./address.js";
import { canonical } from "./entry.js";
import { placesOf } from "./places.js";
import { formView } from "./settle.js";
import type { FormEntry, Pay, State } from "./state.js";

/** Tax of a paycheck for the place of a form, by the answers so far and without those since the last page. */
export interface PayEffect {
  readonly pay: string;
  readonly currency: "USD" | "CAD";
  readonly now: number;
  readonly before: number;
  readonly leftOut: readonly string[];
}

/** What decides a tax that can be estimated, or is a share of the pay. */
const decisive = /^FED\.filingStatus$|\.totalClaimAmount$|\.withholdingPercent$/;
const taxes = ["INCOME_TAX", "LOCAL_INCOME_TAX", "PERCENT_OF_PAY", "FIXED_AMOUNT", "EXTRA_AMOUNT"];

/** Whether the answers to the form change something in the estimate. */
export function changesPay({ information }: Pick<FormEntry, "information">): boolean {
  return information.taxParameters.some(({ id, calculation }) => calculation && decisive.test(id));
}

/** The amount as it is estimated; undefined if it cannot be read, or there is none. */
export function payAmount({ amount }: Pay, language: Language): string | undefined {
  const read = canonical({ displayType: "DOLLAR", validationRegex: "^[0-9.]+$" }, amount, language);
  return Number(read) > 0 ? read : undefined;
}

export function payEffect(
  state: State,
  entry: FormEntry,
  estimate: typeof estimatePaycheck,
  payDate: string,
): PayEffect | undefined {
  const pay = payAmount(state.pay, state.language);
  const place = entry.information.taxParameters[0]?.id.split(".")[0];
  const work = addressOf(placesOf(state)[1] ?? state.home);
  const [country, region] =
    "state" in work ? (["US", work.state] as const) : (["CA", work.provinceTerritory] as const);
  const estimated = (values: FormEntry["view"]["values"]): Estimate => {
    const own = state.forms.flatMap((form) =>
      taxParametersOf(form.information, form.id === entry.id ? values : form.reached.values),
    );
    const parameters = [...new Map(own.map((one) => [one.id, one])).values()];
    return estimate({
      ...{ country, region, payDate, parameters },
      pay: pay ?? "0",
      frequency: state.pay.frequency,
    });
  };
  const taxIn = ({ lines }: Estimate): number =>
    lines
      .filter(({ code, jurisdiction }) => jurisdiction === place && taxes.includes(code))
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  if (pay === undefined) return undefined;
  try {
    const now = estimated(formView(state, entry, entry.filled).values);
    if (now.leftOut.some(({ code, jurisdiction }) => code === "INCOME_TAX" && jurisdiction === place))
      return undefined;
    return {
      ...{ pay, now: taxIn(now), before: taxIn(estimated(entry.reached.values)) },
      currency: country === "US" ? "USD" : "CAD",
      leftOut: now.leftOut.map(({ code }) => code),
    };
  } catch (error) {
    // No figures for this day or place.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
