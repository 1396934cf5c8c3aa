import type { ResultCode } from "./codes.js";

export interface UsAddress {
  readonly streetAddress1: string;
  readonly streetAddress2?: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
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

/** What one address resolved to; the service turns it into a `locationData` element and `errors` entries. */
export interface Located {
  readonly normalizedAddress: Address;
  /**
   * What the forms are chosen by: a two-letter state, territory or province. Always the one the caller gave, unless
   * that was no state at all and city and ZIP agree on one. Names are resolved: "Alabama" is "AL".
   */
  readonly region: string | undefined;
  readonly country: "US" | "CA";
  /** In a stable order: status, changes, errors, geocode status, geocode errors. */
  readonly codes: readonly ResultCode[];
  /** Decimal degrees with six decimals. */
  readonly latitude?: string;
  readonly longitude?: string;
  /** The city, state, and ZIP Code match, and nothing is missing; street level only where `codes` has AS01. */
  readonly verified: boolean;
  /** Coordinates are given; how exact they are, a GS code says. */
  readonly geocoded: boolean;
  /** Problems that did not prevent a result. */
  readonly problems: readonly { readonly code: string }[];
}

export interface AddressProvider {
  readonly name: string;
  locate(address: Address, signal?: AbortSignal): Promise<Located>;
  /** Where nobody has to be asked: the answer at once. */
  locateSync?(address: Address): Located;
  /** False while a service that is asked keeps failing, so that the embedded answer stands in for it. */
  isUp?(): boolean;
  close?(): Promise<void>;
}
