import type { VerificationLevel } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import { withConfirmed } from "../agency/confirmed.js";
import { withOfficial } from "../agency/overlay.js";
import { OfficialProblem } from "../agency/problem.js";
import { type Artifact, openArtifact } from "../model/artifact.js";
import type { Catalog, Jurisdiction, Place } from "../model/catalog.js";
import { allFlows, type CompiledJurisdiction } from "../model/jurisdiction.js";
import { once } from "../model/once.js";
import { artifactPath } from "../model/paths.js";
import { withRegisters } from "../register/with-registers.js";
import { applicable, applicableFlows } from "./applicable.js";
import { changesOn } from "./changes.js";
import { coverageOn } from "./coverage.js";
import { effectiveParameters, type LifeCycles } from "./effective.js";
import { answersBefore, flowSet } from "./flow-set.js";
import { type FormIndex, formIndex } from "./form-index.js";
import { localitiesAt } from "./localities.js";
import { noticesOn } from "./notices.js";
import { parametersOn } from "./parameters.js";

/** Loads the compiled content, with the agencies' files of a folder and the operator's registers (files by name). Forms are opened when first requested. */
export function loadCatalog(
  path: string = artifactPath,
  official?: string,
  minimum: VerificationLevel = "DERIVED",
  registers: Readonly<Record<string, string>> = {},
  agencyFilesRequired: readonly string[] = [],
): Catalog {
  const content = openArtifact(path);
  const confirmed = official === undefined ? content : withConfirmed(content, official);
  const artifact = requiringAgencyFiles(withRegisters(confirmed, registers), agencyFilesRequired);
  return catalogOf(official === undefined ? artifact : withOfficial(artifact, official), minimum);
}

/**
 * Marks the forms, in all versions, that may not be signed on our own drawing. Throws an OfficialProblem for an unknown
 * one.
 */
function requiringAgencyFiles(artifact: Artifact, ids: readonly string[]): Artifact {
  const unknown = ids.find((id) => !artifact.forms.some(({ entry }) => entry.id === id));
  if (unknown !== undefined)
    throw new OfficialProblem("stored", `REQUIRE_AGENCY_FILES has "${unknown}", but there is no such form.`);
  if (ids.length === 0) return artifact;
  return {
    ...artifact,
    forms: artifact.forms.map((form) =>
      ids.includes(form.entry.id) ? { ...form, entry: { ...form.entry, agencyFileRequired: true } } : form,
    ),
  };
}

/** Forms below the minimum level of verification are left out, as if there were none. */
export function catalogOf(artifact: Artifact, minimum: VerificationLevel = "DERIVED"): Catalog {
  const { jurisdictions } = artifact;
  const { summary, all, ...forms } = formIndex(artifact, minimum);
  const names = new Map(artifact.forms.map(({ entry }) => [entry.id, entry.name]));
  const flows = jurisdictions.flatMap(allFlows);
  const lifeCycles = once(() => lifeCyclesOf(artifact, all, forms.stored));
  const ids = new Set(flows.map(({ id }) => id));
  // Flows may share an id; only one of them has questions.
  const asked = new Map(flows.filter(({ sets }) => sets.length > 0).map((flow) => [flow.id, flow]));
  return {
    digest: artifact.digest,
    ...forms,
    flow: (id) => (ids.has(id) ? { id, hasFlowQuestions: asked.has(id) } : undefined),
    flowQuestionSet: (flow, setId, language, day) => {
      const { sets = [] } = asked.get(flow.id) ?? {};
      const set = sets.find((one) => one.id === setId);
      const before = answersBefore(sets, setId);
      return set && flowSet(set, language, (id, answers) => summary(id, day, { ...before, ...answers }));
    },
    applicable: (home, works, day, language, payment = "WAGES") =>
      applicable(
        jurisdictions,
        { home, works, language, payment },
        (id) => summary(id, day),
        (id) => names.get(id),
      ),
    parameters: (day, language) => parametersOn(artifact.parameters(language), forms, day),
    effective: (history) => effectiveParameters(lifeCycles(), history),
    notices: (day, language) => noticesOn(artifact, forms, day, language),
    coverage: (day) => coverageOn(jurisdictions, forms, day),
    changes: (choice, day) => changesOn(all, artifact.publications, choice, day),
    publications: artifact.publications.length,
    localitiesAt: (address) => localitiesAt(jurisdictions, address),
    jurisdictions: new Map(jurisdictions.flatMap(knownPlaces).map((place) => [place.code, place])),
  };
}

function lifeCyclesOf(artifact: Artifact, all: FormIndex["all"], stored: Catalog["stored"]): LifeCycles {
  const { jurisdictions } = artifact;
  const place = (region: string): Place => {
    const country = jurisdictions.find(({ code }) => code === region)?.country ?? "US";
    return { addressId: "", country, region };
  };
  const newest = new Map(all.map(([form]) => [form?.id, form]));
  return {
    stored,
    current: (formId) => newest.get(formId),
    parameters: new Map(artifact.parameters("en").map((entry) => [entry.id, entry])),
    levelOf: (locality) => {
      if (locality.endsWith("FEDERAL")) return "NATION";
      return jurisdictions.some(({ code }) => code === locality) ? "STATE" : "CITY";
    },
    optional: ({ homeState, workStates }) => {
      const circumstances = { language: "en" as const, payment: "WAGES" as const };
      const [home, works] = [place(homeState), workStates.map(place)];
      const { flows } = applicableFlows(jurisdictions, { ...circumstances, home, works });
      return new Set(flows.flatMap(({ flow }) => flow.optional));
    },
  };
}

/** A place and its localities. */
function knownPlaces(place: CompiledJurisdiction): Jurisdiction[] {
  const { code, name, country, wageTax, agency, flows, localities = [] } = place;
  return [
    defined({ code, name, country, wageTax, agency, covered: flows.length > 0 }),
    ...localities.map((one) =>
      defined({
        code: one.code,
        name: one.name,
        country,
        wageTax,
        agency: one.agency,
        covered: one.flows.length > 0,
      }),
    ),
  ];
}
