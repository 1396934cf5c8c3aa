import type { AddressPart } from "./address.js";
import type { PersonField } from "./person.js";

/** An address that is typed in: a work location by its number. */
export type AddressName = "home" | "employer" | number;

/** Ids of the fields on the pages, so that problems can lead to them. */
export function questionFieldId(questionId: string): string {
  return `q-${questionId}`;
}

/** The statement of a set on an express page. */
export function statementFieldId(questionSetId: string): string {
  return `applies-${questionSetId}`;
}

/** An item of the checklist, by its number. */
export function itemFieldId(index: number): string {
  return `case-${index}`;
}

export function personFieldId(name: PersonField): string {
  return `p-${name}`;
}

export function addressFieldId(which: AddressName, part: AddressPart): string {
  return `${typeof which === "number" ? `work${which + 1}` : which}-${part}`;
}
