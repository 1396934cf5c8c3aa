import { composed, isoDate, type Language } from "@withholding-forms/interview";
import { firstUnprinted } from "@withholding-forms/pdf";
import type { FieldProblem } from "../../model/catalog.js";
import type { Identity, IdentityField } from "../../model/identity.js";

type Party = Readonly<Record<string, unknown>>;
type Needs = Readonly<Record<string, "always" | "never">>;

export interface IdentityRequest {
  readonly employee: Party;
  readonly employer: Party | undefined;
  readonly country: "US" | "CA";
  readonly needs: Readonly<Record<"employee" | "employer", Needs>>;
  readonly language: Language;
  /** The day of the signature. */
  readonly day: string;
  /** The form is only for people who live in its country. */
  readonly residentsOnly: boolean;
}

/** Employee and employer as printable values (`employee.fullName` ...), and everything wrong with them. */
export function readIdentity(
  identity: Identity,
  request: IdentityRequest,
): { values: Map<string, string>; problems: FieldProblem[]; ignored: string[] } {
  const values = new Map<string, string>();
  const problems: FieldProblem[] = [];
  readParty("employee", request.employee, identity, request, values, problems);
  // If no employer data is needed, the whole object may be omitted.
  if (request.employer !== undefined || Object.values(request.needs.employer).includes("always")) {
    readParty("employer", request.employer ?? {}, identity, request, values, problems);
  }
  const get = (id: string): string => values.get(id) ?? "";
  values.set(
    "employee.fullName",
    joined(" ", get("employee.firstName"), get("employee.middleInitial"), get("employee.lastName")),
  );
  values.set(
    "employer.nameAndAddress",
    joined(", ", get("employer.name"), get("employer.street"), get("employer.cityRegionPostal")),
  );
  return { values, problems, ignored: notUsed(identity, request, problems) };
}

/**
 * Properties that only forms of the other country have. A number of the employee is rejected, because the caller
 * expects it on the form. Employer data is the same for all forms, so it is reported and not used.
 */
function notUsed(
  { parties }: Identity,
  { employee, employer, country, needs }: IdentityRequest,
  problems: FieldProblem[],
): string[] {
  const own = parties[country].employee;
  const others = parties[country === "US" ? "CA" : "US"];
  for (const [name, raw] of Object.entries(employee))
    if (!Object.hasOwn(own, name) && Object.hasOwn(others.employee, name) && textOf(raw) !== "")
      problems.push({ pointer: `/employee/${name}`, code: "NOT_ACCEPTED" });
  return Object.entries(employer ?? {})
    .filter(([name, raw]) => !Object.hasOwn(needs.employer, name) && textOf(raw) !== "")
    .map(([name]) => `employer.${name}`);
}

/** The members of the request that a value of `readIdentity` is made from, as JSON pointers. */
export function identitySources(id: string): string[] {
  const [, who = "", name = ""] = /^(employee|employer)\.(.+)$/.exec(id) ?? [];
  if (who === "") return [];
  return (madeFrom.get(name) ?? [name]).map((member) => `/${who}/${member}`);
}

const street = ["address/streetAddress1", "address/streetAddress2"];
const region = ["address/state", "address/provinceTerritory"];
const postal = ["address/zipCode", "address/postalCode"];
const cityRegionPostal = ["address/city", ...region, ...postal];
const madeFrom: ReadonlyMap<string, readonly string[]> = new Map([
  ["fullName", ["firstName", "middleInitial", "lastName"]],
  ["street", street],
  ["city", ["address/city"]],
  ["region", region],
  ["postal", postal],
  ["cityRegionPostal", cityRegionPostal],
  ["nameAndAddress", ["name", ...street, ...cityRegionPostal]],
]);

function readParty(
  who: "employee" | "employer",
  party: Party,
  identity: Identity,
  request: IdentityRequest,
  values: Map<string, string>,
  problems: FieldProblem[],
): void {
  const needs = request.needs[who];
  const number = textOf(party["socialInsuranceNumber"]) ?? "";
  for (const known of knownFields(identity.parties[request.country][who], who).values()) {
    const { name, field } = known;
    const needed =
      needs[name] === "always" ||
      (field.requiredWhenNumberStartsWith !== undefined &&
        number.startsWith(field.requiredWhenNumberStartsWith));
    const value = readField(known, party[name], needed, `/${who}`, request.language, problems);
    if (value === undefined) continue;
    values.set(known.id, value);
    if (needed && field.expired !== undefined && value < request.day)
      problems.push({
        pointer: `/${who}/${name}`,
        code: "EXPIRED",
        message: field.expired[request.language],
      });
  }
  if (Object.hasOwn(needs, "address"))
    readAddress(who, party["address"], identity, request, values, problems);
}

