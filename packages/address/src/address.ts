import type { ResultCode } from "./codes.js";
import type { LocatedPlace } from "./located-place.js";

export interface UsAddress {
  readonly streetAddress1: string;
  readonly streetAddress2?: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  /** Decimal degrees, if the caller knows where the house stands. */
  readonly latitude?: number;
  readonly longitude?: number;
}

export interface CanadianAddress {
  readonly streetAddress1: string;
  readonly streetAddress2?: string;
  readonly city: string;
  readonly provinceTerritory: string;
  readonly postalCode: string;
}

export type Address = UsAddress | CanadianAddress;

export function isUsAddress(address: Address): address is UsAddress {
  return "state" in address;
}

/** The result for one address. The service turns it into a `locationData` element and `errors` entries. */
export interface Located {
  readonly normalizedAddress: Address;
  /**
   * Determines the forms: a two-letter state, territory, or province. Always the one that the caller sent, unless it
   * is not a state and the city and ZIP agree on one. Names are resolved: "Alabama" is "AL".
   */
  readonly region: string | undefined;
  readonly country: "US" | "CA";
  /** In a stable order: status, changes, errors, geocode status, geocode errors. */
  readonly codes: readonly ResultCode[];
  /** Decimal degrees with six decimals. */
  readonly latitude?: string;
  readonly longitude?: string;
  /**
   * The city, state, and ZIP Code match, and nothing is missing. Street level only if `codes` has AS01. Never of military
   * mail, which is not where anyone lives or works.
   */
  readonly verified: boolean;
  /** Whether coordinates are included. A GS code says how precise they are. */
  readonly geocoded: boolean;
  /** County, city, and the like, by kind. Empty where nothing is known. */
  readonly places: readonly LocatedPlace[];
  /** Problems that did not prevent a result. */
  readonly problems: readonly { readonly code: string }[];
}

export interface AddressProvider {
  readonly name: string;
  locate(address: Address, signal?: AbortSignal): Promise<Located>;
  /** False while the external service keeps failing and the embedded result is used instead. */
  isUp?(): boolean;
  close?(): Promise<void>;
}
