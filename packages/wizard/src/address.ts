import type { Address } from "@withholding-forms/client";
import { zipCode } from "./entry.js";
import type { Messages } from "./messages/messages.js";

/** An address while it is being typed. */
export interface AddressDraft {
  readonly country: "US" | "CA";
  readonly streetAddress1: string;
  readonly streetAddress2: string;
  readonly city: string;
  /** State, province or territory. */
  readonly region: string;
  readonly code: string;
}

export type AddressPart = keyof AddressDraft;

export const emptyAddress: AddressDraft = {
  country: "US",
  streetAddress1: "",
  streetAddress2: "",
  city: "",
  region: "",
  code: "",
};

export function draftOf(address: Address): AddressDraft {
  const common = {
    streetAddress1: address.streetAddress1,
    streetAddress2: address.streetAddress2 ?? "",
    city: address.city,
  };
  return "provinceTerritory" in address
    ? { country: "CA", ...common, region: address.provinceTerritory, code: address.postalCode }
    : { country: "US", ...common, region: address.state, code: address.zipCode };
}

export function addressOf(draft: AddressDraft): Address {
  const second = draft.streetAddress2.trim();
  const common = {
    streetAddress1: draft.streetAddress1.trim(),
    ...(second === "" ? {} : { streetAddress2: second }),
    city: draft.city.trim(),
  };
  const code = spelledCode(draft);
  return draft.country === "CA"
    ? ({ ...common, provinceTerritory: draft.region, postalCode: code } as Address)
    : { ...common, state: draft.region, zipCode: code };
}

/** The ZIP or postal code as it is sent. */
export function spelledCode({ country, code }: AddressDraft): string {
  return country === "US"
    ? zipCode(code)
    : code
        .trim()
        .toUpperCase()
        .replace(/^(\w{3})\s?(\w{3})$/, "$1 $2");
}

export function addressProblems(draft: AddressDraft, words: Messages): Partial<Record<AddressPart, string>> {
  const found: Partial<Record<AddressPart, string>> = {};
  for (const part of ["streetAddress1", "city", "region", "code"] as const)
    if (draft[part].trim() === "") found[part] = words.problems.fill;
  const code = spelledCode(draft);
  if (draft.country === "US" && code !== "" && !/^\d{5}(?:-\d{4})?$/.test(code))
    found.code = words.problems.zipCode;
  if (draft.country === "CA" && code !== "" && !/^[A-Z]\d[A-Z] \d[A-Z]\d$/.test(code))
    found.code = words.problems.postalCode;
  return found;
}

export function addressLines(address: Address): readonly string[] {
  const place =
    "provinceTerritory" in address
      ? `${address.city} ${address.provinceTerritory}  ${address.postalCode}`
      : `${address.city}, ${address.state} ${address.zipCode}`;
  const second = address.streetAddress2 ?? "";
  return [address.streetAddress1, ...(second === "" ? [] : [second]), place];
}

export function sameAddress(one: Address, other: Address): boolean {
  return addressLines(one).join("\n") === addressLines(other).join("\n");
}
