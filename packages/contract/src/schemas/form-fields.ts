import { type TSchema, Type } from "../typebox.js";
import { type Shape, words } from "./build.js";

/** Something about each member of an address, of employee, and of employer. A form has those that it accepts. */
const membersOfAddress = <Member extends TSchema>(member: Member) => ({
  streetAddress1: Type.Optional(member),
  streetAddress2: Type.Optional(member),
  city: Type.Optional(member),
  state: Type.Optional(member),
  zipCode: Type.Optional(member),
  provinceTerritory: Type.Optional(member),
  postalCode: Type.Optional(member),
});
const membersOfEmployee = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  firstName: Type.Optional(member),
  middleInitial: Type.Optional(member),
  lastName: Type.Optional(member),
  socialSecurityNumber: Type.Optional(member),
  socialInsuranceNumber: Type.Optional(member),
  socialInsuranceNumberExpiryDate: Type.Optional(member),
  address: Type.Optional(address),
});
const membersOfEmployer = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  name: Type.Optional(member),
  federalEIN: Type.Optional(member),
  telephoneNumber: Type.Optional(member),
  address: Type.Optional(address),
});

const pattern = Type.String({ description: "Regular expression. The whole value must match" });
const AddressPatterns = Type.Object(membersOfAddress(pattern), {
  $id: "AddressPatterns",
  description: "A regular expression for each member of an address",
});
const EmployeePatterns = Type.Object(membersOfEmployee(pattern, AddressPatterns), {
  $id: "EmployeePatterns",
  description: "A regular expression for each member of employee that the form accepts",
});
const EmployerPatterns = Type.Object(membersOfEmployer(pattern, AddressPatterns), {
  $id: "EmployerPatterns",
  description: "A regular expression for each member of employer that the form accepts",
});

export const FormFields = Type.Object(
  {
    formId: Type.String({ description: "The ID itself, not a pattern" }),
    formVersion: Type.String({ description: "The version itself, not a pattern" }),
    employee: EmployeePatterns,
    employer: EmployerPatterns,
    fields: Type.Record(Type.String(), Type.String(), {
      description:
        "A pattern per question that can be answered, of all question sets, also those for hasFederalValues. No path needs all of them",
    }),
    signForm: words(["PREVIEW"], "Always PREVIEW"),
  },
  {
    $id: "FormFields",
    description:
      "A fillPdf request in which the value of each member of employee, employer, and fields is the regular expression that validates it",
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
const RequiredOfAddress = Type.Object(membersOfAddress(WhenRequired), {
  $id: "RequiredOfAddress",
  description: "Whether fillPdf requires each member of an address",
});
const RequiredOfEmployee = Type.Object(membersOfEmployee(WhenRequired, RequiredOfAddress), {
  $id: "RequiredOfEmployee",
  description: "Whether fillPdf requires each member of employee that the form accepts",
});
const RequiredOfEmployer = Type.Object(membersOfEmployer(WhenRequired, RequiredOfAddress), {
  $id: "RequiredOfEmployer",
  description: "Whether fillPdf requires each member of employer that the form accepts",
});

export const requiredExample = {
  employee: {
    firstName: "ALWAYS",
    middleInitial: "NEVER",
    lastName: "ALWAYS",
    socialSecurityNumber: "ALWAYS",
    address: {
      streetAddress1: "ALWAYS",
      streetAddress2: "NEVER",
      city: "ALWAYS",
      state: "DEPENDENT",
      zipCode: "DEPENDENT",
    },
  },
  employer: { name: "ALWAYS" },
};

export const RequiredMembers = Type.Object(
  { employee: RequiredOfEmployee, employer: RequiredOfEmployer },
  {
    $id: "RequiredMembers",
    description: "Whether fillPdf requires each member of employee and employer, in the shape of formFields",
    examples: [requiredExample],
  },
);
export type RequiredMembers = Shape<typeof RequiredMembers>;
