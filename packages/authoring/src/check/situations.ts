import type { Place } from "@withholding-forms/catalog/model/catalog";
import {
  type CompiledFlow,
  type CompiledFlowSet,
  type CompiledJurisdiction,
  ordinaryOption,
} from "@withholding-forms/catalog/model/jurisdiction";
import { type ApplicableFlow, applicableFlows } from "@withholding-forms/catalog/runtime/applicable";
import { localitiesAt } from "@withholding-forms/catalog/runtime/localities";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { JurisdictionContent } from "../resolve/content.js";
import type { FlowAnswers, Situation } from "../schema/situations.js";
import { phraseDifferences } from "./phrases.js";
import { sampleLocalities } from "./sample-locality.js";

export function situationsOf(place: JurisdictionContent | undefined): readonly Situation[] {
  return place?.situations?.data.list ?? [];
}

/**
 * Every hand-written situation has the result that its author wrote, through the code of `forms` and `guided-flows`;
 * every flow and every option is used by one, and so is every agreement with another state. Forms of places that are not
 * written yet may be named: what the other places require is compared, and the rest is counted as pending.
 */
export function checkSituations(compiled: CompiledContent, report: Report): void {
  const { content, jurisdictions } = compiled;
  const forms = new Set(content.jurisdictions.flatMap(({ formIds }) => formIds));
  for (const [index, place] of jurisdictions.entries()) {
    const { source, situations, folder } = content.jurisdictions[index] ?? {};
    if (source === undefined || place.flows.length === 0) continue;
    if (situations === undefined) {
      report({
        file: `${folder}/situations.yaml`,
        line: 1,
        rule: "situation",
        message: "the jurisdiction has flows but no situations: write one for every option",
      });
      continue;
    }
    const used = new Set<string>();
    const homes = new Set<string>();
    for (const [number, one] of situationsOf(content.jurisdictions[index]).entries()) {
      for (const home of homesOf(one)) {
        const outcome = runSituation(jurisdictions, forms, place, one, home, compiled.forms);
        for (const message of outcome.faults)
          report({
            ...situations.at(["list", number]),
            rule: "situation",
            message: `${one.situation}: ${message}`,
          });
        for (const key of outcome.used) used.add(key);
        if (one.work.includes(place.code)) homes.add(home);
      }
    }
    for (const message of [...unused(place, used), ...untested(place, homes)])
      report({ ...situations.at([]), rule: "situation", message });
  }
}

/** Places without flows that situations of the content wait for, with the number of situations. */
export function pendingSituations({ content, jurisdictions }: CompiledContent): Map<string, number> {
  const pending = new Map<string, number>();
  for (const [index, place] of jurisdictions.entries()) {
    for (const one of situationsOf(content.jurisdictions[index])) {
      const codes = homesOf(one).flatMap(
        (home) => runSituation(jurisdictions, new Set(), place, one, home).pending,
      );
      for (const code of new Set(codes)) pending.set(code, (pending.get(code) ?? 0) + 1);
    }
  }
  return new Map([...pending].sort());
}

function homesOf({ home }: Situation): readonly string[] {
  return typeof home === "string" ? [home] : home;
}

interface Outcome {
  readonly faults: readonly string[];
  /** Keys of the flows and options of the file's own place on the path. */
  readonly used: readonly string[];
  readonly pending: readonly string[];
}