function readAddress(
  who: "employee" | "employer",
  raw: unknown,
  identity: Identity,
  { needs, country, residentsOnly, language }: IdentityRequest,
  values: Map<string, string>,
  problems: FieldProblem[],
): void {
  const pointer = `/${who}/address`;
  if (raw === undefined || raw === null) {
    if (needs[who]["address"] === "always") problems.push({ pointer, code: "REQUIRED" });
    return;
  }
  if (typeof raw !== "object" || Array.isArray(raw)) {
    problems.push({ pointer, code: "INVALID" });
    return;
  }
  const address = raw as Party;
  // An employee of a US employer may live in Canada and the reverse, so the shape sent decides.
  const shape = "provinceTerritory" in address || "postalCode" in address ? "CA" : "US";
  // An employer's address that the form does not print may be anywhere: it is the same in the requests of all forms.
  if (residentsOnly && shape !== country && needs[who]["address"] === "always") {
    const messages = who === "employee" ? identity.homeAbroad : identity.employerAbroad;
    problems.push({ pointer, code: "NOT_ACCEPTED", message: messages[language] });
  }
  const fields = knownFields(identity.address[shape], "address");
  const read = (name: string): string => {
    const known = fields.get(name);
    if (known === undefined) return "";
    const always = known.field.required === "always";
    return readField(known, address[name], always, pointer, language, problems) ?? "";
  };
  const street = joined(", ", read("streetAddress1"), read("streetAddress2"));
  const city = read("city");
  const region = read(shape === "CA" ? "provinceTerritory" : "state");
  const postal = shape === "CA" ? spaced(read("postalCode")) : read("zipCode");
  const ids = addressIds[who];
  values.set(ids.street, street);
  values.set(ids.city, city);
  values.set(ids.region, region);
  values.set(ids.postal, postal);
  values.set(ids.cityRegionPostal, joined(" ", joined(", ", city, region), postal));
}

/** Literal names, because looking up a concatenated string compares every character. */
const addressIds = {
  employee: {
    street: "employee.street",
    city: "employee.city",
    region: "employee.region",
    postal: "employee.postal",
    cityRegionPostal: "employee.cityRegionPostal",
  },
  employer: {
    street: "employer.street",
    city: "employer.city",
    region: "employer.region",
    postal: "employer.postal",
    cityRegionPostal: "employer.cityRegionPostal",
  },
} as const;

function readField(
  known: KnownField,
  raw: unknown,
  needed: boolean,
  parent: string,
  language: Language,
  problems: FieldProblem[],
): string | undefined {
  const { name, field, pattern } = known;
  const text = textOf(raw);
  // Checked before the pattern: "enter up to 80 characters" would not explain an invisible character.
  const character = text === undefined ? undefined : firstUnprinted(text);
  if (character !== undefined) {
    problems.push({ pointer: `${parent}/${name}`, code: "CHARACTER", character });
    return undefined;
  }
  const fits = text !== undefined && text !== "" && pattern.test(text);
  const value = fits && field.date === true ? isoDate(text) : text;
  if (fits && value !== undefined)
    return field.words?.[value] ?? (field.format === undefined ? value : figures(value, field.format));
  if (text === "" && !needed) return undefined;
  const code = text === "" ? "REQUIRED" : "INVALID";
  problems.push({ pointer: `${parent}/${name}`, code, message: field.message[language] });
  return undefined;
}

/** "" if missing, undefined if invalid. */
function textOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null) return "";
  return typeof raw === "string" && raw.length <= 200 ? composed(raw).trim() : undefined;
}

interface KnownField {
  readonly name: string;
  /** `employee.firstName`, as formulas say it. */
  readonly id: string;
  readonly field: IdentityField;
  readonly pattern: RegExp;
}

const known = new WeakMap<object, ReadonlyMap<string, KnownField>>();

/** The content's fields by name, with their patterns compiled. */
function knownFields(
  fields: Readonly<Record<string, IdentityField>>,
  of: string,
): ReadonlyMap<string, KnownField> {
  let found = known.get(fields);
  if (found === undefined) {
    found = new Map(
      Object.entries(fields).map(([name, field]) => [
        name,
        { name, id: `${of}.${name}`, field, pattern: new RegExp(field.pattern, "u") },
      ]),
    );
    known.set(fields, found);
  }
  return found;
}

/** Formats the digits of a number: `###-##-####`, or `XXX-XX-####` if only some are shown. */
export function figures(number: string, shape: string): string {
  let text = "";
  let at = 0;
  for (let place = 0; place < shape.length; place += 1) {
    const mark = shape.charAt(place);
    if (mark !== "#" && mark !== "X") {
      text += mark;
      continue;
    }
    while (at < number.length && !isFigure(number.charCodeAt(at))) at += 1;
    text += mark === "X" ? mark : number.charAt(at);
    at += 1;
  }
  return text;
}

function isFigure(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function spaced(postal: string): string {
  const plain = postal.replaceAll(" ", "").toUpperCase();
  return plain === "" ? "" : `${plain.slice(0, 3)} ${plain.slice(3)}`;
}

function joined(separator: string, ...parts: readonly string[]): string {
  let text = "";
  for (const part of parts) if (part !== "") text = text === "" ? part : text + separator + part;
  return text;
}
