import type { FormSummary } from "@withholding-forms/interview";
import type { Applicable, Flow, Place } from "../model/catalog.js";
import {
  type CompiledFlow,
  type CompiledJurisdiction,
  formsOf,
  type ResidencyStatus,
} from "../model/jurisdiction.js";

/**
 * The federal form first, then the home state, then each other work state in request order, one flow a state. In
 * Canada the federal form and the province of work. The work place's country decides: someone from across the border
 * is a nonresident there.
 */
export function applicable(
  places: readonly CompiledJurisdiction[],
  home: Place,
  works: readonly Place[],
  summary: (formId: string) => FormSummary | undefined,
): Applicable {
  const result: Collector = { flows: [], forms: new Map(), problems: [] };
  const at = (place: Place): CompiledJurisdiction | undefined =>
    places.find((one) => one.country === place.country && one.code === place.region);
  const context: FilterContext = { home: home.region, works: works.map((work) => work.region) };
  const add = (place: CompiledJurisdiction | undefined, status: ResidencyStatus, address: Place): void => {
    if (place === undefined) {
      result.problems.push({
        addressId: address.addressId,
        code: "JURISDICTION_UNKNOWN",
        jurisdiction: address.region ?? "",
      });
      return;
    }
    if (!place.wageTax) return;
    const flow = place.flows.find((one) => one.status === status && fits(one, context));
    if (flow !== undefined) addFlow(result, place, flow, summary);
    else
      result.problems.push({
        addressId: address.addressId,
        code: "JURISDICTION_NOT_COVERED",
        jurisdiction: place.code,
      });
  };
  const national = (code: string, status: ResidencyStatus, address: Place): void =>
    add(
      places.find((one) => one.code === code),
      status,
      address,
    );

  const american = works.filter((work) => work.country === "US");
  const canadian = works.filter((work) => work.country === "CA");
  const [firstAmerican] = american;
  const [firstCanadian] = canadian;
  if (firstAmerican !== undefined) {
    national("FEDERAL", "FEDERAL", firstAmerican);
    if (home.country === "US") add(at(home), "RESIDENT", home);
    for (const work of distinct(american)) {
      const atHome = home.country === "US" && home.region !== undefined && work.region === home.region;
      if (!atHome) add(at(work), "NONRESIDENT", work);
    }
  }
  if (firstCanadian !== undefined) {
    national("CANADA_FEDERAL", "CANADA_RESIDENT", firstCanadian);
    for (const work of distinct(canadian)) add(at(work), "CANADA_RESIDENT", work);
  }
  return { flows: result.flows, forms: [...result.forms.values()], problems: result.problems };
}

interface Collector {
  readonly flows: Flow[];
  readonly forms: Map<string, FormSummary & { recommended: boolean }>;
  readonly problems: Applicable["problems"][number][];
}

function addFlow(
  result: Collector,
  place: CompiledJurisdiction,
  flow: CompiledFlow,
  summary: (formId: string) => FormSummary | undefined,
): void {
  const formsToComplete = (flow.forms ?? []).flatMap((id) => summary(id) ?? []);
  const hasFlowQuestions = flow.sets.length > 0;
  result.flows.push({
    id: flow.id,
    locality: place.code,
    ...(flow.status === "FEDERAL" ? {} : { residencyStatus: flow.status }),
    hasFlowQuestions,
    ...(hasFlowQuestions ? { initialQuestionSetId: "QS1" } : { formsToComplete }),
    localityFullName: place.name,
  });
  for (const id of formsOf(flow)) {
    const form = summary(id);
    if (form === undefined) continue;
    const recommended = flow.recommended.includes(id) || result.forms.get(id)?.recommended === true;
    const { initialQuestionSet, ...rest } = form;
    result.forms.set(id, { ...rest, recommended, initialQuestionSet });
  }
}

interface FilterContext {
  readonly home: string | undefined;
  readonly works: readonly (string | undefined)[];
}

function fits({ filter }: CompiledFlow, { home = "", works }: FilterContext): boolean {
  const inside = (list: readonly string[], region: string | undefined): boolean =>
    region !== undefined && list.includes(region);
  return (
    (filter.home === undefined || inside(filter.home, home)) &&
    (filter.homeNot === undefined || !inside(filter.homeNot, home)) &&
    (filter.work === undefined || works.every((work) => inside(filter.work ?? [], work))) &&
    (filter.workNot === undefined || !works.some((work) => inside(filter.workNot ?? [], work))) &&
    (filter.worksAtHome === undefined || works.includes(home) === filter.worksAtHome)
  );
}

function distinct(works: readonly Place[]): Place[] {
  // Each address whose region does not exist is a problem of its own.
  return works.filter(
    ({ region }, index) =>
      region === undefined || works.findIndex((other) => other.region === region) === index,
  );
}
