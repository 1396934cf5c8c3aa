import type {
  Certificate,
  EffectiveParameter,
  EffectiveParametersResponse,
  EndedCertificate,
  PaymentType,
  Situation,
} from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import type { Catalog, FormVersion, History, RefusedMember } from "../model/catalog.js";
import { isDay, shifted } from "../model/days.js";
import type { ParameterEntry } from "../model/parameter-entry.js";
import { signingTime } from "./complete/signing-time.js";

/** What the content says about certificates. */
export interface LifeCycles {
  readonly stored: Catalog["stored"];
  /** The newest version. */
  readonly current: (formId: string) => FormVersion | undefined;
  readonly parameters: ReadonlyMap<string, ParameterEntry>;
  /** Forms that are offered although no answer requires them. */
  readonly optional: (situation: Situation) => ReadonlySet<string>;
  /** Whose form it is. */
  readonly levelOf: (locality: string) => "NATION" | "STATE" | "CITY";
}

/** Which parameters payroll uses on a day, by the life cycles of forms and parameters. */
export function effectiveParameters(
  lifeCycles: LifeCycles,
  { date, certificates, situations, timeZone }: History,
): EffectiveParametersResponse | readonly RefusedMember[] {
  const refused: RefusedMember[] = [];
  if (!isDay(date)) refused.push({ pointer: "/date", code: "INVALID" });
  for (const [index, { from }] of situations.entries())
    if (!isDay(from)) refused.push({ pointer: `/situations/${index}/from`, code: "INVALID" });
  const filed = certificates.map((one, index) => fileOf(lifeCycles, one, index, timeZone, refused));
  if (refused.length > 0) return refused;
  const all: Held[] = [];
  const files = filed.flatMap((one) => one ?? []).sort(bySignature);
  for (const file of files) hold(lifeCycles, file, files, all);
  endBySituations(lifeCycles, all, situations);
  const days = inForce(all);
  const now = days.on(date);
  return {
    date,
    parameters: combined(now, days.lastDay, date),
    ended: grouped(all.filter((held) => !now.has(held)).flatMap((held) => days.ending(held, date) ?? [])),
    upcoming: upcoming(all, days, date),
    missing: missing(all, days, date),
  };
}

interface File {
  /** Day of the signature. */
  readonly signed: string;
  /** In milliseconds; 0 if the time of the day is not known. */
  readonly instant: number;
  readonly index: number;
  readonly form: FormVersion;
  /** The form, or the one that it is an edition of. */
  readonly original: string;
  readonly payment: PaymentType;
  readonly values: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<string, ParameterEntry>;
  /** The first day on which it counts; undefined while it waits for the employer. */
  readonly counts: string | undefined;
}

/** One parameter of a certificate. Days are the first day on which it counts, and the first on which it no longer does. */
interface Held {
  readonly file: File;
  readonly id: string;
  readonly start: string | undefined;
  end?: string;
  reason?: EndedCertificate["reason"];
  by?: string;
}

