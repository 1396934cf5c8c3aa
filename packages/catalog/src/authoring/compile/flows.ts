import { defined, type Language } from "@withholding-forms/interview";
import type {
  CompiledFlow,
  CompiledFlowSet,
  CompiledJurisdiction,
  ResidencyStatus,
} from "../../model/jurisdiction.js";
import type { Content, JurisdictionContent } from "../content.js";
import type { Ledger } from "../po.js";
import type { Report } from "../problem.js";
import type { FlowSetSource, FlowSource } from "../schema/jurisdiction.js";
import type { Path } from "../source.js";
import { byLanguage } from "./by-language.js";
import { type Context, speaker } from "./context.js";
import { compileNotes } from "./questions.js";

export function compileJurisdiction(
  content: Content,
  place: JurisdictionContent,
  ledger: Ledger,
  report: Report,
): CompiledJurisdiction {
  const complain: Context["report"] = (source, path, rule, message) =>
    report({ ...source.at(path), rule, message });
  const say = speaker([place.translations, content.translations], ledger, complain, place.folder);
  const { name, country, wageTax, agency, reciprocity, flows = {} } = place.source.data;
  return defined({
    code: place.code,
    name,
    country,
    wageTax,
    agency,
    reciprocity,
    flows: Object.entries(flows).flatMap(([status, raw]) =>
      Array.isArray(raw)
        ? raw.map((flow, index) =>
            compileFlow({ content, place, say }, ["flows", status, index], status, flow),
          )
        : compileFlow({ content, place, say }, ["flows", status], status, raw),
    ),
  });
}

interface FlowContext {
  readonly content: Content;
  readonly place: JurisdictionContent;
  readonly say: Context["say"];
}

function compileFlow(context: FlowContext, path: Path, status: string, flow: FlowSource): CompiledFlow {
  const { code } = context.place;
  const { home, homeNot, work, workNot, worksAtHome } = flow;
  return defined({
    id: flow.id ?? (status === "FEDERAL" ? code : `${code}_${status}`),
    status: status as ResidencyStatus,
    filter: defined({ home, homeNot, work, workNot, worksAtHome }),
    recommended: flow.recommended ?? [],
    optional: flow.optional ?? [],
    forms: flow.forms,
    sets: Object.entries(flow.sets ?? {}).map(([id, set]) => ({
      id,
      question: set.question,
      words: byLanguage((language) => flowWords(context, [...path, "sets", id], set, language)),
      options: set.options.map(({ value, forms, next }) => defined({ value, forms, next })),
    })),
  });
}

function flowWords(
  { content, place, say }: FlowContext,
  path: Path,
  set: FlowSetSource,
  language: Language,
): CompiledFlowSet["words"]["en"] {
  const message = content.answers.data["choice"]?.message ?? "";
  return {
    title: say(place.source, [...path, "title"], set.title, language),
    ask: say(place.source, [...path, "ask"], set.ask, language),
    message: say(content.answers, ["choice", "message"], message, language),
    notes: compileNotes({ say }, place.source, [...path, "notes"], set.notes, "BELOW_QUESTION", language),
    labels: set.options.map((option, index) =>
      say(place.source, [...path, "options", index], option.label, language),
    ),
  };
}
