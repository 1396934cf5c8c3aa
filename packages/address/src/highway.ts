import { directionals, suffixes, usRegions } from "./tables.js";
import { isDigit } from "./tokens.js";

/** A road named by its number, written out as Publication 28 (section 237, appendix E) asks: HIGHWAY 64, FM 1200. */
export interface Highway {
  readonly text: string;
  /** Index of the first word after its number. */
  readonly end: number;
}

/** Most streets have no word that could be a road number, which is cheaper to check than parsing a highway. */
export function mayHaveHighway(words: readonly string[], start: number): boolean {
  for (let at = start; at < words.length; at++) {
    const word = words[at]!;
    // The number comes after the kind of the road, except in "I-80".
    if ((at > start && mayBeRoadNumber(word)) || (word.startsWith("I") && interstatePattern.test(word)))
      return true;
  }
  return directionals.has(words.at(-1) ?? "");
}

function mayBeRoadNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return isDigit(first) || word.length === 1 || (word.length === 2 && first === word.charCodeAt(1));
}

const interstatePattern = /^I-?(\d+[A-Z]?)$/;

export function highwayAt(words: readonly string[], at: number): Highway | undefined {
  // "OLD HIGHWAY 7" is a separate name; the rest is written like any other.
  if (words[at] === "OLD") {
    const rest = highwayAt(words, at + 1);
    return rest && { text: `OLD ${rest.text}`, end: rest.end };
  }
  const interstate = interstatePattern.exec(words[at] ?? "");
  if (interstate !== null) return { text: `INTERSTATE ${interstate[1]}`, end: at + 1 };
  const name = named(words, at);
  if (name === undefined) return undefined;
  const word = words[name.end] ?? "";
  // "Highway North" at the end of the line is written as the road "N" would be.
  const number = name.end + 1 === words.length ? (directionals.get(word) ?? word) : word;
  if (!isRoadNumber(number)) return undefined;
  return { text: `${name.text} ${number.replace(/^([A-Z]+)-(?=\d)/, "$1")}`, end: name.end + 1 };
}

function named(words: readonly string[], at: number): Highway | undefined {
  const first = words[at];
  const second = words[at + 1];
  switch (first) {
    case "COUNTY":
    case "CNTY":
    case "CTY":
    case "CO": {
      const road = roadWord(second);
      return road && { text: `COUNTY ${road}`, end: at + 2 };
    }
    case "STATE":
    case "ST": {
      const road = roadWord(second);
      return road && { text: `STATE ${road}`, end: at + 2 };
    }
    case "TOWNSHIP":
    case "TWP":
      return roadWord(second) === "ROAD" ? { text: "TOWNSHIP ROAD", end: at + 2 } : undefined;
    case "US": {
      const road = roadWord(second);
      return { text: `US ${road ?? "HIGHWAY"}`, end: road === undefined ? at + 1 : at + 2 };
    }
    case "U":
      return second === "S" ? shifted(named(["US", ...words.slice(at + 2)], 0), at + 1) : undefined;
    case "CR":
      return { text: "COUNTY ROAD", end: at + 1 };
    case "SR":
      return { text: second !== undefined && /^\d/.test(second) ? "STATE ROAD" : "STATE ROUTE", end: at + 1 };
    case "SH":
      return { text: "STATE HIGHWAY", end: at + 1 };
    case "TSR":
      return { text: "TOWNSHIP ROAD", end: at + 1 };
    case "INTERSTATE":
      return { text: "INTERSTATE", end: roadWord(second) === "HIGHWAY" ? at + 2 : at + 1 };
    case "I":
    case "IH":
      return second !== undefined && /^\d/.test(second) ? { text: "INTERSTATE", end: at + 1 } : undefined;
    case "FM":
      return { text: "FM", end: roadWord(second) === "ROAD" ? at + 2 : at + 1 };
    case "RM":
      return { text: "RM", end: roadWord(second) === "ROAD" ? at + 2 : at + 1 };
    case "FARM":
    case "RANCH":
      return ranchRoad(words, at);
    case "RR":
      return { text: "RANCH ROAD", end: at + 1 };
    case "LOOP":
    case "EXPRESSWAY":
      return { text: first, end: at + 1 };
    case "EXPY":
      return { text: "EXPRESSWAY", end: at + 1 };
    default:
      return plainRoad(words, at);
  }
}

/** HIGHWAY 6, ROUTE 9W, ROAD 5A, and those with a state before them: KENTUCKY HIGHWAY 189. */
function plainRoad(words: readonly string[], at: number): Highway | undefined {
  const road = roadWord(words[at]);
  if (road !== undefined) {
    if (road === "HIGHWAY" && words[at + 1] === "FM") return { text: "FM", end: at + 2 };
    return { text: road, end: at + 1 };
  }
  const [state, length] = stateName(words, at);
  if (state === undefined) return undefined;
  const next = words[at + length];
  const isState = next === "STATE" || next === "ST";
  const stateRoad = roadWord(isState ? words[at + length + 1] : next);
  // "12 Washington Rd 5" is a road called Washington with a unit.
  if (stateRoad === undefined || (stateRoad === "ROAD" && !isState)) return undefined;
  return isState
    ? { text: `${state} STATE ${stateRoad}`, end: at + length + 2 }
    : { text: `${state} ${stateRoad}`, end: at + length + 1 };
}

function stateName(words: readonly string[], at: number): [string | undefined, number] {
  const one = usRegions.get(words[at] ?? "");
  if (one !== undefined) return [one.name, 1];
  const two = words[at + 1] === undefined ? undefined : usRegions.get(`${words[at]} ${words[at + 1]}`);
  return [two?.name, 2];
}

/** FARM TO MARKET 1200 and RANCH TO MARKET, RANCH ROAD 620. */
function ranchRoad(words: readonly string[], at: number): Highway | undefined {
  if (words[at + 1] === "TO" && words[at + 2] === "MARKET") {
    const end = roadWord(words[at + 3]) === "ROAD" ? at + 4 : at + 3;
    return { text: words[at] === "FARM" ? "FM" : "RM", end };
  }
  if (words[at] !== "RANCH" || roadWord(words[at + 1]) !== "ROAD") return undefined;
  return { text: "RANCH ROAD", end: at + 2 };
}

function roadWord(word: string | undefined): "HIGHWAY" | "ROAD" | "ROUTE" | undefined {
  switch (word) {
    case "ROAD":
    case "RD":
      return "ROAD";
    case "ROUTE":
    case "RTE":
    case "RT":
      return "ROUTE";
    default:
      return word !== undefined && suffixes.get(word) === "HWY" ? "HIGHWAY" : undefined;
  }
}

/** 64, 60E, 9W, 121A, or the letters of Wisconsin's and Missouri's roads: A, MM. */
function isRoadNumber(word: string): boolean {
  return /^(?:\d+(?:-?[A-Z]{1,2})?|[A-Z]|([A-Z])\1)$/.test(word);
}

function shifted(highway: Highway | undefined, by: number): Highway | undefined {
  return highway && { text: highway.text, end: highway.end + by };
}