function fileOf(
  { stored, current, parameters }: LifeCycles,
  certificate: Certificate,
  index: number,
  timeZone: string,
  refused: RefusedMember[],
): File | undefined {
  const at = `/certificates/${index}`;
  const { formId, formVersion, taxParameters, paymentType } = certificate;
  const form = stored(formId, formVersion);
  if (form === undefined) {
    const what = current(formId) === undefined ? "formId" : "formVersion";
    refused.push({ pointer: `${at}/${what}`, code: "UNKNOWN", what });
    return undefined;
  }
  const [signed, acted] = (["signedAt", "employerActedAt"] as const).map((member) => {
    const moment = certificate[member] ?? undefined;
    const day = moment && dayIn(moment, timeZone);
    if (moment !== undefined && day === undefined)
      refused.push({ pointer: `${at}/${member}`, code: "INVALID" });
    return day;
  });
  const entries = new Map<string, ParameterEntry>();
  for (const [position, { id, value }] of taxParameters.entries()) {
    const entry = parameters.get(id);
    const pointer = `${at}/taxParameters/${position}`;
    if (entry?.forms.some((one) => one.id === formId) !== true)
      refused.push({ pointer: `${pointer}/id`, code: "UNKNOWN", what: "id" });
    else if (entry.valueType === "date" && !isDay(value))
      refused.push({ pointer: `${pointer}/value`, code: "INVALID" });
    else entries.set(id, entry);
  }
  if (signed === undefined) return undefined;
  const values = new Map(taxParameters.map(({ id, value }) => [id, value]));
  const waits = [...entries].some(([id, { blocks }]) => blocks === true && values.get(id) === "true");
  return {
    signed,
    instant: certificate.signedAt.length === 10 ? 0 : Date.parse(certificate.signedAt),
    index,
    form,
    original: form.lifeCycle?.editionOf ?? formId,
    payment: paymentType ?? (form.formType === "PENSION" ? "PENSION" : "WAGES"),
    values,
    entries,
    counts: waits ? acted && max(signed, acted) : signed,
  };
}

function dayIn(moment: string, timeZone: string): string | undefined {
  if (!isDay(moment.slice(0, 10))) return undefined;
  if (moment.length === 10) return moment;
  const instant = new Date(moment);
  return Number.isNaN(instant.getTime()) ? undefined : signingTime(instant, timeZone).day;
}

function bySignature(one: File, other: File): number {
  return compare(one.signed, other.signed) || one.instant - other.instant || one.index - other.index;
}

/** Adds a certificate to those signed before, and ends what it replaces. */
function hold(lifeCycles: LifeCycles, file: File, files: readonly File[], all: Held[]): void {
  const { counts, entries, values, form, original } = file;
  const earlier = all.filter((one) => one.file.payment === file.payment);
  const isSame = (one: Held): boolean => one.file.original === original;
  const later = laterDay(file);
  const isKept = later !== undefined && earlier.some((one) => isSame(one) && isOn(one, counts ?? ""));
  const first = isKept ? values.get(later.id) : counts;
  const starts = new Map(
    [...entries.keys()].map((id) => {
      const start = max(first, dayOf(file, id, "startsOn"));
      return [id, max(start, endingOf(file, id, files))];
    }),
  );
  for (const one of earlier) {
    if (isSame(one)) end(one, starts.get(one.id) ?? first, "REPLACED", file);
    else {
      const id = chain(one).find((each) => starts.has(each) && !isTogether(lifeCycles, each, file, one.file));
      if (id !== undefined) end(one, starts.get(id), "REPLACED", file);
    }
  }
  for (const { formIds, parameters, when, whose } of form.lifeCycle?.replaces ?? []) {
    const isEnded = (one: Held): boolean =>
      formIds.includes(one.file.original) &&
      (parameters?.includes(one.id) ?? true) &&
      holds(one.file, whose) &&
      // Forms of two places that are given together belong together.
      (one.file.signed < file.signed || one.file.form.locality === form.locality);
    if (holds(file, when)) for (const one of earlier) if (isEnded(one)) end(one, first, "REPLACED", file);
  }
  for (const [id, start] of starts) {
    const held: Held = { file, id, start };
    if (entriesAbove(file, id).some(({ blocks }) => blocks === true)) continue;
    const last = dayOf(file, id, "endsOn");
    if (last !== undefined) end(held, shifted(last, 1), "EXPIRED");
    all.push(held);
  }
}

/** The parameter with the day until which the earlier certificate stays in force, if that is still to come. */
function laterDay({ counts, entries, values }: File): ParameterEntry | undefined {
  return [...entries.values()].find(
    ({ id, keepsEarlier }) =>
      keepsEarlier === true && counts !== undefined && (values.get(id) ?? "") > counts,
  );
}

