import type { CompiledLocality, Suggestion } from "@withholding-forms/catalog/model/jurisdiction";
import { postalName } from "@withholding-forms/catalog/model/postal-name";
import { defined } from "@withholding-forms/interview";
import type { Source } from "../read/source.js";
import type { FlowSource } from "../schema/jurisdiction.js";
import type { LocalitySource } from "../schema/localities.js";
import type { Shape } from "../schema/schemas.js";
import { checkSharedSets, compileFlows, type FlowCompiler, type FlowsSource } from "./flows.js";
import { sayingLocality } from "./locality-words.js";
import { compileMissing } from "./missing.js";

/** Each locality with its own copy of the flows, which the file writes once for all of them. */
export function compileLocalities(
  state: FlowCompiler,
  source: Source<Shape<"localities">>,
): CompiledLocality[] {
  const { localities, sets = {}, flows } = source.data;
  checkSharedSets({ ...state, source, shared: sets }, flows);
  return Object.entries(localities).map(([code, locality]) => {
    const { name, agency, certificate, missing, missingForSome } = locality;
    const say = sayingLocality(state.say, name);
    const compiler: FlowCompiler = { ...state, code, source, say, shared: withForm(sets, certificate) };
    return defined({
      code,
      name,
      agency,
      suggestedBy: suggestionOf(locality),
      flows: certificate === undefined ? [] : compileFlows(compiler, ownFlows(flows, code, certificate)),
      missing,
      missingForSome: compileMissing(say, source, ["localities", code, "missingForSome"], missingForSome),
    });
  });
}

function suggestionOf({
  name,
  cities = [name],
  zipCodes = [],
  everywhereExcept,
}: LocalitySource): Suggestion {
  return everywhereExcept === undefined ? { cities: cities.map(postalName), zipCodes } : { everywhereExcept };
}

/** The flows with the ids and the form of one locality. An id is written without the code of the locality. */
function ownFlows(flows: FlowsSource, code: string, certificate: string): FlowsSource {
  const own = (flow: FlowSource): FlowSource =>
    flow.id === undefined ? flow : { ...flow, id: `${code}_${flow.id}` };
  return Object.fromEntries(
    Object.entries(withForm(flows ?? {}, certificate)).map(([status, raw]) => [
      status,
      Array.isArray(raw) ? raw.map(own) : own(raw as FlowSource),
    ]),
  );
}

/** FORM in a list of forms is the certificate of the locality. */
function withForm<T>(data: T, certificate: string | undefined): T {
  return certificate === undefined
    ? data
    : (JSON.parse(JSON.stringify(data).replaceAll('"FORM"', JSON.stringify(certificate))) as T);
}
