import type { Flow, FormSummary, PaymentType } from "@withholding-forms/contract";
import { defined, type Language } from "@withholding-forms/interview";
import type { Applicable, Place } from "../model/catalog.js";
import {
  type CompiledFlow,
  type CompiledJurisdiction,
  formsOf,
  isOffered,
  type ResidencyStatus,
} from "../model/jurisdiction.js";
import { fits } from "./flow-filter.js";
import { suggestedLocalities } from "./suggested-localities.js";

/** Where the employee lives and works, the language, and the pay. */
export interface Circumstances {
  readonly home: Place;
  readonly works: readonly Place[];
  readonly language: Language;
  readonly payment: PaymentType;
}

/**
 * Flows: the federal one first, then the home state's, then each other work state's in request order, one per state, each
 * followed by those of the localities in it. In Canada the federal one and that of each province of work. The country of
 * the work address decides: an employee from across the border is a nonresident there. A pension is paid for no place of
 * work, so only the home counts. Forms: recommended ones first.
 */
export function applicable(
  places: readonly CompiledJurisdiction[],
  circumstances: Circumstances,
  summary: (formId: string) => FormSummary | undefined,
  nameOf?: (formId: string) => string | undefined,
): Applicable {
  const isServed = (id: string): boolean => summary(id) !== undefined;
  const { flows, problems } = applicableFlows(places, circumstances, isServed, nameOf);
  return {
    flows: flows.map((found) => published(found, summary)),
    forms: formsInOrder(flows, circumstances.language, summary),
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
  circumstances: Circumstances,
  isServed: (formId: string) => boolean = () => true,
  /** Names of forms, also of those that are not served. */
  nameOf: (formId: string) => string | undefined = () => undefined,
): ApplicableFlows {
  const { home, works, language, payment } = circumstances;
  const flows: ApplicableFlow[] = [];
  const problems: Applicable["problems"][number][] = [];
  for (const { place, status, address } of consulted(places, circumstances)) {
    const { addressId } = address;
    if (place === undefined) {
      problems.push({ addressId, code: "JURISDICTION_UNKNOWN", jurisdiction: address.region ?? "" });
      continue;
    }
    if (!place.wageTax) continue;
    // Localities tax wages only.
    const localities = payment === "WAGES" ? suggestedLocalities(place, home, works) : [];
    const found = [
      { locality: place, status, addressId, formName: place.missing?.[payment] },
      ...localities.map((one) => ({ ...one, formName: one.locality.missing })),
    ];
    for (const { locality, formName, ...one } of found) {
      const context = { home, works, payment, state: place.code, locality: locality.code };
      const flow = locality.flows.find((each) => each.status === one.status && fits(each, context));
      // A place without the forms of an ordinary employee, which an operator may hide, is not covered.
      if (flow !== undefined && isOffered(flow, language, isServed)) flows.push({ place, locality, flow });
      else {
        const code = payment === "PENSION" ? "PENSION_NOT_COVERED" : "JURISDICTION_NOT_COVERED";
        const ordinary = flow?.recommended[language] ?? [];
        const wanted = flow === undefined || ordinary.length > 0 ? ordinary : formsOf(flow);
        const hidden = wanted.filter((id) => !isServed(id));
        const names = [...new Set(hidden.flatMap((id) => nameOf(id) ?? []))].join(", ");
        problems.push({
          addressId: one.addressId,
          code,
          jurisdiction: locality.code,
          ...defined({ formName: formName ?? (names === "" ? undefined : names) }),
        });
      }
    }
  }
  return { flows, problems: [...problems, ...missingForSome(places, circumstances)] };
}

/** Each certificate that some employees at an address need and that is not here, for the first address that it concerns. */
function missingForSome(
  places: readonly CompiledJurisdiction[],
  { home, works, language, payment }: Circumstances,
): Applicable["problems"] {
  if (payment !== "WAGES") return [];
  const concerned = (code: string, { region, localities = [] }: Place): boolean =>
    region === code || localities.includes(code);
  return places
    .flatMap((place) => [place, ...(place.localities ?? [])])
    .flatMap(({ code, missingForSome: forms = [] }) =>
      forms.flatMap(({ form, who, at }) => {
        const addresses = {
          WORK: concerned(code, home) ? [] : works,
          WORKPLACE: works.length > 0 ? works : [home],
          ALL: [home, ...works],
        };
        const address = addresses[at ?? "ALL"].find((one) => concerned(code, one));
        if (address === undefined) return [];
        const { addressId } = address;
        return [
          { addressId, code: "FORM_NOT_AVAILABLE", jurisdiction: code, formName: form, who: who[language] },
        ];
      }),
    );
}

interface Consulted {
  readonly place: CompiledJurisdiction | undefined;
  readonly status: ResidencyStatus;
  readonly address: Place;
}

/** Whose flows are looked for, and for which address. */
function consulted(
  places: readonly CompiledJurisdiction[],
  { home, works, payment }: Circumstances,
): readonly Consulted[] {
  const at = (address: Place, status: ResidencyStatus): Consulted => ({
    place: places.find((one) => one.country === address.country && one.code === address.region),
    status,
    address,
  });
  const national = (code: string, status: ResidencyStatus, address: Place): Consulted => ({
    place: places.find((one) => one.code === code),
    status,
    address,
  });
  const counted = payment === "PENSION" ? [home] : works;
  const american = counted.filter((work) => work.country === "US");
  const canadian = counted.filter((work) => work.country === "CA");
  const [firstAmerican] = american;
  const [firstCanadian] = canadian;
  const found: Consulted[] = [];
  if (firstAmerican !== undefined) {
    found.push(national("FEDERAL", "FEDERAL", firstAmerican));
    if (home.country === "US") found.push(at(home, "RESIDENT"));
    for (const work of distinct(american)) {
      const atHome = home.country === "US" && home.region !== undefined && work.region === home.region;
      if (work !== home && !atHome) found.push(at(work, "NONRESIDENT"));
    }
  }
  if (firstCanadian !== undefined) {
    found.push(national("CANADA_FEDERAL", "CANADA_RESIDENT", firstCanadian));
    for (const work of distinct(canadian)) found.push(at(work, "CANADA_RESIDENT"));
  }
  return found;
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
  // Each address whose region does not exist is a separate problem.
  return works.filter(
    ({ region }, index) =>
      region === undefined || works.findIndex((other) => other.region === region) === index,
  );
}