/** The later day on which another form already ends the claim that this one ends as well. */
function endingOf(file: File, id: string, files: readonly File[]): string | undefined {
  const others = files.filter(
    (one) => one.signed <= file.signed && one.payment === file.payment && one.original !== file.original,
  );
  for (const one of others) {
    const later = laterDay(one);
    const isLast = others.findLast(({ original }) => original === one.original) === one;
    const ends = later !== undefined && entriesAbove(one, later.id).some((entry) => entry.id === id);
    if (isLast && ends && one.values.get(id) === file.values.get(id)) return one.values.get(later.id);
  }
  return undefined;
}

/** The parameter, and those of the same certificate that it is a part of. */
function entriesAbove({ entries }: File, id: string): ParameterEntry[] {
  const found: ParameterEntry[] = [];
  for (let entry = entries.get(id); entry !== undefined; entry = entries.get(entry.partOf ?? ""))
    found.push(entry);
  return found;
}

function chain({ file, id }: Held): string[] {
  return entriesAbove(file, id).map((entry) => entry.id);
}

/** The first or last day that the certificate names for the parameter, or for what it is a part of. */
function dayOf(file: File, id: string, edge: "startsOn" | "endsOn"): string | undefined {
  for (const entry of entriesAbove(file, id))
    for (const name of entry[edge] ?? []) {
      const year = { END_OF_TAX_YEAR: file.form.taxYear, END_OF_YEAR_SIGNED: file.signed.slice(0, 4) }[name];
      const value = year === undefined ? file.values.get(name) : String(year);
      if (value === undefined) continue;
      const day = value.length > 4 ? value : `${value}-${edge === "startsOn" ? "01-01" : "12-31"}`;
      if (isDay(day)) return day;
    }
  return undefined;
}

/** Whether both values count side by side. */
function isTogether({ parameters }: LifeCycles, id: string, one: File, other: File): boolean {
  const rule = ruleOf(parameters.get(id), one, other);
  return rule !== undefined && (rule.staysInForce === true || one.signed === other.signed);
}

function ruleOf(entry: ParameterEntry | undefined, one: File, other: File) {
  return entry?.together?.find(({ forms }) => forms.includes(one.original) && forms.includes(other.original));
}

function holds({ values }: File, when: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(when).every(([id, value]) => values.get(id) === value);
}

function end(held: Held, day: string | undefined, reason: EndedCertificate["reason"], by?: File): void {
  if (day === undefined || (held.end !== undefined && held.end <= day)) return;
  Object.assign(held, { end: day, reason, by: by?.form.id });
}

/** Certificates of states and cities that new answers do not require end, and claims that rest on the home before. */
function endBySituations(
  { optional, levelOf, current }: LifeCycles,
  all: readonly Held[],
  given: readonly Situation[],
): void {
  const situations = [...given].sort((one, other) => compare(one.from, other.from));
  for (const [index, situation] of situations.entries()) {
    const before = situations[index - 1];
    if (before === undefined) continue;
    const originals = situation.formIds.map((id) => current(id)?.lifeCycle?.editionOf ?? id);
    const offered = statesOf(before) === statesOf(situation) ? optional(situation) : new Set<string>();
    for (const held of all) {
      const { original, form, signed } = held.file;
      const level = levelOf(form.locality);
      const stays = originals.includes(original) || (level === "STATE" && offered.has(original));
      if (level === "NATION" || signed >= situation.from) continue;
      if (!stays) end(held, situation.from, "NOT_REQUIRED");
      else if (before.homeState !== situation.homeState && restsOnHome(held))
        end(held, situation.from, "MOVED");
    }
  }
}

/** Whether the certificate claims by its home what the value is, or is a part of. */
function restsOnHome({ file, id }: Held): boolean {
  const root = entriesAbove(file, id).at(-1);
  return [...file.entries.values()].some(
    (entry) =>
      (entry.restsOnHome?.includes("*") === true ||
        entry.restsOnHome?.includes(file.values.get(entry.id) ?? "") === true) &&
      entriesAbove(file, entry.id).at(-1) === root,
  );
}

