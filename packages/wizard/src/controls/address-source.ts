import type { Address } from "@withholding-forms/client";
import { addressLines } from "../session/address.js";

/** The host's function. */
export type FindAddresses = (typed: string, country: "US" | "CA") => Promise<readonly Address[]>;

export type AddressSource = ReturnType<typeof createAddressSource>;

/** Asks the host for addresses while the employee types, and remembers the last ones of each field. */
export function createAddressSource(find: FindAddresses, changed: () => void) {
  const typed = new Map<string, string>();
  const found = new Map<string, readonly Address[]>();
  return {
    of: (field: string): readonly string[] => (found.get(field) ?? []).map(lineOf),
    /** The address that the employee chose; undefined while the text is none of the addresses. */
    chosen: (field: string, text: string): Address | undefined =>
      found.get(field)?.find((address) => lineOf(address) === text),
    ask(field: string, text: string, country: "US" | "CA"): void {
      typed.set(field, text);
      if (text.trim().length < 4) return;
      // Without an answer, the employee types the rest.
      find(text, country).then(
        (addresses) => {
          if (typed.get(field) !== text) return;
          found.set(field, addresses);
          changed();
        },
        () => {},
      );
    },
  };
}

function lineOf(address: Address): string {
  return addressLines(address).join(", ");
}
