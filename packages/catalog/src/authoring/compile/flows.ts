import { type Language, languages } from "@withholding-forms/interview";
import type {
  Agency,
  CompiledFlow,
  CompiledFlowSet,
  CompiledJurisdiction,
  FlowFilter,
  ResidencyStatus,
} from "../../model/jurisdiction.js";
import type { Content, JurisdictionContent } from "../content.js";
import type { Ledger } from "../po.js";
import type { Report } from "../problem.js";
import { type Context, speaker } from "./context.js";
import { compileNotes, type RawNote } from "./questions.js";

interface RawFlow extends FlowFilter {
  readonly id?: string;
  readonly recommended?: readonly string[];
  readonly optional?: readonly string[];
  readonly forms?: readonly string[];
  readonly sets?: Readonly<Record<string, RawFlowSet>>;
}

interface RawFlowSet {
  readonly question: string;
  readonly title: string;
  readonly ask: string;
  readonly notes?: readonly RawNote[];
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly forms?: readonly string[];
    readonly next?: string;
  }[];
}

export function compileJurisdiction(
  content: Content,
  place: JurisdictionContent,
  ledger: Ledger,
  report: Report,
): CompiledJurisdiction {
  const complain: Context["report"] = (source, path, rule, message) =>
    report({ ...source.at(path), rule, message });
  const say = speaker([place.translations, content.translations], ledger, complain, place.folder);
  const message = (content.answers.data as Record<string, { message: string }>)["choice"]?.message ?? "";
  const data = place.source.data as {
    name: string;
    country: "US" | "CA";
    wageTax: boolean;
    agency?: Agency;
    reciprocity: readonly string[] | "all";
    flows?: Partial<Record<ResidencyStatus, RawFlow | readonly RawFlow[]>>;
  };
  const flows = Object.entries(data.flows ?? {}).flatMap(([status, raw]) => {
    const list = Array.isArray(raw) ? (raw as readonly RawFlow[]) : [raw as RawFlow];
    return list.map((flow, index): CompiledFlow => {
      const path = Array.isArray(raw) ? ["flows", status, index] : ["flows", status];
      const words = (setId: string, set: RawFlowSet, language: Language): CompiledFlowSet["words"]["en"] => {
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
          words: Object.fromEntries(
            languages.map((language) => [language, words(id, set, language)]),
          ) as unknown as CompiledFlowSet["words"],
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