function statesOf({ homeState, workStates }: Situation): string {
  return [homeState, ...[...new Set(workStates)].sort()].join(" ");
}

function isOn({ start, end }: Held, day: string): boolean {
  return start !== undefined && start <= day && (end === undefined || day < end);
}

/** What counts on each day, and why the rest does not. */
function inForce(all: readonly Held[]) {
  const byId = groups(all, ({ id }) => id);
  const byPlace = groups(all, ({ id }) => id.slice(0, id.indexOf(".")));
  const gatesOf = (held: Held) => {
    const ids = chain(held);
    return (held.file.form.lifeCycle?.gatedBy ?? []).filter(
      ({ parameters, when }) => parameters.some((id) => ids.includes(id)) && holds(held.file, when),
    );
  };
  /** The values that open a gate, on any day. */
  const keys = (parameter: string | undefined): Held[] =>
    (byId.get(parameter ?? "") ?? []).filter(({ file, id }) => file.values.get(id) === "true");
  const shut = (held: Held, day: string) =>
    gatesOf(held).find(
      ({ parameter }) => parameter !== undefined && !keys(parameter).some((key) => isOn(key, day)),
    );
  const first = (held: Held, day: string): Held | undefined => {
    const place = entriesAbove(held.file, held.id).find(({ yields }) => yields === true);
    return (byPlace.get(held.file.values.get(place?.id ?? "") ?? "") ?? []).find((one) => isOn(one, day));
  };
  const counts = (held: Held, day: string): boolean =>
    isOn(held, day) && shut(held, day) === undefined && first(held, day) === undefined;
  return {
    on: (day: string): ReadonlySet<Held> => new Set(all.filter((held) => counts(held, day))),
    gatesOf,
    shut,
    lastDay(held: Held, day: string): string | undefined {
      const ends = gatesOf(held).flatMap(({ parameter }) => {
        const open = keys(parameter).filter((key) => isOn(key, day));
        return open.some((key) => key.end === undefined)
          ? []
          : [
              open
                .map((key) => key.end ?? "")
                .sort()
                .at(-1) ?? "",
            ];
      });
      const [earliest] = [...ends, ...(held.end === undefined ? [] : [held.end])]
        .filter((one) => one !== "")
        .sort();
      return earliest === undefined ? undefined : shifted(earliest, -1);
    },
    /** Why it does not count; undefined if it starts later. */
    ending(held: Held, day: string): Ending | undefined {
      const { start, end, reason, by } = held;
      if (start === undefined) return { held, reason: "WAITS_FOR" };
      const never = end !== undefined && end <= start;
      if (!never && start > day) return undefined;
      const from = (last: string | undefined) =>
        last !== undefined && last > start ? shifted(last, -1) : undefined;
      if (never || (end !== undefined && end <= day))
        return defined({ held, endedOn: from(end), reason: reason ?? "EXPIRED", by });
      const gate = shut(held, day);
      const other = first(held, day);
      if (gate === undefined)
        return defined({
          held,
          endedOn: from(other?.start),
          reason: "REPLACED" as const,
          by: other?.file.form.id,
        });
      const closed = keys(gate.parameter).flatMap((key) =>
        key.end === undefined || key.end > day ? [] : [key.end],
      );
      return defined({
        held,
        endedOn: from(closed.sort().at(-1)),
        reason: "WAITS_FOR" as const,
        by: gate.formIds[0],
      });
    },
  };
}
type Days = ReturnType<typeof inForce>;

interface Ending extends Pick<EndedCertificate, "reason"> {
  readonly held: Held;
  readonly endedOn?: string;
  readonly by?: string;
}

