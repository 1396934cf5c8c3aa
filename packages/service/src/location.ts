import { isUsAddress, type Located, type Address as PlainAddress } from "@withholding-forms/address";
import type { Applicable, Place } from "@withholding-forms/catalog";
import type { Language } from "@withholding-forms/interview";
import { fillIn, type Messages, messagesIn } from "./messages/messages.js";
import type { Address, AddressError, LocationData, LocationRequest } from "./schemas/address.js";
import { type Service, today } from "./service.js";

export interface Location {
  readonly applicable: ApplicableText;
  readonly locationData: LocationData[];
  readonly errors: AddressError[];
}

/** What applies, ready to send. */
export interface ApplicableText {
  readonly forms: string;
  readonly flows: string;
  readonly problems: Applicable["problems"];
}

export type Locator = Pick<Service, "catalog" | "addresses" | "clock" | "applicable">;

/** What `forms` and `guided-flows` share: the addresses located, and what applies to them. */
export async function locate(
  service: Locator,
  request: LocationRequest,
  language: Language,
): Promise<Location> {
  const { catalog, addresses } = service;
  const words = messagesIn(language);
  const sent = [request.homeAddress, ...request.workAddresses];
  const located = await Promise.all(sent.map((address) => addresses.locate(plain(address))));
  const applicable = applicableTo(service, located, language);
  const errors: AddressError[] = located.flatMap(({ problems }, index) =>
    problems.map(({ code }) => ({ addressId: idOf(index), code, message: descriptionOf(code, words) })),
  );
  for (const { addressId, code, jurisdiction } of applicable.problems) {
    const place = catalog.jurisdictions.get(jurisdiction)?.name ?? jurisdiction;
    errors.push({ addressId, code, message: fillIn(words.addresses[code], { place }) });
  }
  return {
    applicable,
    locationData: located.flatMap((found, index) =>
      found.country === "US" ? [dataOf(idOf(index), sent[index] as Address, found, words)] : [],
    ),
    errors,
  };
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

function dataOf(id: string, inputAddress: Address, located: Located, words: Messages): LocationData {
  const { normalizedAddress, codes, latitude, longitude, verified, geocoded } = located;
  return {
    id,
    inputAddress,
    normalizedAddress: isUsAddress(normalizedAddress) ? { ...normalizedAddress } : inputAddress,
    addressResultMessages: Object.fromEntries(codes.map((code) => [code, words.addressResults[code]])),
    ...(latitude === undefined ? {} : { latitude }),
    ...(longitude === undefined ? {} : { longitude }),
    verified,
    geocoded,
  };
}