function runSituation(
  places: readonly CompiledJurisdiction[],
  forms: ReadonlySet<string>,
  own: CompiledJurisdiction,
  one: Situation,
  home: string,
  compiled: CompiledContent["forms"] = [],
): Outcome {
  const address = (region: string, addressId: string, postal = ""): Place => {
    const country = places.find(({ code }) => code === region)?.country ?? own.country;
    const [, city = "", zipCode = ""] = /^(.*) ([0-9]{5})$/.exec(postal) ?? [];
    return {
      addressId,
      country,
      region,
      ...localitiesAt(places, { country, region, city, zipCode }),
    };
  };
  const { flows, problems } = applicableFlows(places, {
    home: address(home, "home", one.homePostal),
    works: one.work.map((work, index) => address(work, `work${index + 1}`, one.workPostal?.[index])),
    language: "en",
    payment: one.payment ?? "WAGES",
  });
  const unknown = [home, ...one.work].filter((region) => !places.some(({ code }) => code === region));
  if (unknown.length > 0)
    return {
      faults: unknown.map((region) => `there is no ${region}: use the code of a state`),
      used: [],
      pending: [],
    };
  const uncovered = problems
    .filter(({ code }) => code === "JURISDICTION_NOT_COVERED")
    .map(({ jurisdiction }) => jurisdiction);
  const pending = uncovered.filter((code) => places.some((place) => place.code === code));
  const missing = uncovered.filter((code) => !pending.includes(code));
  const faults = Object.keys(one.others ?? {})
    .filter((code) => !pending.includes(code) && !flows.some(({ locality }) => locality.code === code))
    .map((code) => `answers questions of ${code}, which has no flow here: remove these answers`);
  const special = problems.flatMap(({ code, formName }) =>
    code === "FORM_NOT_AVAILABLE" && formName !== undefined ? [formName] : [],
  );
  const named = one.missingForSome ?? [];
  faults.push(
    ...postalFaults(one),
    ...missingFaults(one.missing ?? [], missing),
    ...named
      .filter((form) => !special.includes(form))
      .map((form) => `${form} is not missing here: remove it from \`missingForSome\``),
  );
  const walks = flows.map(({ place, locality, flow }) => ({
    place,
    ...walkFlow(flow, answersFor(one, own, locality, flow, flows), flowKey(place, flow)),
    code: locality.code,
  }));
  faults.push(...walks.flatMap((walk) => walk.faults));
  const outside = (id: string): boolean => pending.some((code) => id.startsWith(code));
  const invented = [...one.requires, ...(one.optional ?? [])].filter((id) => !forms.has(id) && !outside(id));
  faults.push(...invented.map((id) => `there is no form ${id}: correct the id`));
  const got = [...new Set(walks.flatMap((walk) => walk.required))];
  const wanted = one.requires.filter((id) => forms.has(id));
  const differs = got.some((id) => !wanted.includes(id)) || wanted.some((id) => !got.includes(id));
  if (differs && faults.length === 0)
    faults.push(
      `from ${home}, the flows require ${got.join(", ") || "no form"}, not ${wanted.join(", ") || "none"}: compare with the rules, then correct the flow or the situation`,
    );
  for (const [id, expected] of Object.entries(one.given ?? {})) {
    const { givenByFlows = {} } = compiled.findLast(({ form }) => form.id === id)?.form ?? {};
    const found = walks.flatMap(({ required, answers }) =>
      required.includes(id) ? answers.map(([asked, value]) => givenByFlows[asked]?.[value]) : [],
    );
    const given = JSON.stringify(Object.assign({}, ...found));
    if (given !== JSON.stringify(expected))
      faults.push(`the flows give ${id} ${given}: correct the situation or \`given\` of the form`);
  }
  const offered = walks.flatMap((walk) => walk.optional);
  for (const id of one.optional ?? [])
    if (forms.has(id) && !offered.includes(id))
      faults.push(
        `${id} is not offered as optional: name it under \`optional\` of the flow, or remove it here`,
      );
  const owned = walks.filter(({ place }) => place === own);
  faults.push(
    ...phraseDifferences(one, (language) =>
      owned.flatMap(({ sets }) => sets.map(({ words }) => words[language])),
    ),
  );
  return {
    faults,
    used: [...owned.flatMap((walk) => [walk.code, ...walk.used]), ...missing, ...named],
    pending,
  };
}

function postalFaults({ work, workPostal = work }: Situation): string[] {
  return workPostal.length === work.length
    ? []
    : ["`workPostal` and `work` have different lengths: write one entry per work location"];
}

/** Localities without a certificate are named, and only those. */
function missingFaults(named: readonly string[], found: readonly string[]): string[] {
  return [
    ...named
      .filter((code) => !found.includes(code))
      .map((code) => `no certificate of ${code} is missing here: remove it from \`missing\``),
    ...found
      .filter((code) => !named.includes(code))
      .map((code) => `a certificate of ${code} is missing here: add it to \`missing\``),
  ];
}

type FlowPlace = ApplicableFlow["locality"];

/** Where a locality has a flow for the home and one for the work, each gets the answers to its own questions. */
function answersFor(
  one: Situation,
  own: CompiledJurisdiction,
  place: FlowPlace,
  flow: CompiledFlow,
  flows: readonly ApplicableFlow[],
): FlowAnswers {
  const answers =
    (place === own ? one.answers : isNational(place) ? one.federal : one.others?.[place.code]) ?? {};
  const isAlone = flows.filter(({ locality }) => locality === place).length === 1;
  const asked = flow.sets.map(({ question }) => question);
  return isAlone
    ? answers
    : Object.fromEntries(Object.entries(answers).filter(([question]) => asked.includes(question)));
}

function isNational({ code }: FlowPlace): boolean {
  return code === "FEDERAL" || code === "CANADA_FEDERAL";
}

