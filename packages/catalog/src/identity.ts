import { isoDate, type Language } from "@withholding-forms/interview";
import type { Identity, IdentityField } from "./artefact.js";
import type { FieldProblem } from "./catalog.js";

type Party = Readonly<Record<string, unknown>>;
type Needs = Readonly<Record<string, "always" | "never">>;

export interface IdentityRequest {
  readonly employee: Party;
  readonly employer: Party | undefined;
  readonly country: "US" | "CA";
  readonly needs: Readonly<Record<"employee" | "employer", Needs>>;
  readonly language: Language;
}

/** Employee and employer as printable values (`employee.fullName` ...), and everything wrong with them. */
export function readIdentity(
  identity: Identity,
  request: IdentityRequest,
): { values: Map<string, string>; problems: FieldProblem[] } {
  const values = new Map<string, string>();
  const problems: FieldProblem[] = [];
  readParty("employee", request.employee, identity, request, values, problems);
  // Where nothing of the employer is needed, the whole object may be left out.
  const employerNeeded = Object.values(request.needs.employer).includes("always");
  if (request.employer !== undefined || employerNeeded) {
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
  return { values, problems };
}

function readParty(
  who: "employee" | "employer",
  party: Party,
  identity: Identity,
  request: IdentityRequest,
  values: Map<string, string>,
  problems: FieldProblem[],
): void {
  const fields = identity.parties[request.country][who];
  const needs = request.needs[who];
  for (const [name, field] of Object.entries(fields)) {
    const number = party["socialInsuranceNumber"];
    const needed =
      (needs[name] ?? field.required) === "always" ||
      (field.requiredWhenNumberStartsWith !== undefined &&
        typeof number === "string" &&
        number.startsWith(field.requiredWhenNumberStartsWith));
    const value = readField(field, party[name], needed, `/${who}/${name}`, request.language, problems);
    if (value !== undefined) values.set(`${who}.${name}`, value);
  }
  readAddress(
    who,
    party["address"],
    needs["address"] === "always",
    identity,
    request.language,
    values,
    problems,
  );
}

function readAddress(
  who: "employee" | "employer",
  raw: unknown,
  needed: boolean,
  identity: Identity,
  language: Language,
  values: Map<string, string>,
  problems: FieldProblem[],
): void {
  const pointer = `/${who}/address`;
  if (raw === undefined || raw === null) {
    if (needed) problems.push({ pointer, code: "REQUIRED" });
    return;
  }
  if (typeof raw !== "object" || Array.isArray(raw)) {
    problems.push({ pointer, code: "INVALID" });
    return;
  }
  const address = raw as Party;
  // An employee of a US employer may live in Canada and the reverse, so the shape sent decides.
  const shape = "provinceTerritory" in address || "postalCode" in address ? "CA" : "US";
  const read = (name: string): string => {
    const field = identity.address[shape][name];
    if (field === undefined) return "";
    return (
      readField(
        field,
        address[name],
        field.required === "always",
        `${pointer}/${name}`,
        language,
        problems,
      ) ?? ""
    );
  };
  const street = joined(", ", read("streetAddress1"), read("streetAddress2"));
  const city = read("city");
  const region = read(shape === "CA" ? "provinceTerritory" : "state");
  const postal = shape === "CA" ? spaced(read("postalCode")) : read("zipCode");
  values.set(`${who}.street`, street);
  values.set(`${who}.city`, city);
  values.set(`${who}.region`, region);
  values.set(`${who}.postal`, postal);
  values.set(`${who}.cityRegionPostal`, joined(" ", joined(", ", city, region), postal));
}

function readField(
  field: IdentityField,
  raw: unknown,
  needed: boolean,
  pointer: string,
  language: Language,
  problems: FieldProblem[],
): string | undefined {
  const message = field.message[language];
  if (raw === undefined || raw === null || raw === "") {
    if (needed) problems.push({ pointer, code: "REQUIRED", message });
    return undefined;
  }
  const text = typeof raw === "string" && raw.length <= 200 ? raw.normalize("NFC").trim() : undefined;
  if (text === "") {
    if (needed) problems.push({ pointer, code: "REQUIRED", message });
    return undefined;
  }
  const fits = text !== undefined && compiled(field.pattern).test(text);
  const value = fits && field.date === true ? isoDate(text) : text;
  if (!fits || value === undefined) {
    problems.push({ pointer, code: "INVALID", message });
    return undefined;
  }
  return field.format === undefined ? value : figures(value, field.format);
}

/** Puts the figures of a number into a shape: `###-##-####`, or `XXX-XX-####` where only some are shown. */
export function figures(number: string, shape: string): string {
  const digits = number.replace(/[^0-9]/g, "");
  let at = 0;
  return shape.replace(/[#X]/g, (mark) => {
    const digit = digits[at++] ?? "";
    return mark === "X" ? "X" : digit;
  });
}

function spaced(postal: string): string {
  const plain = postal.replaceAll(" ", "").toUpperCase();
  return plain === "" ? "" : `${plain.slice(0, 3)} ${plain.slice(3)}`;
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}

const patterns = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  const regex = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, regex);
  return regex;
}