function combined(now: ReadonlySet<Held>, lastDay: Days["lastDay"], date: string): EffectiveParameter[] {
  const sameIds = groups([...now], ({ id, file }) => `${id} ${file.payment}`);
  return [...sameIds.values()]
    .map((group) => chosen(group, lastDay, date))
    .sort((one, other) => compare(one.id, other.id));
}

/** Of values that count side by side, the one that their rule prefers; the newest without one. */
function chosen(group: readonly Held[], lastDay: Days["lastDay"], date: string): EffectiveParameter {
  const textOf = ({ file, id }: Held): string => file.values.get(id) ?? "";
  const newest = group.at(-1) as Held;
  const { file, id } = newest;
  const entry = file.entries.get(id) as ParameterEntry;
  const rule = group.length < 2 ? undefined : ruleOf(entry, (group[0] as Held).file, file);
  const decisive = { ANY: "true", ALL: "false", SUM: "", FIRST: "" }[rule?.rule ?? "SUM"];
  const [listed] = (rule?.forms ?? []).flatMap(
    (form) => group.find((one) => one.file.original === form) ?? [],
  );
  // Of several that decide, the one that lasts longest.
  const deciding = group
    .filter((one) => textOf(one) === decisive)
    .sort((one, other) => compare(one.end ?? "9", other.end ?? "9"));
  const best = rule?.rule === "FIRST" ? listed : deciding.at(-1);
  const held = best ?? newest;
  const sum = group.reduce((total, one) => total + Math.round(Number(textOf(one)) * 100), 0) / 100;
  return defined({
    id,
    value: rule?.rule === "SUM" ? sum.toFixed(entry.valueType === "integer" ? 0 : 2) : textOf(held),
    valueType: entry.valueType,
    formId: held.file.form.id,
    signedAt: held.file.signed,
    endsOn: lastDay(held, date),
    paymentType: file.payment === "PENSION" ? ("PENSION" as const) : undefined,
  });
}

/** One entry for all parameters of a certificate that ended alike. */
function grouped(endings: readonly Ending[]): EndedCertificate[] {
  const alike = groups(endings, ({ held, endedOn, reason, by }) =>
    [held.file.index, endedOn, reason, by].join(" "),
  );
  return [...alike.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const { held, ...ending } = first;
    const parameters = [first, ...rest].map((one) => one.held.id);
    return { formId: held.file.form.id, signedAt: held.file.signed, parameters, ...ending };
  });
}

function upcoming(all: readonly Held[], days: Days, date: string): EffectiveParametersResponse["upcoming"] {
  const changing = new Set(
    all.flatMap(({ start, end }) => [start, end].filter((one) => one !== undefined && one > date)),
  );
  let before = days.on(date);
  return [...changing].sort().flatMap((next = "") => {
    const after = days.on(next);
    const changes = [
      ...[...before].flatMap((held) => (after.has(held) ? [] : [{ held, change: "ENDS" as const }])),
      ...[...after].flatMap((held) => (before.has(held) ? [] : [{ held, change: "STARTS" as const }])),
    ];
    before = after;
    return [...groups(changes, ({ held, change }) => `${held.file.index} ${change}`).values()].flatMap(
      (group) =>
        group.slice(0, 1).map(({ held: { file }, change }) => ({
          date: next,
          formId: file.form.id,
          signedAt: file.signed,
          change,
          parameters: group.map(({ held }) => held.id),
        })),
    );
  });
}

function missing(all: readonly Held[], days: Days, date: string): EffectiveParametersResponse["missing"] {
  const found = all.flatMap((held) => {
    const waits = days
      .gatesOf(held)
      .filter(({ formName }) => formName !== undefined && held.start === undefined);
    const gate = isOn(held, date) ? days.shut(held, date) : waits[0];
    if (gate === undefined) return [];
    return [defined({ neededBy: held.file.form.id, formIds: gate.formIds, formName: gate.formName })];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

function max(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined || one >= other ? one : other;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
