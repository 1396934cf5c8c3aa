import type { Language } from "@withholding-forms/interview";
import type {
  CompiledFlow,
  CompiledFlowSet,
  CompiledJurisdiction,
  ResidencyStatus,
} from "../../model/jurisdiction.js";
import type { Content, JurisdictionContent } from "../content.js";
import type { Ledger } from "../po.js";
import type { Report } from "../problem.js";
import type { FlowSetSource } from "../schema/jurisdiction.js";
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
  const message = content.answers.data["choice"]?.message ?? "";
  const { data } = place.source;
  const flows = Object.entries(data.flows ?? {}).flatMap(([status, raw]) => {
    const list = Array.isArray(raw) ? raw : [raw];
    return list.map((flow, index): CompiledFlow => {
      const path = Array.isArray(raw) ? ["flows", status, index] : ["flows", status];
      const words = (
        setId: string,
        set: FlowSetSource,
        language: Language,
      ): CompiledFlowSet["words"]["en"] => {
        const at = [...path, "sets", setId];
        return {
          title: say(place.source, [...at, "title"], set.title, language),
          ask: say(place.source, [...at, "ask"], set.ask, language),
          message: say(content.answers, ["choice", "message"], message, language),
          notes: compileNotes({ say }, place.source, [...at, "notes"], set.notes, "BELOW_QUESTION", language),
          labels: set.options.map((option, number) =>
            say(place.source, [...at, "options", number], option.label, language),
          ),
        };
      };
      const { home, homeNot, work, workNot, worksAtHome } = flow;
      return {
        id: flow.id ?? (status === "FEDERAL" ? place.code : `${place.code}_${status}`),
        status: status as ResidencyStatus,
        filter: {
          ...(home === undefined ? {} : { home }),
          ...(homeNot === undefined ? {} : { homeNot }),
          ...(work === undefined ? {} : { work }),
          ...(workNot === undefined ? {} : { workNot }),
          ...(worksAtHome === undefined ? {} : { worksAtHome }),
        },
        recommended: flow.recommended ?? [],
        optional: flow.optional ?? [],
        ...(flow.forms === undefined ? {} : { forms: flow.forms }),
        sets: Object.entries(flow.sets ?? {}).map(([id, set]) => ({
          id,
          question: set.question,
          words: byLanguage((language) => words(id, set, language)),
          options: set.options.map(({ value, forms, next }) => ({
            value,
            ...(forms === undefined ? {} : { forms }),
            ...(next === undefined ? {} : { next }),
          })),
        })),
      };
    });
  });
  return {
    code: place.code,
    name: data.name,
    country: data.country,
    wageTax: data.wageTax,
    ...(data.agency === undefined ? {} : { agency: data.agency }),
    reciprocity: data.reciprocity,
    flows,
  };
}
