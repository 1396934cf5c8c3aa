import {
  type CompiledFlow,
  type CompiledFlowOption,
  type CompiledFlowSet,
  ordinaryOption,
  type ResidencyStatus,
} from "@withholding-forms/catalog/model/jurisdiction";
import type { Follows, PlaceAnswer } from "@withholding-forms/contract";
import {
  defined,
  ExpressionError,
  type Language,
  parseExpression,
  publish,
} from "@withholding-forms/interview";
import { correctFormula, inFormula } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { Content } from "../resolve/content.js";
import type { FlowOptionSource, FlowPlaceSource, FlowSetSource, FlowSource } from "../schema/jurisdiction.js";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";
import { type ResolvedSet, resolveFlowSet, usedSets } from "./flow-sets.js";
import { editionsOf, withFormLanguages } from "./form-languages.js";
import { compileNotes } from "./questions.js";

/** What compiling the flows of one file needs. */
export interface FlowCompiler {
  readonly content: Content;
  /** Of the place or locality: the start of its flow ids. */
  readonly code: string;
  readonly source: Source;
  readonly say: Context["say"];
  readonly complain: Context["report"];
  readonly shared: Readonly<Record<string, FlowSetSource>>;
  /** How the places of an address answer a question about the locality. */
  readonly placed?: (place: FlowPlaceSource) => PlaceAnswer | undefined;
  /** Places that tax no wages, for which a filter writes NO_WAGE_TAX. */
  readonly untaxed: readonly string[];
}

/** `flows` of a file. */
export type FlowsSource = Readonly<Record<string, FlowSource | readonly FlowSource[]>> | undefined;

interface WrittenFlow {
  readonly status: ResidencyStatus;
  readonly flow: FlowSource;
  readonly path: Path;
}

function writtenFlows(flows: FlowsSource): WrittenFlow[] {
  return Object.entries(flows ?? {}).flatMap(([status, raw]) =>
    [raw].flat().map((flow, index) => ({
      status: status as ResidencyStatus,
      flow,
      path: Array.isArray(raw) ? ["flows", status, index] : ["flows", status],
    })),
  );
}

/** Every set that flows may share is used by one. */
export function checkSharedSets({ source, shared, complain }: FlowCompiler, flows: FlowsSource): void {
  const used = new Set(writtenFlows(flows).flatMap(({ flow }) => usedSets(flow.sets ?? {})));
  for (const name of Object.keys(shared)) {
    if (!used.has(name))
      complain(source, ["sets", name], "flow", `no flow uses the set "${name}": use it, or remove it`);
  }
}

export function compileFlows(compiler: FlowCompiler, flows: FlowsSource): CompiledFlow[] {
  return writtenFlows(flows).map((written) => compileFlow(compiler, written));
}

function compileFlow(compiler: FlowCompiler, { status, flow, path }: WrittenFlow): CompiledFlow {
  const { code } = compiler;
  const { worksAtHome, worksOnlyIn, worksHere, homeInside, workInside, payment } = flow;
  const [home, homeNot, work, workNot] = [flow.home, flow.homeNot, flow.work, flow.workNot].map((codes) =>
    codes?.flatMap((one) => (one === "NO_WAGE_TAX" ? compiler.untaxed : [one])),
  );
  const sets = Object.entries(flow.sets ?? {}).flatMap(([id, entry]) => {
    const at = [...path, "sets", id];
    const resolved = resolveFlowSet(compiler.shared, entry, at);
    if (typeof resolved !== "string") return [compileSet(compiler, id, resolved)];
    compiler.complain(compiler.source, at, "flow", `${id}: ${resolved}`);
    return [];
  });
  return defined({
    id: flow.id ?? (status === "FEDERAL" ? code : `${code}_${status}`),
    status,
    filter: defined({
      home,
      homeNot,
      work,
      workNot,
      worksAtHome,
      worksOnlyIn,
      worksHere,
      homeInside,
      workInside,
      payment,
    }),
    recommended: byLanguage((language) => flow.forms ?? ordinaryForms(sets, language)),
    optional: flow.optional ?? [],
    forms: flow.forms,
    sets,
  });
}

function compileSet(compiler: FlowCompiler, id: string, { set, at, optionAt }: ResolvedSet): CompiledFlowSet {
  const { content, source, say } = compiler;
  const message = content.answers.data["choice"]?.message ?? "";
  const words = (language: Language): CompiledFlowSet["words"]["en"] => ({
    title: say(source, at("title"), set.title, language),
    ask: say(source, at("ask"), set.ask, language),
    message: say(content.answers, ["choice", "message"], message, language),
    notes: compileNotes({ say }, source, at("notes"), set.notes, "BELOW_QUESTION", language),
    labels: set.options.map((option, index) => say(source, optionAt(index), option.label, language)),
  });
  return defined({
    id,
    question: set.question,
    place: set.place && compiler.placed?.(set.place),
    follows: compileFollows(compiler, at("follows"), set),
    words: byLanguage(words),
    options: withFormLanguages(content, compileOptions(set.options)),
  });
}

function compileFollows(
  { content, source, complain }: FlowCompiler,
  path: Path,
  { follows, options }: FlowSetSource,
): Follows | undefined {
  if (follows === undefined) return undefined;
  const { from, when, value, otherwise } = follows;
  for (const answer of [value, otherwise ?? value])
    if (!options.some((option) => option.value === answer))
      complain(source, path, "flow", `there is no option "${answer}": use the value of an option`);
  try {
    const published = publish(
      parseExpression(when),
      () => undefined,
      () => undefined,
    );
    return defined({ formIds: editionsOf(content, from), when: published, value, otherwise });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    complain(source, [...path, "when"], "formula", inFormula(when, `${error.message}: ${correctFormula}`));
    return undefined;
  }
}

/** Where no option is marked, the last one is the ordinary answer: "None of these", "No". */
function compileOptions(options: readonly FlowOptionSource[]): CompiledFlowOption[] {
  const marked = options.some(({ ordinary }) => ordinary !== undefined);
  return options.map(({ value, forms, next, optional, ordinary, combines }, index) => {
    const isLast = index === options.length - 1;
    return defined({
      value,
      forms,
      next,
      optional,
      ordinary: marked || !isLast ? ordinary : (true as const),
      combines,
    });
  });
}

/** What the ordinary answers require. A path that comes back to a set is reported by the check. */
function ordinaryForms(sets: readonly CompiledFlowSet[], language: Language): readonly string[] {
  const go = (id: string, path: readonly string[]): readonly string[] => {
    const set = path.includes(id) ? undefined : sets.find((one) => one.id === id);
    const option = ordinaryOption(set?.options ?? [], language);
    return option?.next === undefined ? (option?.forms ?? []) : go(option.next, [...path, id]);
  };
  return go("QS1", []);
}
