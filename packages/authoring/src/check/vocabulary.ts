import { allFlows, type CompiledFlow } from "@withholding-forms/catalog/model/jurisdiction";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { Path } from "../read/source.js";

/**
 * The vocabulary of tax parameters is consistent: codes belong to the type code, every name, override and rule is used, and
 * two forms that one answer requires together give the same id only where a rule says which value counts.
 */
export function checkVocabulary(compiled: CompiledContent, report: Report): void {
  const { content, forms } = compiled;
  const { vocabulary } = content;
  const complain = (path: Path, message: string): void =>
    report({ ...vocabulary.at(path), rule: "parameter", message });
  const { names, overrides = {}, together = [], gates = [], replaces = [] } = vocabulary.data;
  const ids = new Map<string, Set<string>>();
  for (const { form } of forms) {
    const own = ids.get(form.id) ?? new Set<string>();
    for (const { id } of form.parameters) own.add(id);
    ids.set(form.id, own);
  }
  const all = new Set([...ids.values()].flatMap((own) => [...own]));
  const used = new Set([...all].map((id) => id.slice(id.indexOf(".") + 1)));
  for (const [name, { type, codes }] of Object.entries(names)) {
    if ((type === "code") !== (codes !== undefined))
      complain(
        ["names", name],
        `${name}: codes belong to the type code and only to it: add them, or remove them`,
      );
    if (content.whole && !used.has(name)) complain(["names", name], `no form gives ${name}: remove it`);
  }
  for (const [part, entries] of [
    ["names", names],
    ["overrides", overrides],
  ] as const)
    for (const [id, { startsOn = [], endsOn = [], partOf }] of Object.entries(entries))
      for (const other of [...startsOn, ...endsOn, ...(partOf === undefined ? [] : [partOf])])
        if (!Object.hasOwn(names, other) && !/^END_OF_(?:TAX_YEAR|YEAR_SIGNED)$/.test(other))
          complain([part, id], `${id} names ${other}, which is no name of this file: correct it`);
  if (!content.whole) return;
  const given = (path: Path, forms: readonly string[], wanted: readonly string[]): void => {
    for (const form of forms)
      for (const id of wanted)
        if (ids.get(form)?.has(id) !== true) complain(path, `${form} does not give ${id}: correct the rule`);
  };
  for (const [index, { forms, ids: waiting, when = {}, by, from = [], formName }] of gates.entries()) {
    given(["gates", index], forms, [...waiting, ...Object.keys(when)]);
    given(["gates", index], from, by === undefined ? [] : [by]);
    if ((by === undefined) !== (from.length === 0) || (by === undefined) === (formName === undefined))
      complain(["gates", index], "a gate has either `by` and `from`, or `formName`: write one of them");
  }
  for (const [index, { form, forms, ids: ended = [], when = {}, whose = {} }] of replaces.entries()) {
    given(["replaces", index], [form], Object.keys(when));
    given(["replaces", index], forms, Object.keys(whose));
    for (const one of forms)
      if (!ids.has(one)) complain(["replaces", index], `there is no form ${one}: correct the rule`);
    for (const id of ended)
      if (!forms.some((one) => ids.get(one)?.has(id)))
        complain(["replaces", index], `none of the forms gives ${id}: correct the rule`);
  }
  for (const id of Object.keys(overrides))
    if (!all.has(id)) complain(["overrides", id], `no form gives ${id}: remove the override`);
  for (const [index, rule] of together.entries())
    for (const form of rule.forms)
      if (ids.get(form)?.has(rule.id) !== true)
        complain(["together", index], `${form} does not give ${rule.id}: remove it from the rule`);
  checkTogether(compiled, ids, report);
}

function checkTogether(
  { content, jurisdictions }: CompiledContent,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  report: Report,
): void {
  const { together = [] } = content.vocabulary.data;
  for (const [index, place] of jurisdictions.entries()) {
    const source = content.jurisdictions[index]?.source;
    const reported = new Set<string>();
    for (const flow of allFlows(place)) {
      for (const [a, b] of pairsOf(flow)) {
        for (const id of ids.get(a) ?? []) {
          const ruled = together.some(
            (one) => one.id === id && one.forms.includes(a) && one.forms.includes(b),
          );
          const message = `${a} and ${b} are required together and both give ${id}: say under \`together\` in parameters.yaml which value counts`;
          if (ids.get(b)?.has(id) !== true || ruled || reported.has(message) || source === undefined)
            continue;
          reported.add(message);
          report({ ...source.at(["flows", flow.status]), rule: "parameter", message });
        }
      }
    }
  }
}

function pairsOf(flow: CompiledFlow): (readonly [string, string])[] {
  const lists = [flow.forms ?? [], ...flow.sets.flatMap((set) => set.options.map(({ forms = [] }) => forms))];
  return lists.flatMap((forms) =>
    forms.flatMap((a, index) => forms.slice(index + 1).map((b) => [a, b] as const)),
  );
}
