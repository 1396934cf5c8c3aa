import type { CompiledContent } from "../compile/compile.js";
import { formsOf } from "../compile/flows.js";
import type { Report } from "../problem.js";

/** Flows name forms that exist, their sets lead on or end, no two flows with questions share an id, and every form is reached by some flow. */
export function checkFlows(compiled: CompiledContent, report: Report): void {
  const known = new Set(compiled.forms.map(({ form }) => form.id));
  const reached = new Set<string>();
  for (const [index, place] of compiled.jurisdictions.entries()) {
    const source = compiled.content.jurisdictions[index]?.source;
    if (source === undefined) continue;
    const complain = (status: string, message: string): void =>
      report({ ...source.at(["flows", status]), rule: "flow", message });
    if (!place.wageTax && place.flows.length > 0)
      complain("", `${place.code} does not tax wages but has flows`);
    const ids = new Set<string>();
    for (const flow of place.flows) {
      for (const form of formsOf(flow)) {
        reached.add(form);
        if (!known.has(form)) complain(flow.status, `${flow.id} leads to ${form}, which does not exist`);
      }
      for (const form of flow.recommended)
        if (!formsOf(flow).includes(form))
          complain(flow.status, `${flow.id} recommends ${form}, to which it does not lead`);
      if ((flow.forms === undefined) === (flow.sets.length === 0))
        complain(flow.status, `${flow.id} needs either \`forms\` or \`sets\``);
      if (flow.sets.length === 0) continue;
      if (ids.has(flow.id)) complain(flow.status, `two flows with questions are called ${flow.id}`);
      ids.add(flow.id);
      checkSets(flow, (message) => complain(flow.status, message));
    }
  }
  for (const { context, form } of compiled.forms) {
    if (!reached.has(form.id))
      report({
        ...context.form.form.at([]),
        rule: "form-unreachable",
        message: `no flow leads to ${form.id}`,
      });
  }
}

function checkSets(
  flow: CompiledContent["jurisdictions"][number]["flows"][number],
  complain: (message: string) => void,
): void {
  const sets = new Map(flow.sets.map((set) => [set.id, set]));
  if (!sets.has("QS1")) return complain(`${flow.id} has no QS1 to start with`);
  const reached = new Set<string>();
  const go = (id: string, way: readonly string[]): void => {
    const set = sets.get(id);
    if (set === undefined) return complain(`${flow.id} leads to ${id}, which does not exist`);
    if (way.includes(id)) return complain(`${flow.id} comes back to ${id}`);
    reached.add(id);
    for (const option of set.options) {
      if (option.next !== undefined && option.forms !== undefined)
        complain(`${flow.id} ${id}: the option ${option.value} has both \`next\` and \`forms\``);
      if (option.next === undefined && option.forms === undefined)
        complain(`${flow.id} ${id}: the option ${option.value} has neither \`next\` nor \`forms\``);
      if (option.next !== undefined) go(option.next, [...way, id]);
    }
    const values = set.options.map((option) => option.value);
    if (new Set(values).size < values.length) complain(`${flow.id} ${id}: two options have the same value`);
    if (values.some((value) => !/^[A-Za-z0-9_.]+$/.test(value)))
      complain(`${flow.id} ${id}: a value may hold only letters, figures, _ and .`);
  };
  go("QS1", []);
  for (const id of sets.keys()) if (!reached.has(id)) complain(`${flow.id}: no answer leads to ${id}`);
}
