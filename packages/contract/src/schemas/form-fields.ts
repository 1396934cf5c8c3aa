import { type TSchema, Type } from "../typebox.js";
import { mapOf, namedObject, optional, type Shape, text, words } from "./build.js";

/** Something about each member of an address, of employee, and of employer. A form has those that it accepts. */
const membersOfAddress = <Member extends TSchema>(member: Member) => ({
  streetAddress1: optional(member),
  streetAddress2: optional(member),
  city: optional(member),
  state: optional(member),
  zipCode: optional(member),
  provinceTerritory: optional(member),
  postalCode: optional(member),
});
const membersOfEmployee = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  firstName: optional(member),
  middleInitial: optional(member),
  lastName: optional(member),
  socialSecurityNumber: optional(member),
  socialInsuranceNumber: optional(member),
  socialInsuranceNumberExpiryDate: optional(member),
  address: optional(address),
});
const membersOfEmployer = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  name: optional(member),
  federalEIN: optional(member),
  telephoneNumber: optional(member),
  address: optional(address),
});

const pattern = text("Regular expression. The whole value must match");
const AddressPatterns = namedObject(
  "AddressPatterns",
  "A regular expression for each member of an address",
  membersOfAddress(pattern),
);
const EmployeePatterns = namedObject(
  "EmployeePatterns",
  "A regular expression for each member of employee that the form accepts",
  membersOfEmployee(pattern, AddressPatterns),
);
const EmployerPatterns = namedObject(
  "EmployerPatterns",
  "A regular expression for each member of employer that the form accepts",
  membersOfEmployer(pattern, AddressPatterns),
);

export const FormFields = namedObject(
  "FormFields",
  "A fillPdf request in which the value of each member of employee, employer, and fields is the regular expression that validates it",
  {
    formId: text("The ID itself, not a pattern"),
    formVersion: text("The version itself, not a pattern"),
    employee: EmployeePatterns,
    employer: EmployerPatterns,
    fields: mapOf(
      Type.String(),
      "A pattern per question that can be answered, of all question sets, also those for hasFederalValues. No path needs all of them",
    ),
    signForm: words(["PREVIEW"], "Always PREVIEW"),
  },
);
export type FormFields = Shape<typeof FormFields>;

// Objects with fixed members: generators make no usable type of a map whose values are words or maps.
const WhenRequired = {
  ...words(
    ["ALWAYS", "DEPENDENT", "NEVER"],
    "ALWAYS: fillPdf refuses the form without it. DEPENDENT: a member of an address is required if the address is sent, and is in a country whose addresses have it; socialInsuranceNumberExpiryDate if the number starts with 9. NEVER: it may be left out",
  ),
  $id: "WhenRequired",
};
const RequiredOfAddress = namedObject(
  "RequiredOfAddress",
  "Whether fillPdf requires each member of an address",
  membersOfAddress(WhenRequired),
);
const RequiredOfEmployee = namedObject(
  "RequiredOfEmployee",
  "Whether fillPdf requires each member of employee that the form accepts",
  membersOfEmployee(WhenRequired, RequiredOfAddress),
);
const RequiredOfEmployer = namedObject(
  "RequiredOfEmployer",
  "Whether fillPdf requires each member of employer that the form accepts",
  membersOfEmployer(WhenRequired, RequiredOfAddress),
);

export const RequiredMembers = namedObject(
  "RequiredMembers",
  "Whether fillPdf requires each member of employee and employer, in the shape of formFields",
  { employee: RequiredOfEmployee, employer: RequiredOfEmployer },
);
export type RequiredMembers = Shape<typeof RequiredMembers>;
