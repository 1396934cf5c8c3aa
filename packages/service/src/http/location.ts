import type { Applicable, Catalog, Place } from "@withholding-forms/catalog";
import type { LocationData } from "@withholding-forms/contract";
import type { Location } from "../app/locate.js";
import { sizedCache } from "../cache.js";
import { asciiJson } from "./ascii-json.js";
import type { SizedJson } from "./reply.js";

/**
 * Most employees live and work in one place or two, so what applies is computed once a day for each list of places and
 * language, and written as JSON once.
 */
export function rememberApplicable(catalog: Catalog, maxBytes: number): Catalog["applicable"] {
  const known = sizedCache<Applicable>(maxBytes);
  return (home, works, day, language, payment = "WAGES") => {
    let key = `${day} ${language} ${payment} ${placeKey(home)}`;
    for (const work of works) key += ` ${placeKey(work)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = catalog.applicable(home, works, day, language, payment);
    known.set(key, made, key.length + sharedJson(made.forms).length + sharedJson(made.flows).length);
    return made;
  };
}

/** Codes of the content only, never the address itself. */
function placeKey({ country, region, localities = [] }: Place): string {
  let key = `${country}-${region}`;
  for (const locality of localities) key += `-${locality}`;
  return key;
}

/** The response of `forms` or `guided-flows`, put together from parts that are ready. */
export function locationJson(
  { applicable, locationData, errors }: Location,
  listed: "forms" | "flows",
): SizedJson {
  const data = locationData.map(dataJson).join(",");
  const said = errors.length === 0 ? "[]" : JSON.stringify(errors);
  const text = `{"${listed}":${sharedJson(applicable[listed])},"locationData":[${data}],"errors":${said}}`;
  // Measuring the text would first copy it into one piece, and the rest of it is ASCII.
  return { text, size: text.length + bytesBeyond(data) + bytesBeyond(said) };
}

/** Bytes of a text beyond one per character. */
function bytesBeyond(text: string): number {
  return Buffer.byteLength(text) - text.length;
}

function dataJson(data: LocationData): string {
  const { id, inputAddress, normalizedAddress, addressResultMessages, latitude, longitude } = data;
  const coordinates = latitude === undefined ? "" : `"latitude":"${latitude}","longitude":"${longitude}",`;
  const given = JSON.stringify(inputAddress);
  const normalized = JSON.stringify(normalizedAddress);
  return `{"id":"${id}","inputAddress":${given},"normalizedAddress":${normalized},"addressResultMessages":${sharedJson(addressResultMessages)},${coordinates}"verified":${data.verified},"geocoded":${data.geocoded}}`;
}

const texts = new WeakMap<object, string>();

/** The text of data that many responses share: made once, kept as long as the data. */
function sharedJson(data: object): string {
  const known = texts.get(data);
  if (known !== undefined) return known;
  const made = asciiJson(data);
  texts.set(data, made);
  return made;
}
