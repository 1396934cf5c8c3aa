import type { ResultCode } from "./codes.js";
import { isBoxStart, routeAt } from "./route.js";
import { readStreet, type Street, streetText } from "./street.js";
import { readUnitLine, readUnits, takeUnits, type Units } from "./unit.js";

/** What a line was read as. */
export interface Delivery {
  readonly text: string;
  readonly street: Street | undefined;
  readonly units: Units | undefined;
  /** Words after a route and a PO box after a street: they go to the second line. */
  readonly rest: string;
  readonly isDeliverable: boolean;
  readonly missing: ResultCode | undefined;
}

export function readDelivery(words: readonly string[], military: boolean): Delivery {
  const route = routeAt(words, 0, military);
  if (route !== undefined) {
    return {
      text: route.text,
      street: undefined,
      units: undefined,
      rest: route.end < words.length ? secondLine(words.slice(route.end)) : "",
      isDeliverable: true,
      missing: route.complete ? undefined : "AE13",
    };
  }
  const boxAt = innerBox(words);
  const streetWords = words.slice(0, boxAt);
  const units = takeUnits(streetWords);
  const street = readStreet(streetWords);
  return {
    text: streetText(street),
    street,
    units,
    rest: boxAt === words.length ? "" : secondLine(words.slice(boxAt)),
    isDeliverable: street.number !== "" && street.name !== "",
    missing: street.number === "" ? "AE11" : undefined,
  };
}

/** "123 Main St PO Box 5": index of the box, or the end. */
function innerBox(words: readonly string[]): number {
  for (let at = 2; at < words.length; at++) {
    if (isBoxStart(words[at]!) && routeAt(words, at, false)?.complete === true) return at;
  }
  return words.length;
}

/** A second line that is not only units: a PO box, or words that may end in units ("Acme Corp Suite 200"). */
export function secondLine(words: readonly string[]): string {
  const route = routeAt(words, 0, false);
  if (route?.complete === true) return [route.text, ...words.slice(route.end)].join(" ");
  const units = readUnitLine(words);
  if (units !== undefined) return units.text;
  for (let at = 1; at < words.length; at++) {
    const trailing = readUnits(words, at);
    if (trailing !== undefined) return `${words.slice(0, at).join(" ")} ${trailing.text}`;
  }
  return words.join(" ");
}
