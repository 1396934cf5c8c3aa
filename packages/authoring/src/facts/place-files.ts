import { inline, oneLine, todo, yamlText } from "./draft.js";
import type { FactFlow, FactFlowQuestion, FactSheet, FactSituation } from "./sheet.js";

/** What the content already knows that a sheet does not say. */
export interface Surroundings {
  /** Places that do not tax wages. */
  readonly noWageTax: readonly string[];
  /** Forms that every employee of the country needs. */
  readonly national: readonly string[];
}

/** The `flows` of jurisdiction.yaml from a sheet; undefined where the sheet has none. */
export function flowsText(sheet: FactSheet, surroundings: Surroundings): string | undefined {
  const { resident, nonresident } = sheet.flows ?? {};
  if (resident === undefined || nonresident === undefined) return undefined;
  const flows = { RESIDENT: resident, NONRESIDENT: nonresident };
  return yamlText({
    flows: Object.fromEntries(
      Object.entries(flows).map(([status, flow]) => [status, entriesOf(sheet, status, flow, surroundings)]),
    ),
  });
}

function entriesOf(sheet: FactSheet, status: string, flow: FactFlow, { noWageTax }: Surroundings): unknown {
  const { byPlace = [], ...rest } = flow;
  const all: readonly (FactFlow & { readonly when?: Readonly<Record<string, unknown>> })[] = [
    ...byPlace,
    rest,
  ];
  const taken = new Set<string>();
  const entries = all.map((one) => {
    const { when = {} } = one;
    const questions = one.questions ?? [];
    const filters = Object.entries(when).map(([name, value]) => [
      name,
      Array.isArray(value) ? inline(withGroup(value.map(String), noWageTax)) : value,
    ]);
    const id = one === rest || questions.length === 0 ? undefined : flowId(sheet, status, when, taken);
    return {
      ...(id === undefined ? {} : { id }),
      ...Object.fromEntries(filters),
      ...(one.optional === undefined ? {} : { optional: inline(one.optional) }),
      ...(questions.length === 0
        ? { forms: inline(one.always ?? []) }
        : { sets: setsOf(sheet, questions, one) }),
    };
  });
  return entries.length === 1 ? entries[0] : entries;
}

/** A list of states that has all places without wage tax names them together. */
function withGroup(codes: readonly string[], noWageTax: readonly string[]): string[] {
  const whole = noWageTax.length > 0 && noWageTax.every((code) => codes.includes(code));
  return whole ? ["NO_WAGE_TAX", ...codes.filter((code) => !noWageTax.includes(code))] : [...codes];
}

/** Flows with questions have their own ids, by what they are for. */
function flowId(
  { jurisdiction, reciprocity }: FactSheet,
  status: string,
  when: Readonly<Record<string, unknown>>,
  taken: Set<string>,
): string {
  const homes = Array.isArray(when["home"]) ? when["home"].map(String) : [];
  const agreed = homes.length > 0 && homes.every((code) => reciprocity?.with?.includes(code) === true);
  const kind = agreed ? "RECIPROCAL" : when["worksAtHome"] === false ? "ELSEWHERE" : "SPECIAL";
  let id = `${jurisdiction}_${status}_${kind}`;
  while (taken.has(id)) id = `${id}_TOO`;
  taken.add(id);
  return id;
}

function setsOf(
  { fullName, jurisdiction }: FactSheet,
  questions: readonly FactFlowQuestion[],
  flow: FactFlow,
): object {
  const name = (id: string): string => `QS${questions.findIndex((one) => one.id === id) + 1}`;
  const sets = questions.map((question): [string, object] => {
    const ordinary = ordinaryOf(question, `${flow.notes ?? ""} ${question.notes ?? ""}`);
    return [
      name(question.id),
      {
        question: question.id,
        title: todo(fullName ?? jurisdiction, "a short title of this step"),
        ask: oneLine(question.asks),
        options: question.options.map(({ value, label, then: forms, next, optional }) =>
          inline({
            value: String(value),
            label: oneLine(label),
            ...(next === undefined
              ? { forms: [...(flow.always ?? []), ...(forms ?? [])] }
              : { next: name(next) }),
            ...(optional === undefined ? {} : { optional }),
            ...(ordinary === String(value) ? { ordinary: true } : {}),
          }),
        ),
      },
    ];
  });
  return Object.fromEntries(sets);
}

/** "the ordinary answer of these people is RECIPROCAL_STATE": the last option needs no mark. */
function ordinaryOf({ options }: FactFlowQuestion, notes: string): string | undefined {
  const named = /ordinary answer[^.;]*? is (\w+)/.exec(notes)?.[1]?.toLowerCase();
  const found = options.find(
    ({ value, label }) =>
      named !== undefined && [String(value), label].some((word) => word.toLowerCase() === named),
  );
  return found === options.at(-1) || found === undefined ? undefined : String(found.value);
}

/** `situations.yaml` from a sheet; undefined where the sheet has none. */
export function situationsText(sheet: FactSheet, { national }: Surroundings): string | undefined {
  const list = (sheet.situations ?? []).flatMap((one) =>
    [one.work, ...(one.sameAtWork ?? []).map((code) => [code])].map((work) => situation(one, work, national)),
  );
  return list.length === 0 ? undefined : yamlText(list);
}

function situation(one: FactSituation, work: readonly string[], national: readonly string[]): object {
  const { who, home, sameFromHomes = [], answers = {}, forms, optional, elsewhere = "", inForm, why } = one;
  const homes = [home, ...sameFromHomes];
  // Forms of other places that the sheet names belong to the places of this situation.
  const others = (elsewhere.match(/\b[A-Z]{2}[0-9]{3}[A-Z]*\b/g) ?? []).filter((id) =>
    [...homes, ...work].includes(id.slice(0, 2)),
  );
  const about = why ?? (inForm === undefined ? undefined : `In the form: ${inForm}`);
  const requires = inline([...national, ...forms, ...others]);
  return {
    situation: work === one.work ? oneLine(who) : `${oneLine(who)} (${work.join(", ")})`,
    home: homes.length === 1 ? home : inline(homes),
    work: inline(work),
    ...(Object.keys(answers).length === 0 ? {} : { answers: inline(answers) }),
    requires: others.length === 0 && elsewhere !== "" ? todo(requires, `elsewhere: ${elsewhere}`) : requires,
    ...(optional === undefined ? {} : { optional: inline(optional) }),
    ...(about === undefined ? {} : { why: oneLine(about) }),
  };
}
