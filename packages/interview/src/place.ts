import type { Value } from "./evaluate.js";
import type { Question } from "./types.js";

/** What is known of one place: certainty, code, and name, with tabs between them. */
export type KnownPlace = `${"INSIDE" | "LIKELY" | "POSSIBLE"}\t${string}\t${string}`;

export interface PlaceAnswered {
  /** As they would be typed. Only POSSIBLE ones can be several. */
  readonly answers: readonly string[];
  readonly certainty: "INSIDE" | "LIKELY" | "POSSIBLE";
}

/**
 * How the places of an address answer a question. The inputs `place.HOME.COUNTY` and the like have a known place each, all
 * with the same certainty.
 */
export function placeAnswer(
  { place }: Question,
  inputs: ReadonlyMap<string, Value>,
): PlaceAnswered | undefined {
  if (place === undefined) return undefined;
  const { of, kinds, answers: byCode, otherwise, byName, within = "", suggestOnly } = place;
  const answerOf = (code: string, name: string, county: string): string | undefined => {
    if (!code.startsWith(within)) return undefined;
    if (byName === undefined) return byCode?.[code] ?? byCode?.[`${name}|${county}`] ?? otherwise;
    return byName === "COUNTY" ? name.replace(/ County$/, "") : name;
  };
  for (const [rank, address] of of.entries()) {
    const counties = (inputs.get(`place.${address}.COUNTY`) ?? []) as readonly KnownPlace[];
    const county =
      counties.length === 1 && counties[0]!.startsWith("INSIDE") ? counties[0]!.split("\t")[1]! : "";

    const known = kinds
      .flatMap((kind) => (inputs.get(`place.${address}.${kind}`) ?? []) as readonly KnownPlace[])
      .map((one) => one.split("\t") as [PlaceAnswered["certainty"], string, string])
      .filter(([, , name]) => byName === undefined || name !== "");
    const [first] = known;
    // Where the home is unknown, the work says nothing.
    if (first === undefined) return answersInCounties(byCode, counties);
    const all = known.map(([, code, name]) => answerOf(code, name, county));
    const answers = [...new Set(all)].filter((answer) => answer !== undefined);
    if (answers.length === 0) continue;
    if (first[0] === "POSSIBLE" || new Set(all).size > 1) return { answers, certainty: "POSSIBLE" };
    const isInside = first[0] === "INSIDE" && rank === 0 && suggestOnly !== true;
    return { answers, certainty: isInside ? "INSIDE" : "LIKELY" };
  }
  return undefined;
}

/** Where only the county of a place is known, the answers in it are possible. */
function answersInCounties(
  byCode: Readonly<Record<string, string>> = {},
  counties: readonly KnownPlace[],
): PlaceAnswered | undefined {
  const ends = counties.map((county) => `|${county.split("\t")[1]}`);
  const inCounties = Object.keys(byCode).filter((key) => ends.some((end) => key.endsWith(end)));
  if (inCounties.length === 0) return undefined;
  return { answers: [...new Set(inCounties.map((key) => byCode[key]!))], certainty: "POSSIBLE" };
}
