import type { Place } from "../model/catalog.js";
import type { CompiledJurisdiction, CompiledLocality, ResidencyStatus } from "../model/jurisdiction.js";

export interface SuggestedLocality {
  readonly locality: CompiledLocality;
  readonly status: ResidencyStatus;
  /** The first address that suggests it. */
  readonly addressId: string;
}

/** The localities of a state that an employee's addresses suggest and whose certificates may be needed: those of the home first. */
export function suggestedLocalities(
  { code: state, localities = [] }: CompiledJurisdiction,
  home: Place,
  works: readonly Place[],
): SuggestedLocality[] {
  const codes = [home, ...works].flatMap((address) => address.localities ?? []);
  return [...new Set(codes)].flatMap((code) => {
    const locality = localities.find((one) => one.code === code);
    if (locality === undefined || !needsCertificate(locality)) return [];
    const suggests = (address: Place): boolean => address.localities?.includes(code) === true;
    const work = works.find(suggests);
    // A tax of the whole state on work is owed where the work is; the home only says whose resident the employee is.
    if ("everywhereExcept" in locality.suggestedBy) {
      if (work === undefined) return [];
      const status = home.region === state ? "RESIDENT" : "NONRESIDENT";
      return [{ locality, status, addressId: work.addressId }];
    }
    const resident = { locality, status: "RESIDENT", addressId: home.addressId } as const;
    if (work === undefined) return suggests(home) ? [resident] : [];
    const nonresident = { locality, status: "NONRESIDENT", addressId: work.addressId } as const;
    if (!suggests(home)) return [nonresident];
    // A resident of one city gives its certificate wherever the work is; of several, home and work can be in two.
    return "either" in locality.suggestedBy ? [resident, nonresident] : [resident];
  });
}

/** Others only have a name, for filters and forms. */
function needsCertificate({ flows, missing }: CompiledLocality): boolean {
  return flows.length > 0 || missing !== undefined;
}
