import type { PaymentType } from "@withholding-forms/contract";
import type { Place } from "../model/catalog.js";
import { type CompiledFlow, isFor } from "../model/jurisdiction.js";

/** The employee's jurisdictions, and the one whose flow it is. */
export interface FilterContext {
  readonly home: Place;
  readonly works: readonly Place[];
  readonly payment: PaymentType;
  readonly state: string;
  /** The state itself, or a locality in it. */
  readonly locality: string;
}

/** Whether a flow is for this employee. */
export function fits(flow: CompiledFlow, context: FilterContext): boolean {
  const { filter } = flow;
  const home = context.home.region ?? "";
  const works = context.works.map(({ region }) => region);
  const inside = (list: readonly string[], region: string | undefined): boolean =>
    region !== undefined && list.includes(region);
  return (
    isFor(flow, context.payment) &&
    (filter.home === undefined || inside(filter.home, home)) &&
    (filter.homeNot === undefined || !inside(filter.homeNot, home)) &&
    (filter.work === undefined || works.every((work) => inside(filter.work ?? [], work))) &&
    (filter.workNot === undefined || !works.some((work) => inside(filter.workNot ?? [], work))) &&
    (filter.worksAtHome === undefined || works.includes(home) === filter.worksAtHome) &&
    (filter.worksOnlyIn === undefined || worksOnlyIn(filter.worksOnlyIn, context)) &&
    (filter.worksHere === undefined || worksHere(context) === filter.worksHere) &&
    (filter.homeInside === undefined || isInside(context.home, context) === filter.homeInside) &&
    (filter.workInside === undefined ||
      context.works.some((work) => isInside(work, context)) === filter.workInside)
  );
}

function worksOnlyIn(localities: readonly string[], { works, state }: FilterContext): boolean {
  const here = works.filter(({ region }) => region === state);
  return (
    here.length > 0 &&
    here.every((work) => work.localities?.some((code) => localities.includes(code)) === true)
  );
}

function worksHere({ works, locality }: FilterContext): boolean {
  return works.some((work) => work.localities?.includes(locality) === true);
}

function isInside({ inside = [] }: Place, { locality }: FilterContext): boolean {
  return inside.includes(locality);
}
