import type { Flow, FormSummary } from "@withholding-forms/contract";
import { defined, type Language } from "@withholding-forms/interview";
import type { Applicable, Place } from "../model/catalog.js";
import {
  type CompiledFlow,
  type CompiledJurisdiction,
  formsOf,
  type ResidencyStatus,
} from "../model/jurisdiction.js";
import { fits } from "./flow-filter.js";
import { suggestedLocalities } from "./suggested-localities.js";

/**
 * Flows: the federal one first, then the home state's, then each other work state's in request order, one per state, each
 * followed by those of the localities in it. In Canada the federal one and that of each province of work. The country of the work address decides: an employee from
 * across the border is a nonresident there. Forms: recommended ones first.
 */
export function applicable(
  places: readonly CompiledJurisdiction[],
  home: Place,
  works: readonly Place[],
  language: Language,
  summary: (formId: string) => FormSummary | undefined,
): Applicable {
  const isServed = (id: string): boolean => summary(id) !== undefined;
  const { flows, problems } = applicableFlows(places, home, works, language, isServed);
  return {
    flows: flows.map((found) => published(found, summary)),
    forms: formsInOrder(flows, language, summary),
    problems,
  };
}

export interface ApplicableFlow {
  /** The state, also for the flow of a locality. */
  readonly place: CompiledJurisdiction;
  /** The place or the locality whose flow it is. */
  readonly locality: { readonly code: string; readonly name: string };
  readonly flow: CompiledFlow;
}

export interface ApplicableFlows {
  readonly flows: readonly ApplicableFlow[];
  readonly problems: Applicable["problems"];
}

/** The compiled flows of one home and its work places, before form versions are put in. */
export function applicableFlows(
  places: readonly CompiledJurisdiction[],
  home: Place,
  works: readonly Place[],
  language: Language,
  isServed: (formId: string) => boolean = () => true,
): ApplicableFlows {
  const flows: ApplicableFlow[] = [];
  const problems: Applicable["problems"][number][] = [];
  const at = (place: Place): CompiledJurisdiction | undefined =>
    places.find((one) => one.country === place.country && one.code === place.region);
  const add = (place: CompiledJurisdiction | undefined, status: ResidencyStatus, address: Place): void => {
    const { addressId } = address;
    if (place === undefined) {
      problems.push({ addressId, code: "JURISDICTION_UNKNOWN", jurisdiction: address.region ?? "" });
      return;
    }
    if (!place.wageTax) return;
    const found = [{ locality: place, status, addressId }, ...suggestedLocalities(place, home, works)];
    for (const { locality, ...one } of found) {
      const flow = locality.flows.find(
        (each) =>
          each.status === one.status &&
          fits(each, { home, works, state: place.code, locality: locality.code }),
      );
      // Without the forms of an ordinary employee, which an operator may hide, a place is as good as not covered.
      if (flow?.recommended[language].every(isServed)) flows.push({ place, locality, flow });
      else problems.push(notCovered(one.addressId, locality));
    }
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
  return { flows, problems };
}

function notCovered(
  addressId: string,
  { code, missing }: { readonly code: string; readonly missing?: string },
): Applicable["problems"][number] {
  return defined({
    addressId,
    code: "JURISDICTION_NOT_COVERED" as const,
    jurisdiction: code,
    formName: missing,
  });
}

function published(
  { locality, flow }: ApplicableFlow,
  summary: (formId: string) => FormSummary | undefined,
): Flow {
  const hasFlowQuestions = flow.sets.length > 0;
  return {
    id: flow.id,
    locality: locality.code,
    ...(flow.status === "FEDERAL" ? {} : { residencyStatus: flow.status }),
    hasFlowQuestions,
    ...(hasFlowQuestions
      ? { initialQuestionSetId: "QS1" }
      : { formsToComplete: (flow.forms ?? []).flatMap((id) => summary(id) ?? []) }),
    localityFullName: locality.name,
  };
}

/**
 * Each form once: recommended ones first, then by flow (federal before state). Within a flow the ordinary certificate
 * comes before special ones, and forms of one kind follow their ids, which number them so (101, 101SP, 102).
 */
function formsInOrder(
  flows: ApplicableFlows["flows"],
  language: Language,
  summary: (formId: string) => FormSummary | undefined,
): Applicable["forms"] {
  const recommended = new Set(flows.flatMap(({ flow }) => flow.recommended[language]));
  const forms = new Map<string, { readonly form: FormSummary; readonly rank: readonly number[] }>();
  for (const [index, { flow }] of flows.entries()) {
    for (const id of formsOf(flow)) {
      const form = forms.has(id) ? undefined : summary(id);
      if (form === undefined) continue;
      forms.set(id, { form, rank: [Number(!recommended.has(id)), index, Number(isSpecial(form))] });
    }
  }
  return [...forms.values()]
    .sort((a, b) => byRank(a.rank, b.rank) || (a.form.id < b.form.id ? -1 : 1))
    .map(({ form: { initialQuestionSet, ...rest } }) => ({
      ...rest,
      recommended: recommended.has(rest.id),
      initialQuestionSet,
    }));
}

function byRank(a: readonly number[], b: readonly number[]): number {
  return a.reduce((order, rank, index) => order || rank - (b[index] ?? 0), 0);
}

/** Nonresident, exemption and pension certificates; the ordinary one is of the type that residents use. */
function isSpecial({ formType }: FormSummary): boolean {
  return formType !== "RESIDENT" && formType !== "CANADA_RESIDENT";
}

function distinct(works: readonly Place[]): Place[] {
  // Each address whose region does not exist is a problem of its own.
  return works.filter(
    ({ region }, index) =>
      region === undefined || works.findIndex((other) => other.region === region) === index,
  );
}
