import type { CompiledLocality, Suggestion } from "@withholding-forms/catalog/model/jurisdiction";
import { postalName } from "@withholding-forms/catalog/model/postal-name";
import type { AddressPlace } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import { isRecord, type Source } from "../read/source.js";
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
    const { name, agency, missing, missingForSome } = locality;
    const say = sayingLocality(state.say, name);
    const own = ownParts(locality, localities);
    const placed = placedIn(locality, localities);
    const compiler: FlowCompiler = { ...state, code, source, say, shared: own(sets), placed };
    return defined({
      code,
      name,
      agency,
      place: placeOf(locality),
      suggestedBy: suggestionOf(locality),
      flows: compileFlows(compiler, ownFlows(own(flows ?? {}), code, locality)),
      missing,
      missingForSome: compileMissing(say, source, ["localities", code, "missingForSome"], missingForSome),
    });
  });
}

function placeOf({ place = {} }: LocalitySource): CompiledLocality["place"] {
  const [found] = Object.entries(place);
  return found && { kind: found[0] as AddressPlace["kind"], codes: found[1] };
}

/** Undefined where the code of the place is not in the content. */
function placedIn(
  locality: LocalitySource,
  localities: Readonly<Record<string, LocalitySource>>,
): NonNullable<FlowCompiler["placed"]> {
  return ({ of, inside, outside }) => {
    const places = locality.either?.map((code) => [code, placeOf(localities[code]!)] as const) ?? [
      [inside ?? "", placeOf(locality)] as const,
    ];
    const kinds = [...new Set(places.flatMap(([, place]) => place?.kind ?? []))];
    if (kinds.length !== 1 || places.some(([, place]) => place === undefined)) return undefined;
    const answers = places.flatMap(([answer, place]) => place!.codes.map((code) => [code, answer] as const));
    return { of: [of], kinds, answers: Object.fromEntries(answers), otherwise: outside };
  };
}

function suggestionOf({
  name,
  cities = [name],
  zipCodes = [],
  insideZipCodes: inside = [],
  either,
  everywhereExcept,
}: LocalitySource): Suggestion {
  if (either !== undefined) return { either };
  if (everywhereExcept !== undefined) return { everywhereExcept };
  return { cities: cities.map(postalName), zipCodes: [...zipCodes, ...inside], inside };
}

/** The flows for one locality. An id is written without the code of the locality. */
function ownFlows(
  flows: NonNullable<FlowsSource>,
  code: string,
  { certificate, either }: LocalitySource,
): FlowsSource {
  if (certificate === undefined && either === undefined) return {};
  return Object.fromEntries(
    Object.entries(flows).map(([status, raw]) => [
      status,
      [raw as FlowSource | FlowSource[]]
        .flat()
        .filter((flow) => (flow.either === true) === (either !== undefined))
        .map((flow) => (flow.id === undefined ? flow : { ...flow, id: `${code}_${flow.id}` })),
    ]),
  );
}

/** FORM in a list of forms is the certificate of the locality; an option MEMBER is one for each locality of `either`. */
function ownParts(
  { certificate, either = [] }: LocalitySource,
  localities: Readonly<Record<string, LocalitySource>>,
): <T>(data: T) => T {
  const go = (data: unknown): unknown => {
    if (Array.isArray(data)) return data.flatMap((item) => (isMember(item) ? members(item) : [go(item)]));
    if (isRecord(data)) return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, go(item)]));
    return data === "FORM" && certificate !== undefined ? certificate : data;
  };
  const members = (option: object): object[] =>
    either.flatMap((code) => {
      const member = localities[code];
      return member?.certificate === undefined
        ? []
        : [{ ...option, value: code, label: member.name, forms: [member.certificate] }];
    });
  return <T>(data: T): T => go(data) as T;
}

function isMember(item: unknown): item is object {
  return isRecord(item) && item["value"] === "MEMBER";
}
