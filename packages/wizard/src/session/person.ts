import {
  type Employee,
  type Employer,
  type FormInformation,
  impossibleNumbers,
} from "@withholding-forms/client";
import type { Messages } from "../messages/messages-in.js";
import { grouped } from "./entry.js";

export type EmployeeField =
  | "firstName"
  | "middleInitial"
  | "lastName"
  | "socialSecurityNumber"
  | "socialInsuranceNumber"
  | "socialInsuranceNumberExpiryDate";
export type EmployerField = "name" | "federalEIN" | "telephoneNumber";
export type PersonField = EmployeeField | EmployerField;
/** What an employee can be asked for. The employer's number and telephone are for the host to give. */
export type AskedField = EmployeeField | "name";
export type PersonDraft = Readonly<Partial<Record<PersonField, string>>>;

export const employeeFields: readonly EmployeeField[] = [
  "firstName",
  "middleInitial",
  "lastName",
  "socialSecurityNumber",
  "socialInsuranceNumber",
  "socialInsuranceNumberExpiryDate",
];
export const employerFields: readonly EmployerField[] = ["name", "federalEIN", "telephoneNumber"];
export const personFields: readonly PersonField[] = [...employeeFields, ...employerFields];

export function draftOfPerson(
  employee: Partial<Employee> | undefined,
  employer: Partial<Employer> | undefined,
): PersonDraft {
  const draft: Partial<Record<PersonField, string>> = {};
  for (const field of employeeFields) if (employee?.[field]) draft[field] = String(employee[field]);
  for (const field of employerFields) if (employer?.[field]) draft[field] = String(employer[field]);
  return draft;
}

/** Personal data on the forms and what they need of the employer, in the order of the questions. */
export function fieldsOf(forms: readonly FormInformation[], draft: PersonDraft): readonly AskedField[] {
  const known = new Set(forms.flatMap(({ formFields }) => Object.keys(formFields.employee)));
  const temporary = (draft.socialInsuranceNumber ?? "").trim().startsWith("9");
  return [
    ...employeeFields.filter(
      (field) => known.has(field) && (field !== "socialInsuranceNumberExpiryDate" || temporary),
    ),
    // Nothing else of the employer can be known to an employee.
    ...(needsOfEmployer(forms, "name") ? (["name"] as const) : []),
  ];
}

export function needsOfEmployer(forms: readonly FormInformation[], member: "name" | "address"): boolean {
  // An address has members that are required.
  return forms.some(({ required }) => JSON.stringify(required?.employer[member])?.includes("ALWAYS"));
}

/** Whether all forms take an ITIN in place of a social security number, or the words that one is applied for. */
export function takesInstead(forms: readonly FormInformation[], other: "itin" | "appliedFor"): boolean {
  const printing = forms.filter(({ formFields }) => "socialSecurityNumber" in formFields.employee);
  const sample = other === "itin" ? itinSample : appliedFor;
  return printing.length > 0 && printing.every((form) => takes(form, "socialSecurityNumber", sample));
}

/** Whether the form prints the number and takes this one, or these words in place of it. */
export function takes(
  { formFields }: FormInformation,
  field: "socialSecurityNumber" | "socialInsuranceNumber",
  value: string,
): boolean {
  const pattern = formFields.employee[field];
  return typeof pattern === "string" && new RegExp(pattern, "u").test(value);
}

/** What the service takes in place of a number that has been applied for. */
export const appliedFor = "APPLIED FOR";

/** A number that forms take if they take an ITIN. */
export const itinSample = "912-70-1234";

/** As the forms print it, in every language of the page. */
export const appliedForPrinted = "Applied for";

/** Nine digits that start with 9, as the IRS gives them to taxpayers without a social security number. */
export function isItin(typed: string): boolean {
  return /^9\d{2}-\d{2}-\d{4}$/.test(spelled("socialSecurityNumber", typed));
}

export function spelled(field: PersonField, typed: string): string {
  switch (field) {
    case "socialSecurityNumber":
      return typed.trim().toUpperCase() === appliedFor ? appliedFor : grouped(typed, [3, 2, 4], "-");
    case "socialInsuranceNumber":
      return grouped(typed, [3, 3, 3], " ");
    case "federalEIN":
      return grouped(typed, [2, 7], "-");
    default:
      return typed.trim();
  }
}

/** Fields that are missing or do not match the forms' own patterns. */
export function personProblems(
  fields: readonly PersonField[],
  forms: readonly FormInformation[],
  draft: PersonDraft,
  words: Messages,
): Partial<Record<PersonField, string>> {
  const found: Partial<Record<PersonField, string>> = {};
  for (const field of fields) {
    const value = spelled(field, draft[field] ?? "");
    const patterns = forms.flatMap(({ formFields }) => {
      const pattern = isEmployer(field) ? formFields.employer[field] : formFields.employee[field];
      return typeof pattern === "string" ? [pattern] : [];
    });
    if (!patterns.every((pattern) => new RegExp(pattern, "u").test(value)))
      found[field] =
        field === "socialSecurityNumber"
          ? numberProblem(value, takesInstead(forms, "itin"), words)
          : message(field, words);
    else if (isNumber(field) && impossibleNumbers({ [field]: value }).length > 0)
      found[field] = words.problems.neverIssued[field];
  }
  return found;
}

function numberProblem(value: string, takesItin: boolean, { problems, noNumber }: Messages): string {
  if (takesItin) return problems.taxpayerNumber;
  return isItin(value) ? noNumber.isItin : problems.socialSecurityNumber;
}

export function isEmployer(field: PersonField): field is EmployerField {
  return (employerFields as readonly string[]).includes(field);
}

export function isNumber(field: PersonField): field is "socialSecurityNumber" | "socialInsuranceNumber" {
  return field === "socialSecurityNumber" || field === "socialInsuranceNumber";
}

function message(field: PersonField, { problems }: Messages): string {
  switch (field) {
    case "firstName":
    case "lastName":
      return problems.name;
    case "name":
      return problems.fill;
    case "socialInsuranceNumberExpiryDate":
      return problems.date;
    default:
      return problems[field];
  }
}

/** Whether the typed signature is the employee's name, ignoring case, accents, spaces, and a middle name. */
export function isSignature(typed: string, draft: PersonDraft): boolean {
  const plain = (text: string): string =>
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLocaleLowerCase()
      .replace(/[^\p{L}]/gu, "");
  const signature = plain(typed);
  const { firstName = "", middleInitial = "", lastName = "" } = draft;
  return (
    signature !== "" &&
    [`${firstName}${lastName}`, `${firstName}${middleInitial}${lastName}`].some(
      (name) => plain(name) === signature,
    )
  );
}

export function fullName({ firstName = "", middleInitial = "", lastName = "" }: PersonDraft): string {
  return [firstName, middleInitial === "" ? "" : `${middleInitial.replace(/\.$/, "")}.`, lastName]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}
