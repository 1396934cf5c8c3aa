import type { Employee, Employer, FormInformation } from "@withholding-forms/client";
import { messagesIn } from "../messages/messages-in.js";
import { addressProblems, draftOf } from "./address.js";
import {
  draftOfPerson,
  employeeFields,
  employerFields,
  fieldsOf,
  type PersonDraft,
  personProblems,
  spelled,
} from "./person.js";
import { asksEmployerAddress, chosenAddress, employerAddress, employerAddressProblems } from "./places.js";
import type { Refusal, State } from "./state.js";

/** The service rejects a number that the form does not use, such as the Canadian one on a US form. */
export function employeeOf(state: State, { formFields }: FormInformation): Employee {
  const entries = employeeFields.flatMap((field) => {
    const value = spelled(field, state.person[field] ?? "");
    return value && field in formFields.employee ? [[field, value]] : [];
  });
  return { ...Object.fromEntries(entries), address: chosenAddress(state, "home") } as Employee;
}

export function employerOf(state: State): Employer {
  const entries = employerFields.flatMap((field) => {
    const value = spelled(field, state.person[field] ?? "");
    return value === "" ? [] : [[field, value]];
  });
  const address = employerAddress(state);
  return { ...Object.fromEntries(entries), ...(address === undefined ? {} : { address }) } as Employer;
}

/** Whether everything that the forms print about the employee and the employer is there. */
export function personIsComplete(state: State): boolean {
  const address = employerAddressProblems(state, messagesIn(state.language));
  return !hasProblems(state, state.person) && Object.keys(address).length === 0;
}

/** Whether the employee must look at the page about the person: the host left something open, or it may be wrong. */
export function asksPerson(state: State): boolean {
  const given = draftOfPerson(state.setup.employee, state.setup.employer);
  return state.personAsked || hasProblems(state, given) || asksEmployerAddress(state);
}

/** Host data that no form can print: report it now, not after every question is answered. */
export function hostProblems(state: State): readonly Refusal[] {
  const words = messagesIn(state.language);
  const informations = state.forms.map(({ information }) => information);
  if (informations.length === 0) return [];
  const given = employerFields.filter((field) => state.setup.employer?.[field]);
  const own = Object.entries(personProblems(given, informations, state.person, words)).map(
    ([field, message]) => ({ pointer: `/employer/${field}`, message }),
  );
  const places = [
    { root: "/employee/address", address: state.addressesGiven ? chosenAddress(state, "home") : undefined },
    { root: "/employer/address", address: state.setup.employer?.address },
  ].flatMap(({ root, address }) =>
    Object.values(address ? addressProblems(draftOf(address), words) : {}).map((message) => ({
      pointer: root,
      message,
    })),
  );
  return [...own, ...places];
}

function hasProblems(state: State, person: PersonDraft): boolean {
  const forms = state.forms.map(({ information }) => information);
  const found = personProblems(fieldsOf(forms, person), forms, person, messagesIn(state.language));
  return Object.keys(found).length > 0;
}
