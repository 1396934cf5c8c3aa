import {
  type AddressProvider,
  isUsAddress,
  type Located,
  mergePlaces,
  type Address as PlainAddress,
} from "@withholding-forms/address";
import type { Applicable, Catalog, Place } from "@withholding-forms/catalog";
import type {
  Address,
  AddressError,
  LocationData,
  LocationRequest,
  PaymentType,
  UsAddress,
} from "@withholding-forms/contract";
import { defined, type Language } from "@withholding-forms/interview";
import { fillIn, messagesIn } from "../problems/messages/messages.js";
import type { Messages } from "../problems/messages/shape.js";
import { type Clock, today } from "./clock.js";

export interface Location {
  readonly applicable: Applicable;
  /** US addresses only. */
  readonly locationData: readonly LocationData[];
  readonly errors: readonly AddressError[];
}

export interface Locator extends Clock {
  readonly catalog: Pick<Catalog, "jurisdictions" | "localitiesAt">;
  readonly addresses: AddressProvider;
  /** What applies to an employee who lives and works in these jurisdictions. */
  readonly applicable: Catalog["applicable"];
}

/** What `forms` and `guided-flows` share: the addresses located, and what applies to them. */
export async function locate(
  service: Locator,
  request: LocationRequest,
  language: Language,
): Promise<Location> {
  const sent = [request.homeAddress, ...request.workAddresses];
  const addressed = await Promise.all(sent.map((address) => service.addresses.locate(plain(address))));
  const located = addressed.map((one) => withLocalities(service, one));
  const words = messagesIn(language);
  const applicable = applicableTo(service, located, language, request.paymentType ?? "WAGES");
  const locationData: LocationData[] = [];
  const errors: AddressError[] = [];
  located.forEach((found, index) => {
    const addressId = idOf(index);
    if (found.country === "US") locationData.push(dataOf(addressId, sent[index] as UsAddress, found, words));
    for (const { code } of found.problems)
      errors.push({ addressId, code, message: descriptionOf(code, words) });
  });
  for (const problem of applicable.problems)
    if (problem.code !== "JURISDICTION_UNKNOWN" || !isExplained(problem.addressId, errors))
      errors.push(uncovered(service, problem, words));
  return { applicable, locationData, errors };
}

/** Whether the address itself already says why it has no jurisdiction. */
function isExplained(addressId: string, errors: readonly AddressError[]): boolean {
  return errors.some(
    (error) =>
      error.addressId === addressId && ["JURISDICTION_UNKNOWN", "MILITARY_ADDRESS"].includes(error.code),
  );
}

function applicableTo(
  service: Locator,
  located: readonly ReturnType<typeof withLocalities>[],
  language: Language,
  payment: PaymentType,
): Applicable {
  const places = located.map((one, index) => placeOf(one, idOf(index)));
  const [home, ...works] = places as [Place, ...Place[]];
  return service.applicable(home, works, today(service), language, payment);
}

/** With what the content knows of whole ZIP Codes. */
function withLocalities(
  { catalog }: Locator,
  located: Located,
): Located & Pick<Place, "localities" | "inside"> {
  const { country, region, normalizedAddress, places } = located;
  if (!isUsAddress(normalizedAddress)) return located;
  const { city, zipCode } = normalizedAddress;
  const found = catalog.localitiesAt({ country, region, city, zipCode, places });
  const { localities, inside } = found;
  return { ...located, localities, inside, places: mergePlaces([...places, ...found.places]) };
}

function placeOf(
  { country, region, problems, localities, inside }: ReturnType<typeof withLocalities>,
  addressId: string,
): Place {
  // Not even with a state: the mail only passes through it.
  if (problems.some(({ code }) => code === "MILITARY_ADDRESS"))
    return { addressId, country, region: undefined };
  return { addressId, country, region, ...defined({ localities, inside }) };
}

/** A place whose forms, or one that is known by name, are not here, although it taxes wages. */
function uncovered(
  service: Locator,
  { addressId, code, jurisdiction, formName, who }: Applicable["problems"][number],
  words: Messages,
): AddressError {
  const known = service.catalog.jurisdictions.get(jurisdiction);
  const place = known?.name ?? jurisdiction;
  if (code === "JURISDICTION_UNKNOWN") return { addressId, code, message: descriptionOf(code, words) };
  return defined({
    addressId,
    code,
    message: fillIn(
      formName === undefined || who !== undefined ? words.addresses[code] : words.missingForm,
      defined({ place, form: formName, who, agency: known?.agency?.name ?? place }),
    ),
    locality: known === undefined ? undefined : jurisdiction,
    localityFullName: known?.name,
    agency: known?.agency,
    formName,
  });
}

function descriptionOf(code: string, words: Messages): string {
  const known = Object.entries(words.addressResults).find(([name]) => name === code);
  return known?.[1].description ?? words.fields.INVALID;
}

function idOf(index: number): string {
  return index === 0 ? "home" : `work${index}`;
}

/** Members that a JSON library sent as null count as missing. */
function plain(address: Address): PlainAddress {
  return Object.fromEntries(
    Object.entries(address).filter(([, value]) => value !== null),
  ) as unknown as PlainAddress;
}

function dataOf(id: string, inputAddress: UsAddress, located: Located, words: Messages): LocationData {
  const { codes, latitude, longitude, verified, geocoded, places } = located;
  return defined({
    id,
    inputAddress,
    normalizedAddress: located.normalizedAddress as LocationData["normalizedAddress"],
    addressResultMessages: Object.fromEntries(codes.map((code) => [code, words.addressResults[code]])),
    latitude,
    longitude,
    verified,
    geocoded,
    places: places.length === 0 ? undefined : places,
  });
}
