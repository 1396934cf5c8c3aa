import type { AddressPart } from "./address.js";
import type { PersonField } from "./person.js";

/** An address that is typed in: a work location by its number. */
export type AddressName = "home" | "employer" | number;

/** Ids of the fields on the pages, so that problems can lead to them. */
export function questionFieldId(questionId: string): string {
  return `q-${questionId}`;
}

export function personFieldId(name: PersonField): string {
  return `p-${name}`;
}

export function addressFieldId(which: AddressName, part: AddressPart): string {
  return `${typeof which === "number" ? `work${which + 1}` : which}-${part}`;
}
