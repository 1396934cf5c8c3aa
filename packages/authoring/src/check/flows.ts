import {
  allFlows,
  type CompiledFlow,
  type CompiledJurisdiction,
  formsOf,
  isFor,
  type ResidencyStatus,
} from "@withholding-forms/catalog/model/jurisdiction";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import { sampleLocalities } from "./sample-locality.js";

type Complain = (message: string) => void;

/**
 * Flows name forms and places that exist, their sets continue or end, every employee matches one of them, no two with
 * questions share an id, and every form is reached by some flow.
 */
export function checkFlows(compiled: CompiledContent, report: Report): void {
  const { content, jurisdictions, forms } = compiled;
  const known: Known = {
    forms: new Set(content.jurisdictions.flatMap((place) => place.formIds)),
    places: content.placeCodes,
    localities: new Set(jurisdictions.flatMap(({ localities = [] }) => localities.map(({ code }) => code))),
    // A place that could not be read may lead to the form.
    whole: content.placesWhole,
  };
  const ids = new Map<string, string>();
  for (const [index, place] of jurisdictions.entries()) {
    const { source, localities } = content.jurisdictions[index] ?? {};
    if (source === undefined) continue;
    checkPlace(place, known, source.file, (key, message) =>
      report({ ...source.at([key]), rule: "flow", message }),
    );
    checkOwner({ ...place, source, statuses: statusesOf(place) }, known, ids, report);
    for (const locality of localities === undefined ? [] : sampleLocalities(place))
      checkOwner(
        { ...locality, source: localities!, statuses: ["RESIDENT", "NONRESIDENT"] },
        known,
        ids,
        report,
      );
  }
  const reached = new Set(jurisdictions.flatMap((place) => allFlows(place).flatMap(formsOf)));
  for (const { context, form } of forms) {
    if (reached.has(form.id) || !known.whole) continue;
    const message = `no flow leads to ${form.id}: name it under \`forms\` or \`optional\` of a flow in jurisdiction.yaml`;
    report({ ...context.form.form.at([]), rule: "form-unreachable", message });
  }
}

/** A place or a locality, with the file of its flows. */
interface FlowOwner {
  readonly code: string;
  readonly flows: readonly CompiledFlow[];
  readonly source: Source;
  readonly statuses: readonly ResidencyStatus[];
}

function checkOwner(owner: FlowOwner, known: Known, ids: Map<string, string>, report: Report): void {
  const complainAt = (path: Path, message: string): void =>
    report({ ...owner.source.at(path), rule: "flow", message });
  checkStatuses(owner, (message) => complainAt(["flows"], message));
  for (const flow of owner.flows) {
    const path = ["flows", flow.status, placeInList(owner, flow)];
    const complain: Complain = (message) => complainAt(path, message);
    checkFlow(flow, known, complain);
    if (flow.sets.length === 0) continue;
    const other = ids.get(flow.id);
    if (other !== undefined)
      complain(
        `a flow of ${other} with questions is also called ${flow.id}: give this one an \`id:\` of its own`,
      );
    ids.set(flow.id, owner.code);
    checkSets(flow, complain);
  }
}

/** Of a status with several flows. Where there is one, no list, the deepest part that exists is its status. */
function placeInList(owner: FlowOwner, flow: CompiledFlow): number {
  return owner.flows.filter((one) => one.status === flow.status).indexOf(flow);
}

interface Known {
  readonly forms: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly localities: ReadonlySet<string>;
  readonly whole: boolean;
}

function checkPlace(
  place: CompiledJurisdiction,
  known: Known,
  file: string,
  complain: (key: string, message: string) => void,
): void {
  if (!file.startsWith(`${place.country.toLowerCase()}/`))
    complain("country", `${place.code} is in the folder of another country: move it, or correct \`country\``);
  for (const code of place.reciprocity === "all" ? [] : place.reciprocity)
    if (!known.places.has(code)) complain("reciprocity", `there is no ${code}: use the code of a state`);
  if (place.wageTax && place.agency === undefined)
    complain("wageTax", `${place.code} taxes wages but names no agency: add \`agency: {name, url}\``);
  if (!place.wageTax && place.flows.length > 0)
    complain(
      "flows",
      `${place.code} does not tax wages but has flows: remove them, or set \`wageTax: true\``,
    );
}

function checkStatuses({ code, flows, statuses: wanted }: FlowOwner, complain: Complain): void {
  if (flows.length === 0) return;
  const statuses = new Set(flows.map((flow) => flow.status));
  for (const status of wanted) {
    if (!statuses.has(status)) complain(`${code} has no flow for ${status}: add it under \`flows\``);
  }
  for (const status of statuses) {
    if (!wanted.includes(status)) complain(`${code} cannot have a flow for ${status}: remove it`);
    for (const payment of ["WAGES", "PENSION"] as const)
      checkEnd(
        flows.filter((flow) => flow.status === status && isFor(flow, payment)),
        payment === "PENSION" ? `${status} with a pension` : status,
        complain,
      );
  }
}

