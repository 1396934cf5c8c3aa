import type { CoveredForm, CoveredJurisdiction, MissingForm } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import type { Catalog, FormVersion } from "../model/catalog.js";
import {
  type CompiledFlow,
  type CompiledJurisdiction,
  isFor,
  isOffered,
  type MissingForSome,
} from "../model/jurisdiction.js";

type Forms = Pick<Catalog, "formIds" | "versions" | "find">;

/** Each jurisdiction, followed by the localities in it, with the forms that can be requested on a day. */
export function coverageOn(
  places: readonly CompiledJurisdiction[],
  index: Forms,
  day: string,
): CoveredJurisdiction[] {
  const byLocality = new Map<string, CoveredForm[]>();
  const ids = index.formIds(day);
  for (const id of ids) {
    const [newest] = index.versions(id, day);
    if (newest === undefined) continue;
    const listed = byLocality.get(newest.locality) ?? [];
    byLocality.set(newest.locality, [...listed, coveredForm(id, index, day)]);
  }
  const isServed = new Set(ids);
  const formsOf = (code: string): readonly CoveredForm[] => byLocality.get(code) ?? [];
  return places.flatMap(
    ({ code, name, country, wageTax, agency, flows, missing = {}, missingForSome, localities = [] }) => [
      defined({
        locality: code,
        localityFullName: name,
        country,
        wageTax,
        covered: !wageTax || isCovered(flows, isServed),
        agency,
        forms: formsOf(code),
        missing: [
          ...(["WAGES", "PENSION"] as const).flatMap((payment) => missingForm(payment, missing[payment])),
          ...formsForSome(missingForSome),
        ],
      }),
      ...localities
        .filter(({ suggestedBy }) => !("either" in suggestedBy))
        .map((one) =>
          defined({
            locality: one.code,
            localityFullName: one.name,
            country,
            state: code,
            wageTax: true,
            // Without a flow, nobody needs a certificate, or only some employees do.
            covered: one.flows.length === 0 ? one.missing === undefined : isCovered(one.flows, isServed),
            agency: one.agency,
            forms: formsOf(one.code),
            missing: [...missingForm("WAGES", one.missing), ...formsForSome(one.missingForSome)],
          }),
        ),
    ],
  );
}

/** A flow that asks for a form which the operator hides does not count. */
function isCovered(flows: readonly CompiledFlow[], served: ReadonlySet<string>): boolean {
  return flows.some((flow) => isFor(flow, "WAGES") && isOffered(flow, "en", (id) => served.has(id)));
}

function missingForm(paymentType: MissingForm["paymentType"], formName: string | undefined): MissingForm[] {
  return formName === undefined ? [] : [{ paymentType, formName }];
}

function formsForSome(forms: readonly MissingForSome[] = []): MissingForm[] {
  return forms.map(({ form, who }) => ({ paymentType: "WAGES", formName: form, who: who.en }));
}

function coveredForm(id: string, index: Forms, day: string): CoveredForm {
  const versions = index.versions(id, day);
  const { name, title, formType, language } = currentOf(id, index, day);
  return {
    id,
    name,
    title,
    formType,
    language,
    versions: versions.map((form) =>
      defined({
        formVersion: form.version,
        status: statusOf(form, index, day),
        effectiveDate: form.effectiveDate,
        lastDate: form.retiredDate,
        verification: form.verificationLevels,
      }),
    ),
  };
}

function currentOf(id: string, index: Forms, day: string): FormVersion {
  const found = index.find(id, undefined, day);
  if (typeof found === "string") throw new Error(`${id} is listed, but not served`);
  return found.form;
}

function statusOf(form: FormVersion, index: Forms, day: string): CoveredForm["versions"][number]["status"] {
  const found = index.find(form.id, form.version, day);
  return typeof found === "string" ? "DEPRECATED" : found.status;
}
