import { readFileSync } from "node:fs";
import type { FormSummary, Language, Question, QuestionSet, SetSource } from "@withholding-forms/interview";
import { decodeTemplate, type Template } from "@withholding-forms/pdf";
import { withOfficial } from "../agency/overlay.js";
import { type Artifact, readArtifact } from "../model/artifact.js";
import type { Catalog, FormVersion, Found } from "../model/catalog.js";
import { artifactPath } from "../model/paths.js";
import { byVersion, plainVersion } from "../model/version.js";
import { applicable } from "./applicable.js";
import { complete, type Interview, readyForm } from "./complete/complete.js";
import { flowSet } from "./flow-set.js";

/** Loads the compiled content, with the agencies' files of a folder. Forms are opened when first asked for. */
export function loadCatalog(path: string = artifactPath, official?: string): Catalog {
  const artifact = readArtifact(readFileSync(path));
  return catalogOf(official === undefined ? artifact : withOfficial(artifact, official));
}

export function catalogOf(artifact: Artifact): Catalog {
  const byId = new Map<string, FormVersion[]>();
  for (const entry of artifact.forms) {
    byId.set(entry.entry.id, [...(byId.get(entry.entry.id) ?? []), formVersion(artifact, entry)]);
  }
  for (const versions of byId.values()) versions.sort((a, b) => byVersion(a.version, b.version));
  const ids = [...byId.keys()];

  const served = (formId: string, day: string): FormVersion[] =>
    (byId.get(formId) ?? []).filter((form) => !(form.retiredDate !== undefined && form.retiredDate < day));
  const latest = (formId: string, day: string): FormVersion | undefined => {
    const versions = served(formId, day);
    return versions.find((form) => form.effectiveDate <= day) ?? versions.at(-1);
  };
  const search = (
    formId: string,
    version: string | undefined,
    day: string,
  ): Found | "UNKNOWN_FORM" | "UNKNOWN_VERSION" => {
    const current = latest(formId, day);
    if (current === undefined) return "UNKNOWN_FORM";
    const wanted = version === undefined ? current.version : plainVersion(version);
    const form = served(formId, day).find((one) => one.version === wanted);
    if (form === undefined) return "UNKNOWN_VERSION";
    const status = form.effectiveDate > day ? "SCHEDULED" : form === current ? "CURRENT" : "DEPRECATED";
    return { form, status, latest: current };
  };
  // What is found stays found for the day; one entry a version and spelling that we print, and one a form.
  let today = { day: "", found: new Map<string, Map<string | undefined, Found>>() };
  const find: Catalog["find"] = (formId, version, day) => {
    if (today.day !== day) today = { day, found: new Map(ids.map((id) => [id, new Map()])) };
    const known = today.found.get(formId);
    const hit = known?.get(version);
    if (hit !== undefined) return hit;
    const found = search(formId, version, day);
    if (typeof found === "object" && (version === undefined || version === found.form.version))
      known?.set(version, found);
    return found;
  };
  const summary = (formId: string, day: string): FormSummary | undefined => {
    const form = latest(formId, day);
    return form === undefined
      ? undefined
      : {
          id: form.id,
          name: form.name,
          title: form.title,
          formVersion: form.version,
          formLocality: form.locality,
          formType: form.formType,
          initialQuestionSet: form.initialQuestionSet,
        };
  };
  const flows = new Map(
    artifact.jurisdictions.flatMap((place) =>
      place.flows.filter((flow) => flow.sets.length > 0).map((flow) => [flow.id, flow] as const),
    ),
  );
  const noQuestions = new Set(artifact.jurisdictions.flatMap((place) => place.flows.map((flow) => flow.id)));
  return {
    digest: artifact.digest,
    formIds: (day) => ids.filter((id) => latest(id, day) !== undefined),
    current: (day) => ids.flatMap((id) => latest(id, day) ?? []),
    versions: served,
    find,
    flow: (id) =>
      flows.has(id)
        ? { id, hasFlowQuestions: true }
        : noQuestions.has(id)
          ? { id, hasFlowQuestions: false }
          : undefined,
    flowQuestionSet: (flow, setId, language, day) => {
      const set = flows.get(flow.id)?.sets.find((one) => one.id === setId);
      return set === undefined ? undefined : flowSet(set, language, (id) => summary(id, day));
    },
    applicable: (home, works, day) =>
      applicable(artifact.jurisdictions, home, works, (id) => summary(id, day)),
    jurisdictions: new Map(
      artifact.jurisdictions.map(({ code, name, country, wageTax, agency, flows: own }) => [
        code,
        {
          code,
          name,
          country,
          wageTax,
          ...(agency === undefined ? {} : { agency }),
          covered: own.length > 0,
        },
      ]),
    ),
  };
}

function formVersion(artifact: Artifact, { entry, open }: Artifact["forms"][number]): FormVersion {
  const opened = once(open);
  const ready = once(() => readyForm(opened().form));
  const template = once((): Template => decodeTemplate(opened().template));
  const sets = new Map<string, Interview>();
  const index = (language: Language, federal: boolean): Interview => {
    const key = `${language}${federal}`;
    let found = sets.get(key);
    if (found === undefined) {
      const { plain, federal: withFederal } = opened().sets(language);
      found = interviewOf(federal ? (withFederal ?? plain) : plain, [...plain, ...(withFederal ?? [])]);
      sets.set(key, found);
    }
    return found;
  };
  return {
    id: entry.id,
    version: entry.version,
    name: entry.name,
    title: entry.title,
    formType: entry.formType,
    locality: entry.locality,
    country: entry.country,
    language: entry.language,
    effectiveDate: entry.effective,
    ...(entry.retired === undefined ? {} : { retiredDate: entry.retired }),
    ...(entry.edition === undefined ? {} : { edition: entry.edition }),
    initialQuestionSet: "QS1",
    acceptsFederalValues: entry.federalValues,
    get pages() {
      return template().pages.length;
    },
    get formFields() {
      return opened().form.formFields;
    },
    get taxParameters() {
      return opened().form.parameters.map(({ id, type, about, values }) => ({
        id,
        valueType: type,
        description: about,
        ...(values === undefined ? {} : { values }),
      }));
    },
    questionSet: (setId, language, hasFederalValues) => index(language, hasFederalValues).source(setId),
    questions: (id, language) => index(language, false).known(id),
    blank: () => opened().blank,
    template,
    complete: (request) =>
      complete(
        ready(),
        artifact.shared,
        index(request.language, request.federalValues !== undefined),
        request,
      ),
  };
}

export function interviewOf(sets: readonly QuestionSet[], all: readonly QuestionSet[]): Interview {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const questions = new Map<string, Question[]>();
  for (const set of all) {
    for (const question of set.questions)
      questions.set(question.id, [...(questions.get(question.id) ?? []), question]);
  }
  const source: SetSource = (id) => byId.get(id);
  return { source, start: "QS1", known: (id) => questions.get(id) ?? [] };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
