import type { CompiledJurisdiction } from "@withholding-forms/catalog/model/jurisdiction";
import { applicableFlows } from "@withholding-forms/catalog/runtime/applicable";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { ShortStaySource } from "../schema/jurisdiction.js";

/** Every place that withholds from nonresidents says what it does for short stays, and asks those to whom the rule applies. */
export function checkShortStays({ content, jurisdictions }: CompiledContent, report: Report): void {
  for (const [index, place] of jurisdictions.entries()) {
    const { source } = content.jurisdictions[index] ?? {};
    if (source === undefined || !place.flows.some(({ status }) => status === "NONRESIDENT")) continue;
    const rule = source.data.shortStay;
    const message =
      rule === undefined
        ? `nothing says whether ${place.code} has a rule for short stays or low pay of nonresidents: add \`shortStay\``
        : unaskedMessage(jurisdictions, place, rule);
    if (message !== undefined) report({ ...source.at(["shortStay"]), rule: "short-stay", message });
  }
}

function unaskedMessage(
  places: readonly CompiledJurisdiction[],
  place: CompiledJurisdiction,
  { answer, homes }: ShortStaySource,
): string | undefined {
  const [[question, value] = []] = Object.entries(answer ?? {});
  if (question === undefined) return undefined;
  const untaxed = places.filter(({ wageTax }) => !wageTax).map(({ code }) => code);
  const named = homes?.flatMap((code) => (code === "NO_WAGE_TAX" ? untaxed : [code]));
  const states = places.filter(({ country, code }) => country === place.country && code !== "FEDERAL");
  const unasked = states.filter(
    ({ code }) =>
      code !== place.code && (named?.includes(code) ?? true) && !asks(places, place, code, question, value),
  );
  if (unasked.length === 0) return undefined;
  const codes = unasked.map(({ code }) => code).join(", ");
  return `the flow for nonresidents from ${codes} has no answer ${value} of ${question}: ask it there, or correct \`homes\``;
}

function asks(
  places: readonly CompiledJurisdiction[],
  place: CompiledJurisdiction,
  home: string,
  question: string,
  value: string | undefined,
): boolean {
  const at = (region: string) => ({ addressId: region, country: place.country, region, localities: [] });
  const { flows } = applicableFlows(places, {
    home: at(home),
    works: [at(place.code)],
    language: "en",
    payment: "WAGES",
  });
  const found = flows.find(({ locality }) => locality === place)?.flow;
  return (found?.sets ?? []).some(
    (set) => set.question === question && set.options.some((option) => option.value === value),
  );
}