/** The last flow for a kind of payment, and only that one, has no filter. */
function checkEnd(flows: readonly CompiledFlow[], whose: string, complain: Complain): void {
  const open = flows.map((flow) => isOpen(flow));
  // A place without a pension certificate has no flow for pensions.
  if (open.length === 0) return;
  if (!open.includes(true))
    complain(`not everyone matches a flow for ${whose}: end the list with an entry without a filter`);
  else if (open.indexOf(true) < open.length - 1)
    complain(`a flow for ${whose} without a filter hides those after it: move it to the end of the list`);
}

function statusesOf({ code, country }: CompiledJurisdiction): readonly ResidencyStatus[] {
  if (country === "CA") return ["CANADA_RESIDENT"];
  return code === "FEDERAL" ? ["FEDERAL"] : ["RESIDENT", "NONRESIDENT"];
}

function isOpen(flow: CompiledFlow): boolean {
  return Object.keys(flow.filter).every((name) => name === "payment");
}

function checkFlow(flow: CompiledFlow, known: Known, complain: Complain): void {
  for (const form of formsOf(flow))
    if (!known.forms.has(form))
      complain(`${flow.id} leads to the form ${form}, which does not exist: write it or correct the id`);
  const { home = [], homeNot = [], work = [], workNot = [] } = flow.filter;
  for (const code of [...home, ...homeNot, ...work, ...workNot])
    if (!known.places.has(code))
      complain(`${flow.id} names ${code}, which does not exist: use the code of a state`);
  for (const code of flow.filter.worksOnlyIn ?? [])
    if (!known.localities.has(code))
      complain(`${flow.id} names ${code}, which does not exist: use a code of localities.yaml`);
  if ((flow.forms === undefined) === (flow.sets.length === 0))
    complain(`${flow.id} needs either \`forms\` or \`sets\`: write one of them`);
}

function checkSets(flow: CompiledFlow, complain: Complain): void {
  const sets = new Map(flow.sets.map((set) => [set.id, set]));
  if (!sets.has("QS1")) return complain(`${flow.id} has no QS1: call its first set QS1`);
  const reached = new Set<string>();
  const reported = new Set<string>();
  const once: Complain = (message) => {
    if (!reported.has(message)) complain(message);
    reported.add(message);
  };
  const go = (id: string, visited: readonly string[], asked: readonly string[]): void => {
    const set = sets.get(id);
    if (set === undefined)
      return once(`${flow.id} leads to ${id}, which does not exist: add the set or correct \`next\``);
    if (visited.includes(id))
      return once(`${flow.id} returns to ${id}: let \`next\` lead only to later sets`);
    if (asked.includes(set.question))
      once(`${flow.id} ${id}: "${set.question}" is asked twice on a path: give one of the two another id`);
    reached.add(id);
    for (const { value, forms, next } of set.options) {
      if (next !== undefined && forms !== undefined)
        once(`${flow.id} ${id}: the option ${value} has both \`next\` and \`forms\`: remove one of them`);
      if (next === undefined && forms === undefined)
        once(`${flow.id} ${id}: the option ${value} has neither \`next\` nor \`forms\`: add one of them`);
      if (next !== undefined) go(next, [...visited, id], [...asked, set.question]);
    }
    const ordinary = set.options.flatMap((option) => option.ordinary ?? []);
    if (ordinary.length > 1 && (ordinary.includes(true) || new Set(ordinary).size < ordinary.length))
      once(`${flow.id} ${id}: several options are ordinary: mark one of them, or one for each language`);
    for (const { value, ordinary: marked, formLanguage } of set.options)
      if (typeof marked === "string" && marked !== formLanguage)
        once(
          `${flow.id} ${id}: the option ${value} is ordinary in the language ${marked}, but its forms are not the editions in that language of the forms of another option: list the editions, or remove the mark`,
        );
    const values = set.options.map((option) => option.value);
    const single = set.options.filter((option) => option.combines === undefined && !option.ordinary);
    for (const { value, combines = [], ordinary: marked } of set.options)
      if (
        combines.some((other) => single.every((option) => option.value !== other)) ||
        (combines.length > 0 && marked !== undefined)
      )
        once(
          `${flow.id} ${id}: the option ${value} combines something that is not a special case of the set: list values of other options that are neither ordinary nor combine others`,
        );
    if (new Set(values).size < values.length)
      once(`${flow.id} ${id}: two options have the same value: change one of them`);
    if (values.some((value) => !/^[A-Za-z0-9_]+$/.test(value)))
      once(`${flow.id} ${id}: an option has invalid characters: use only letters, digits and _ in a value`);
  };
  go("QS1", [], []);
  for (const id of sets.keys())
    if (!reached.has(id))
      complain(`${flow.id}: no answer leads to ${id}: name it in a \`next\`, or remove it`);
}
