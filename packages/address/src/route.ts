import { suffixes } from "./tables.js";

/** A delivery line without a street: PO box, rural or highway contract route, military mail, general delivery. */
export interface Route {
  readonly text: string;
  /** Index of the first word after it. */
  readonly end: number;
  /** False when the box number is missing. */
  readonly complete: boolean;
}

/** A word that may begin a PO box inside a street line. */
export function isBoxStart(word: string): boolean {
  return word === "PO" || word === "POB" || word === "POBOX" || word === "P" || word === "POST";
}

/** The route that begins at `at`; a bare "BOX 12" only counts when it is the whole line. */
export function routeAt(words: readonly string[], at: number, military: boolean): Route | undefined {
  switch (words[at]) {
    case "PO":
    case "P":
    case "POST":
    case "POB":
    case "POBOX":
    case "BOX":
    case "CALLER":
    case "FIRM":
    case "LOCKBOX":
    case "DRAWER":
    case "BIN":
      return postOfficeBox(words, at);
    case "RR":
    case "R":
    case "RFD":
    case "RD":
    case "RT":
    case "RTE":
    case "ROUTE":
    case "RURAL":
      return numberedRoute(words, at, "RR", afterRural(words, at));
    case "HC":
    case "HCR":
    case "H":
    case "HIGHWAY":
    case "STAR":
    case "SR":
      return numberedRoute(words, at, "HC", afterHighwayContract(words, at));
    case "GENERAL":
    case "GEN":
      return generalDelivery(words, at);
    case "PSC":
    case "CMR":
    case "UMR":
    case "OMC":
    case "UNIT":
      return militaryBox(words, at, military);
    default:
      return undefined;
  }
}

function postOfficeBox(words: readonly string[], start: number): Route | undefined {
  const designator = afterBoxDesignator(words, start);
  if (designator === undefined) return undefined;
  const at = skipNumberSign(words, designator);
  const number = words[at];
  const alone = start === 0 && (at === words.length || at + 1 === words.length);
  if (number !== undefined && isBoxNumber(number)) {
    // A caller, a bin or a bare box may be part of a street's name: "12 Drawer Rd".
    if (isBare(words, start) && !alone) return undefined;
    return { text: `PO BOX ${number}`, end: at + 1, complete: true };
  }
  return !isBare(words, start) && number === undefined
    ? { text: "PO BOX", end: at, complete: false }
    : undefined;
}

function afterBoxDesignator(words: readonly string[], at: number): number | undefined {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === "POB" || first === "POBOX") return at + 1;
  if (first === "PO") return isBoxWord(second) ? at + 2 : hasDigit(second) ? at + 1 : undefined;
  if (first === "P" && second === "O") return isBoxWord(third) ? at + 3 : undefined;
  if (first === "POST" && second === "OFFICE") return isBoxWord(third) ? at + 3 : undefined;
  if (first === "FIRM") return second === "CALLER" ? at + 2 : undefined;
  return isBoxWord(first) ? at + 1 : undefined;
}

function isBoxWord(word: string | undefined): boolean {
  return (
    word === "BOX" ||
    word === "BX" ||
    word === "DRAWER" ||
    word === "BIN" ||
    word === "LOCKBOX" ||
    word === "CALLER"
  );
}

function isBare(words: readonly string[], at: number): boolean {
  return isBoxWord(words[at]) || words[at] === "FIRM" || (words[at] === "PO" && !isBoxWord(words[at + 1]));
}

function isBoxNumber(word: string): boolean {
  return hasDigit(word) || (word.length <= 2 && !suffixes.has(word));
}

/** RR n BOX m. Without a box "RD 5" is a road and "ROUTE 5" a highway, so those need one. */
function numberedRoute(
  words: readonly string[],
  start: number,
  kind: "RR" | "HC",
  after: number | undefined,
) {
  if (after === undefined) return undefined;
  const numberAt = skipNumberSign(words, after);
  const number = words[numberAt];
  if (number === undefined || !/^\d/.test(number)) return undefined;
  const route = `${kind} ${number.replace(/^0+(?=\d)/, "")}`;
  const boxAt = boxNumberAt(words, numberAt + 1);
  const box = boxAt === undefined ? undefined : words[boxAt];
  if (boxAt !== undefined && box !== undefined && isBoxNumber(box)) {
    // A hyphen belongs only where the postal file has one; between digit and letter it never does.
    return { text: `${route} BOX ${box.replace(/^(\d+)-([A-Z])$/, "$1$2")}`, end: boxAt + 1, complete: true };
  }
  const isWholeLine = start === 0 && (boxAt ?? numberAt + 1) >= words.length;
  return isWholeLine && routesWithoutBox.has(words[start]!)
    ? { text: route, end: words.length, complete: false }
    : undefined;
}

const routesWithoutBox = new Set(["RR", "RFD", "RURAL", "HC", "HCR", "STAR"]);

function boxNumberAt(words: readonly string[], at: number): number | undefined {
  const word = words[at];
  if (word === "#") return at + 1;
  return word === "BOX" || word === "BX" ? skipNumberSign(words, at + 1) : undefined;
}

function afterRural(words: readonly string[], at: number): number | undefined {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === "RURAL") return isRouteWord(second) ? at + 2 : undefined;
  if (first === "RFD") return isRouteWord(second) ? at + 2 : at + 1;
  if (first === "R" && second === "F" && third === "D") return at + 3;
  if (first === "R" && second === "R") return at + 2;
  return at + 1;
}

function afterHighwayContract(words: readonly string[], at: number): number | undefined {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === "HIGHWAY") {
    if (second !== "CONTRACT") return undefined;
    return isRouteWord(third) ? at + 3 : at + 2;
  }
  if (first === "STAR") return isRouteWord(second) ? at + 2 : undefined;
  if (first === "H") return second === "C" ? at + 2 : undefined;
  return at + 1;
}

function isRouteWord(word: string | undefined): boolean {
  return word === "ROUTE" || word === "RTE" || word === "RT";
}

function generalDelivery(words: readonly string[], at: number): Route | undefined {
  const second = words[at + 1];
  if (second !== "DELIVERY" && second !== "DEL") return undefined;
  return { text: "GENERAL DELIVERY", end: at + 2, complete: true };
}

/** PSC, CMR or UNIT n BOX m. In a civilian place "UNIT 5" is an apartment unless a box follows. */
function militaryBox(words: readonly string[], at: number, military: boolean): Route | undefined {
  const numberAt = skipNumberSign(words, at + 1);
  const number = words[numberAt];
  if (number === undefined || !hasDigit(number)) return undefined;
  const kind = words[at] === "UMR" ? "UNIT" : words[at];
  const boxAt = boxNumberAt(words, numberAt + 1);
  const box = boxAt === undefined ? undefined : words[boxAt];
  if (boxAt !== undefined && box !== undefined && isBoxNumber(box)) {
    return { text: `${kind} ${number} BOX ${box}`, end: boxAt + 1, complete: true };
  }
  return military ? { text: `${kind} ${number}`, end: numberAt + 1, complete: true } : undefined;
}

function skipNumberSign(words: readonly string[], at: number): number {
  const word = words[at];
  return word === "#" || word === "NO" || word === "NUM" || word === "NUMBER" ? at + 1 : at;
}

function hasDigit(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word);
}
