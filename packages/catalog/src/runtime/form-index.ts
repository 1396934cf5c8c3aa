import type { FormSummary, VerificationLevel } from "@withholding-forms/contract";
import type { Artifact } from "../model/artifact.js";
import type { Catalog, FormVersion, Found } from "../model/catalog.js";
import { isVerified } from "../model/verification.js";
import { byVersion, plainVersion } from "../model/version.js";
import { formVersion } from "./form-version.js";

/** Answers by the question of a flow. */
export type FlowAnswers = Readonly<Record<string, string>>;

/** All form versions, and which of them a day has. */
export interface FormIndex extends Pick<Catalog, "formIds" | "current" | "versions" | "find" | "stored"> {
  /** With what these answers to the questions of a flow say about the form. */
  summary(formId: string, day: string, flowAnswers?: FlowAnswers): FormSummary | undefined;
  /** All versions of each form, newest first, also those that are no longer served. */
  readonly all: readonly (readonly FormVersion[])[];
}

export function formIndex(artifact: Artifact, minimum: VerificationLevel): FormIndex {
  const byId = new Map<string, FormVersion[]>();
  for (const entry of artifact.forms) {
    if (!isVerified(entry.entry.verification, minimum)) continue;
    byId.set(entry.entry.id, [...(byId.get(entry.entry.id) ?? []), formVersion(artifact, entry)]);
  }
  for (const versions of byId.values()) versions.sort((a, b) => byVersion(a.version, b.version));
  const ids = [...byId.keys()];
  const served = (formId: string, day: string): FormVersion[] =>
    (byId.get(formId) ?? []).filter((form) => !(form.retiredDate !== undefined && form.retiredDate < day));
  const latest = (formId: string, day: string): FormVersion | undefined => latestOf(served(formId, day), day);
  return {
    all: [...byId.values()],
    formIds: (day) => ids.filter((id) => latest(id, day) !== undefined),
    current: (day) => ids.flatMap((id) => latest(id, day) ?? []),
    versions: served,
    find: remembered(ids, (formId, version, day) => search(served(formId, day), version, day)),
    stored: (formId, version) => byId.get(formId)?.find((form) => form.version === plainVersion(version)),
    summary: (formId, day, flowAnswers = {}) => {
      const form = latest(formId, day);
      return form === undefined ? undefined : { ...summaryOf(form), ...givenTo(form, flowAnswers) };
    },
  };
}

/** Of versions newest first: the newest that is effective, else the one that becomes effective first. */
function latestOf(versions: readonly FormVersion[], day: string): FormVersion | undefined {
  return versions.find((form) => form.effectiveDate <= day) ?? versions.at(-1);
}

function search(
  served: readonly FormVersion[],
  version: string | undefined,
  day: string,
): ReturnType<Catalog["find"]> {
  const latest = latestOf(served, day);
  if (latest === undefined) return "UNKNOWN_FORM";
  const wanted = version === undefined ? latest.version : plainVersion(version);
  const form = served.find((one) => one.version === wanted);
  if (form === undefined) return "UNKNOWN_VERSION";
  const status = form.effectiveDate > day ? "SCHEDULED" : form === latest ? "CURRENT" : "DEPRECATED";
  const yearEnded = form.taxYear !== undefined && Number(day.slice(0, 4)) > form.taxYear;
  return { form, status, latest, yearEnded };
}

/** Keeps results for the day. Only canonical version numbers are keys, so callers cannot grow the map without bound. */
function remembered(ids: readonly string[], find: Catalog["find"]): Catalog["find"] {
  let today = { day: "", found: new Map<string, Map<string | undefined, Found>>() };
  return (formId, version, day) => {
    if (today.day !== day) today = { day, found: new Map(ids.map((id) => [id, new Map()])) };
    const known = today.found.get(formId);
    const hit = known?.get(version);
    if (hit !== undefined) return hit;
    const found = find(formId, version, day);
    if (typeof found === "object" && (version === undefined || version === found.form.version))
      known?.set(version, found);
    return found;
  };
}

function summaryOf(form: FormVersion): FormSummary {
  return {
    id: form.id,
    name: form.name,
    title: form.title,
    formVersion: form.version,
    formLocality: form.locality,
    formType: form.formType,
    initialQuestionSet: form.initialQuestionSet,
  };
}

function givenTo({ givenByFlows = {} }: FormVersion, answers: FlowAnswers): Pick<FormSummary, "given"> {
  const found = Object.entries(answers).map(([question, answer]) => givenByFlows[question]?.[answer]);
  const given: Record<string, string> = Object.assign({}, ...found);
  return Object.keys(given).length === 0 ? {} : { given };
}