interface FlowWalk {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly used: readonly string[];
  readonly sets: readonly CompiledFlowSet[];
  /** Questions with their answers. */
  readonly answers: readonly (readonly [string, string])[];
  readonly faults: readonly string[];
}

/** Follows the answers; a question without one gets its ordinary answer in English. */
function walkFlow(flow: CompiledFlow, answers: FlowAnswers, key: string): FlowWalk {
  const used = [key];
  const faults: string[] = [];
  const sets: CompiledFlowSet[] = [];
  const optional = [...flow.optional];
  const given: [string, string][] = [];
  let required: readonly string[] = flow.forms ?? [];
  const seen = new Set<string>();
  for (let id: string | undefined = flow.sets.length > 0 ? "QS1" : undefined; id !== undefined; ) {
    const set = seen.has(id) ? undefined : flow.sets.find((one) => one.id === id);
    // A set that is missing or comes again is reported with the flow itself.
    if (set === undefined) break;
    seen.add(id);
    sets.push(set);
    const answer = answers[set.question];
    const option =
      answer === undefined
        ? ordinaryOption(set.options, "en")
        : set.options.find((one) => one.value === String(answer));
    if (option === undefined) {
      faults.push(
        `${flow.id} ${id} has no option ${String(answer)} for ${set.question}: use one of ${set.options.map((one) => one.value).join(", ")}`,
      );
      break;
    }
    used.push(optionKey(key, id, option.value));
    given.push([set.question, option.value]);
    optional.push(...(option.optional ?? []));
    required = option.forms ?? [];
    id = option.next;
  }
  const spare = Object.keys(answers).filter((question) => !sets.some((set) => set.question === question));
  if (faults.length === 0)
    faults.push(
      ...spare.map(
        (question) => `${flow.id} does not ask ${question} with these answers: remove that answer`,
      ),
    );
  return { required, optional, used, sets, answers: given, faults };
}

/** The flows of all localities are the same, so that each of them is used if one locality uses it. */
function flowKey({ flows, localities = [] }: CompiledJurisdiction, flow: CompiledFlow): string {
  const own = flows.indexOf(flow);
  if (own >= 0) return String(own);
  const locality = localities.find((one) => one.flows.includes(flow));
  const kind = locality !== undefined && "either" in locality.suggestedBy ? "localities" : "locality";
  return `${kind} ${locality?.flows.indexOf(flow)}`;
}

function optionKey(flow: string, set: string, value: string): string {
  return `${flow} ${set} ${value}`;
}

function unused(place: CompiledJurisdiction, used: ReadonlySet<string>): string[] {
  const localities = (place.localities ?? []).filter(
    ({ flows, missing }) => flows.length > 0 || missing !== undefined,
  );
  return [
    ...unusedFlows(place, place, used),
    ...sampleLocalities(place).flatMap((locality) => unusedFlows(place, locality, used)),
    ...localities
      // An option of a flow about several localities names one of them.
      .filter(({ code }) => !used.has(code) && ![...used].some((key) => key.endsWith(` ${code}`)))
      .map(({ code }) => `no situation covers someone who lives or works in ${code}: write one`),
    ...[place, ...(place.localities ?? [])]
      .flatMap(({ missingForSome = [] }) => missingForSome)
      .filter(({ form }) => !used.has(form))
      .map(({ form }) => `no situation names ${form} under \`missingForSome\`: write one`),
  ];
}

function unusedFlows(
  place: CompiledJurisdiction,
  owner: Pick<CompiledJurisdiction, "code" | "flows">,
  used: ReadonlySet<string>,
): string[] {
  return owner.flows.flatMap((flow, number) => {
    const key = flowKey(place, flow);
    if (!used.has(key))
      return [
        `no situation uses flow ${number + 1} of ${owner.code} (${flow.id}${filterWords(flow)}): write one`,
      ];
    return flow.sets.flatMap((set) =>
      set.options
        .filter(({ value }) => !used.has(optionKey(key, set.id, value)))
        .map(
          ({ value }) => `no situation answers ${value} in ${flow.id} ${set.id} (${set.question}): write one`,
        ),
    );
  });
}

function filterWords({ filter }: CompiledFlow): string {
  const words = Object.entries(filter).map(([name, value]) => `; ${name}: ${String(value)}`);
  return words.join("");
}

function untested(place: CompiledJurisdiction, homes: ReadonlySet<string>): string[] {
  const agreements = place.reciprocity === "all" ? [] : place.reciprocity;
  return agreements
    .filter((home) => !homes.has(home))
    .map(
      (home) =>
        `no situation covers someone who lives in ${home} and works in ${place.code}, although they have an agreement: write one`,
    );
}
