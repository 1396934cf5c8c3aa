import {
  type AddressProvider,
  isUsAddress,
  type Located,
  type Address as PlainAddress,
} from "@withholding-forms/address";
import type { Applicable, Catalog, Place } from "@withholding-forms/catalog";
import type { Address, AddressError, LocationRequest } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import type { SizedCache } from "../cache.js";
import { fillIn, messagesIn } from "../problems/messages/messages.js";
import type { Messages } from "../problems/messages/shape.js";
import { type Clock, today } from "./clock.js";

export interface Location {
  readonly applicable: ApplicableText;
  /** `locationData` and `errors` as members of a JSON object: an answer is put together from ready parts. */
  readonly places: string;
  readonly errors: readonly AddressError[];
}

/** What applies, ready to send. */
export interface ApplicableText {
  readonly forms: string;
  readonly flows: string;
  readonly problems: Applicable["problems"];
}

export interface Locator extends Clock {
  readonly catalog: Catalog;
  readonly addresses: AddressProvider;
  /** What applies to pairs of places, by day. */
  readonly applicable: SizedCache<ApplicableText>;
}

/** What `forms` and `guided-flows` share: the addresses located, and what applies to them. */
export function locate(
  service: Locator,
  request: LocationRequest,
  language: Language,
): Location | Promise<Location> {
  const { addresses } = service;
  const sent = [request.homeAddress, ...request.workAddresses];
  if (addresses.locateSync !== undefined) {
    const { locateSync } = addresses;
    return answer(
      service,
      sent,
      sent.map((address) => locateSync(plain(address))),
      language,
    );
  }
  return Promise.all(sent.map((address) => addresses.locate(plain(address)))).then((located) =>
    answer(service, sent, located, language),
  );
}

function answer(
  service: Locator,
  sent: readonly Address[],
  located: readonly Located[],
  language: Language,
): Location {
  const words = messagesIn(language);
  const applicable = applicableTo(service, located, language);
  const errors: AddressError[] = [];
  let data = "";
  located.forEach((found, index) => {
    for (const { code } of found.problems)
      errors.push({ addressId: idOf(index), code, message: descriptionOf(code, words) });
    if (found.country === "US")
      data += `${data === "" ? "" : ","}${dataText(idOf(index), sent[index] as Address, found, words)}`;
  });
  for (const { addressId, code, jurisdiction } of applicable.problems) {
    const known = service.catalog.jurisdictions.get(jurisdiction);
    const place = known?.name ?? jurisdiction;
    errors.push({
      addressId,
      code,
      message: fillIn(words.addresses[code], { place }),
      ...(known === undefined ? {} : { locality: jurisdiction, localityFullName: place }),
      ...(known?.agency === undefined ? {} : { agency: known.agency }),
    });
  }
  const places = `"locationData":[${data}],"errors":${JSON.stringify(errors)}`;
  return { applicable, places, errors };
}

/** Most employees live and work in one place or two, so what applies is computed once a day for each such pair. */
function applicableTo(service: Locator, located: readonly Located[], language: Language): ApplicableText {
  const day = today(service);
  const key = `${day} ${language} ${located.map(({ country, region }) => `${country}-${region}`).join(" ")}`;
  const known = service.applicable.get(key);
  if (known !== undefined) return known;
  const places = located.map(
    ({ country, region }, index): Place => ({ addressId: idOf(index), country, region }),
  );
  const [home, ...works] = places as [Place, ...Place[]];
  const { forms, flows, problems } = service.catalog.applicable(home, works, day, language);
  const made = { forms: JSON.stringify(forms), flows: JSON.stringify(flows), problems };
  service.applicable.set(key, made, key.length + made.forms.length + made.flows.length);
  return made;
}

function descriptionOf(code: string, words: Messages): string {
  const known = Object.entries(words.addressResults).find(([name]) => name === code);
  return known?.[1].description ?? words.fields.INVALID;
}

function idOf(index: number): string {
  return index === 0 ? "home" : `work${index}`;
}

/** Members that a JSON library sent as null are members not sent. */
function plain(address: Address): PlainAddress {
  if (!Object.values(address).includes(null)) return address as PlainAddress;
  return Object.fromEntries(
    Object.entries(address).filter(([, value]) => value !== null),
  ) as unknown as PlainAddress;
}

/** One element of `locationData`. */
function dataText(id: string, inputAddress: Address, located: Located, words: Messages): string {
  const { normalizedAddress, codes, latitude, longitude, verified, geocoded } = located;
  const input = JSON.stringify(inputAddress);
  const normalized = isUsAddress(normalizedAddress) ? JSON.stringify(normalizedAddress) : input;
  const place =
    latitude === undefined || longitude === undefined
      ? ""
      : `"latitude":"${latitude}","longitude":"${longitude}",`;
  return `{"id":"${id}","inputAddress":${input},"normalizedAddress":${normalized},"addressResultMessages":${resultsText(codes, words)},${place}"verified":${verified},"geocoded":${geocoded}}`;
}

const results = new WeakMap<Messages, Map<string, string>>();

/** Few combinations of codes occur, so their words are put together once. */
function resultsText(codes: Located["codes"], words: Messages): string {
  let known = results.get(words);
  if (known === undefined) {
    known = new Map();
    results.set(words, known);
  }
  const key = codes.join(" ");
  let text = known.get(key);
  if (text === undefined) {
    text = JSON.stringify(Object.fromEntries(codes.map((code) => [code, words.addressResults[code]])));
    known.set(key, text);
  }
  return text;
}
