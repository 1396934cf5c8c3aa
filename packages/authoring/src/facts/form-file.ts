import { placeholders } from "../read/placeholders.js";
import { conditionFormula, readCondition } from "./conditions.js";
import { inline, oneLine, todo, yamlText } from "./draft.js";
import { askedEntries, type FactClaim, type FactEntry, type FactForm } from "./sheet.js";

export interface FormHead {
  readonly agency: string;
  /** The day on which the sheet is turned into content. */
  readonly today: string;
  /** The set of figures that the sheet's constants became. */
  readonly figures: number | undefined;
}

/** `form.yaml` from a sheet. */
export function formFile(form: FactForm, { agency, today, figures }: FormHead): string {
  const { verification = {} } = form;
  const revision = form.officialRevision ?? "";
  const year = figures !== undefined && revision.includes(String(figures)) ? figures : undefined;
  const doubts = sentences(form.unverified ?? "");
  const fields = {
    name: form.name,
    title: form.title ?? todo(form.name, "the title as printed"),
    type: form.formType ?? todo("RESIDENT", "the type of the form"),
    language: "en",
    agency,
    revision: revision === "" ? todo("1/2026", "the revision as printed") : revision,
    published: publishedAt(form),
    effective: form.effectiveDate ?? todo(today, "first day on which it is the latest"),
    ...(year === undefined ? {} : { year }),
    ...(figures === undefined ? {} : { figures }),
    valid: valid(form),
    use: oneLine(form.use ?? ""),
    duties: todo([], "what the form's text wants from the employer, each with a notice"),
    sources: (form.sources ?? []).map((source) => sourceOf(String(source), form.name, today)),
    doubts:
      doubts.length > 0 || [verification.face, verification.rules].every((level) => level === "AGENCY_TEXT")
        ? doubts
        : [todo("Not compared yet.", "what is open")],
    verification: inline({
      face: verification.face ?? "DERIVED",
      rules: verification.rules ?? "DERIVED",
      revision: verification.read ?? "nothing",
      checked: today,
    }),
  };
  return yamlText(fields, ["TODO: keep the sources that a reader can look up, with agency and revision"]);
}

/** The first address of the sheet, if it is an agency's. */
function publishedAt({ sources = [] }: FactForm): unknown {
  const address = sources.flatMap((source) => /https:\/\/\S+/.exec(String(source))?.[0] ?? [])[0];
  const note = "where the agency publishes the form: the file, or the page that lists it";
  return todo(address ?? placeholders.address, note);
}

const ends =
  /^(?:REPLACED|CONDITION|NOT_STATED|END_OF_YEAR|JAN_31|FEB_15|APR_30|FEDERAL_CLAIM|\d{4}-\d{2}-\d{2})$/;

function valid(form: FactForm): object {
  const { certificate = {}, claims = [] } = form.validity ?? {};
  const until = certificate.until ?? "NOT_STATED";
  return {
    until: ends.test(until) ? until : todo("NOT_STATED", `lasts until ${until}`),
    basis: certificate.basis ?? "reading",
    ...(certificate.note === undefined ? {} : { note: oneLine(certificate.note) }),
    ...(claims.length === 0 ? {} : { exemption: claims.map((claim) => claimOf(claim, askedEntries(form))) }),
  };
}

function claimOf({ claim, until, basis, note }: FactClaim, entries: readonly FactEntry[]): object {
  const when = claimCondition(claim, entries);
  return {
    when: when ?? todo("false", `the claim: ${claim}`),
    until: ends.test(until) ? until : todo("NOT_STATED", `lasts until ${until}`),
    basis,
    ...(note === undefined ? {} : { note: oneLine(note) }),
  };
}

/** `NO_LIABILITY` (an option), `isExempt` (a question), or `isExempt with NO_LIABILITY`. */
function claimCondition(claim: string, entries: readonly FactEntry[]): string | undefined {
  const parts = claim.split(/\s+with\s+/).map((word) => {
    const entry = entries.find(({ options }) => options?.some(({ value }) => String(value) === word));
    return entry === undefined ? word : `${entry.id} is ${word}`;
  });
  const condition = readCondition(parts.join(" and "), entries);
  return condition === undefined ? undefined : conditionFormula(condition, entries);
}

function sourceOf(text: string, name: string, seen: string): object {
  const [, address, note] = /^(https?:\/\/\S+)\s*(?:\((.*)\))?$/s.exec(oneLine(text)) ?? [];
  if (address === undefined) return inline({ document: oneLine(text), seen });
  return inline({ document: note ?? `Form ${name}`, address, seen });
}

function sentences(text: string): string[] {
  return oneLine(text)
    .split(/(?<=[.;])\s+(?=[A-Z])/)
    .filter((sentence) => sentence !== "");
}
