import type { CompiledJurisdiction } from "@withholding-forms/catalog/model/jurisdiction";
import { defined } from "@withholding-forms/interview";
import type { Ledger } from "../read/po.js";
import type { Report } from "../read/problem.js";
import type { Content, JurisdictionContent } from "../resolve/content.js";
import { fillFigures } from "../resolve/figures.js";
import { type Context, speaker } from "./context.js";
import { checkSharedSets, compileFlows, type FlowCompiler } from "./flows.js";
import { compileLocalities } from "./localities.js";
import { compileMissing } from "./missing.js";
import { withModules } from "./module-words.js";

export function compileJurisdiction(
  content: Content,
  place: JurisdictionContent,
  ledger: Ledger,
  report: Report,
): CompiledJurisdiction {
  const complain: Context["report"] = (source, path, rule, message) =>
    report({ ...source.at(path), rule, message });
  const { source, localities } = place;
  const { data } = source;
  const plain = speaker([place.translations, content.translations], ledger, complain, place.folder);
  const say = withFigures(content, place, withModules(content, data.modules, plain, complain), complain);
  const untaxed = content.jurisdictions.filter((one) => !one.source.data.wageTax).map(({ code }) => code);
  const compiler: FlowCompiler = {
    content,
    code: place.code,
    source,
    say,
    complain,
    shared: data.sets ?? {},
    untaxed,
  };
  checkSharedSets(compiler, data.flows);
  const { name, country, wageTax, agency, reciprocity, missing, missingForSome } = data;
  return defined({
    code: place.code,
    name,
    country,
    wageTax,
    agency,
    reciprocity,
    missing,
    missingForSome: compileMissing(plain, source, ["missingForSome"], missingForSome),
    flows: compileFlows(compiler, data.flows),
    localities:
      localities === undefined ? undefined : compileLocalities({ ...compiler, say: plain }, localities),
  });
}

/** Amounts in the words of flows are those of the figures that the place names. */
function withFigures(
  content: Content,
  { folder, source }: JurisdictionContent,
  say: Context["say"],
  complain: Context["report"],
): Context["say"] {
  const { figures: year } = source.data;
  const set = content.figures.get(`${folder}/${year}`);
  const figures = { year, sets: set === undefined ? [] : [set] };
  return (file, path, sentence, language) => {
    const written = language === "en" ? /\$[0-9](?:,?[0-9])*/.exec(sentence)?.[0] : undefined;
    if (written !== undefined)
      complain(file, path, "literal", `${written} is written out: add it to the figures, and name it`);
    const report = (message: string): void => complain(file, path, "figure", message);
    return fillFigures(say(file, path, sentence, language), figures, language, report);
  };
}
