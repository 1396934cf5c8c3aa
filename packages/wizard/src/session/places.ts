import {
  type Address,
  givenAnswers,
  type LocationData,
  type LocationRequest,
} from "@withholding-forms/client";
import type { Messages } from "../messages/messages-in.js";
import { messagesIn } from "../messages/messages-in.js";
import { type AddressDraft, addressLines, addressOf, addressProblems, emptyAddress } from "./address.js";
import type { AddressName } from "./field-ids.js";
import { needsOfEmployer } from "./person.js";
import type { State } from "./state.js";

/** Where an address is in what is sent to the service. */
export function pointerOf(which: AddressName): string {
  if (which === "employer") return "/employer/address";
  return which === "home" ? "/homeAddress" : `/workAddresses/${which}`;
}

/** The current addresses, home first. At home is a work location, too. */
export function placesOf(state: State): readonly AddressDraft[] {
  const { home, works, worksAt } = state;
  return [home, ...(worksAt === "HOME" ? [] : works), ...(worksAt === "WORKPLACE" ? [] : [home])];
}

export function hasAddressProblems(state: State): boolean {
  const words = messagesIn(state.language);
  return placesOf(state).some((draft) => Object.keys(addressProblems(draft, words)).length > 0);
}

export function requestOf(state: State): LocationRequest {
  const [home, ...works] = placesOf(state).map(addressOf);
  const addresses = { homeAddress: home ?? addressOf(emptyAddress), workAddresses: works };
  const { paymentType } = state.setup;
  return paymentType === undefined ? addresses : { ...addresses, paymentType };
}

/** The address for the forms: as typed, or as corrected, unless the employee keeps it as typed. */
export function chosenAddress(state: State, addressId: string): Address {
  const index = addressId === "home" ? 0 : Number(addressId.replace("work", ""));
  const draft = placesOf(state)[index];
  const typed = addressOf(draft ?? state.home);
  const data = state.location?.locationData.find(({ id }) => id === addressId);
  if (data === undefined || !isCorrected(data) || state.keptAsTyped.has(addressId)) return typed;
  return data.normalizedAddress;
}

/** The first work location that is not the employee's home: a home is never where the employer is. */
export function workIndex(state: State): number | undefined {
  const home = spellings(state, "home");
  const index = placesOf(state)
    .slice(1)
    .findIndex((_, at) => !spellings(state, `work${at + 1}`).some((spelling) => home.includes(spelling)));
  return index < 0 ? undefined : index;
}

function workPlace(state: State): Address | undefined {
  const index = workIndex(state);
  return index === undefined ? undefined : chosenAddress(state, `work${index + 1}`);
}

function spellings(state: State, addressId: string): readonly string[] {
  const index = addressId === "home" ? 0 : Number(addressId.replace("work", ""));
  const data = state.location?.locationData.find(({ id }) => id === addressId);
  return [addressOf(placesOf(state)[index] ?? state.home), data?.normalizedAddress].flatMap((address) =>
    address === undefined ? [] : [addressLines(address).join("\n").toUpperCase()],
  );
}

/** Whether only the employee can say where the employer is, and a form prints it. */
export function asksEmployerAddress(state: State): boolean {
  const forms = state.forms.map(({ information }) => information);
  return (
    !state.setup.employer?.address && workPlace(state) === undefined && needsOfEmployer(forms, "address")
  );
}

/** From the host, otherwise the work address, otherwise what the employee entered. */
export function employerAddress(state: State): Address | undefined {
  if (asksEmployerAddress(state)) return addressOf(state.employerAddress);
  return state.setup.employer?.address ?? workPlace(state);
}

export function employerAddressProblems(state: State, words: Messages) {
  return asksEmployerAddress(state) ? addressProblems(state.employerAddress, words) : {};
}

/** Whether something in an address was corrected, was not found, or is missing, so that the employee must look at it. */
export function addressDiffers(location: State["location"]): boolean {
  const wrong = (location?.errors ?? []).some(({ code }) => !code.endsWith("_NOT_COVERED"));
  return wrong || (location?.locationData ?? []).some((place) => !place.verified || isCorrected(place));
}

/** The codes of the family AC say that something was corrected. Other spellings of the same address have none. */
export function isCorrected({ addressResultMessages }: Pick<LocationData, "addressResultMessages">): boolean {
  return Object.keys(addressResultMessages).some((code) => code.startsWith("AC"));
}

/** What is known of the addresses, except for places that the employee called wrong. */
export function knownPlaces({
  location,
  placesWrong,
}: Pick<State, "location" | "placesWrong">): readonly LocationData[] {
  return (location?.locationData ?? []).map((data) =>
    placesWrong.has(data.id) ? { ...data, places: [] } : data,
  );
}

/** Addresses with places that answer a question, also if the employee called them wrong. */
export function addressesWithAnswers({
  location,
  flows,
  forms,
}: Pick<State, "location" | "flows" | "forms">): ReadonlySet<string> {
  const sets = [...flows, ...forms].flatMap((one) => [...one.sets.values()]);
  const asked = sets.map((set) => ({
    ...set,
    questions: set.questions.filter(({ place }) => place !== undefined),
  }));
  const all = location?.locationData ?? [];
  const answered = (data: typeof all): number =>
    Object.keys(givenAnswers(asked, { locationData: data })).length;
  const without = (id: string) => all.map((data) => (data.id === id ? { ...data, places: [] } : data));
  return new Set(all.flatMap(({ id }) => (answered(all) > answered(without(id)) ? [id] : [])));
}
