import type { CompiledOfficial, Target, Wording } from "@withholding-forms/catalog/model/binding";
import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import { ExpressionError, parseExpression, typeOf, type ValueType } from "@withholding-forms/interview";
import type { AgencyPlace } from "@withholding-forms/pdf";
import { correctFormula, inFormula } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { NoteSource } from "../schema/notes.js";
import type { OfficialSource, PlaceSource } from "../schema/official.js";
import type { MappingSource, SetSource } from "../schema/questions.js";
import type { Context } from "./context.js";
import { type CompiledPage, questionsById } from "./page.js";
import { answerKind, optionsOf, rawQuestions } from "./questions.js";
import { surroundings } from "./scope.js";

/** Undefined where the form is not bound to an agency file. */
export function compileOfficial(context: Context, page: CompiledPage): CompiledOfficial | undefined {
  const source = context.form.official;
  if (source === undefined) return undefined;
  const raw = source.data;
  const complain = (path: Path, message: string): void => context.report(source, path, "official", message);
  const { revision } = context.form.form.data;
  if (raw.revision !== revision)
    complain(
      ["revision"],
      `binds revision ${raw.revision}, but the form is of revision ${revision}: bind it to the version of that revision`,
    );
  checkNames(raw, page, complain);
  const named = (name: string): string => `${raw.prefix ?? ""}${name}`;
  const bound = (group: "fields" | "private"): PrintedField[] =>
    Object.entries(raw[group] ?? {}).map(([name, value]) => ({
      name: named(name),
      kind: kindOf(context, source, [group, name], value),
      value,
      ...(group === "private" ? { private: true as const } : {}),
    }));
  const added = Object.entries(raw.add ?? {}).map(([name, { value }]): PrintedField => {
    if (kindOf(context, source, ["add", name], value) === "check")
      complain(["add", name], `gives a boolean, but an added place takes text: write ? "X" : "" after it`);
    return { name, kind: "text", value };
  });
  const signatures = signed(raw, page);
  return {
    address: raw.address,
    sha256: raw.sha256,
    revision: raw.revision,
    ...(raw.editionOf === undefined ? {} : { editionOf: raw.editionOf }),
    printed: [...bound("fields"), ...bound("private"), ...added, ...signatures],
    unused: Object.keys(raw.unused ?? {}).map(named),
    drop: Object.keys(raw.drop ?? {}).map(named),
    places: [...Object.entries(raw.add ?? {}), ...Object.entries(raw.signature)].map(([name, cell]) =>
      placed(name, cell, signatures.find((field) => field.name === name)?.role, raw.prefix),
    ),
    wording: (raw.wording ?? []).map((passage, index) =>
      compileWording(context, passage, (message) => complain(["wording", index], message)),
    ),
    unsaid: (raw.unsaid ?? []).flatMap((name, index) => {
      const found = targetsOf(context, name);
      const fault =
        typeof found === "string" ? found : found.some((target) => !isOurNote(target)) ? notOurs : undefined;
      if (fault !== undefined) complain(["unsaid", index], `"${name}": ${fault}`);
      return typeof found === "string" ? [] : found;
    }),
  };
}

const notOurs = "is not a note of ours: write QS3.filingStatus.notes. and its first words";

function isOurNote(target: Target): boolean {
  return target.part === "note" && target.index !== undefined;
}

function compileWording(
  context: Context,
  { page, from, to, into }: NonNullable<OfficialSource["wording"]>[number],
  complain: (message: string) => void,
): Wording {
  const targets = [into].flat().flatMap((one) => {
    const found = targetsOf(context, one);
    if (typeof found !== "string") return found;
    complain(`"${one}": ${found}`);
    return [];
  });
  const clash = askedDifferently(context, targets);
  if (clash !== undefined)
    complain(
      `${clash}, so they ask different people: one passage cannot go into both. Leave out the set that it does not fit`,
    );
  return { page, from, to, into: targets };
}

/** Two sets that ask the same question in different words, and would both say the passage. */
function askedDifferently(context: Context, targets: readonly Target[]): string | undefined {
  for (const [index, one] of targets.entries())
    for (const other of targets.slice(index + 1)) {
      if (one.set === other.set || one.part !== other.part) continue;
      const [ours, theirs] = [ownWords(context, one), ownWords(context, other)];
      const id = [...ours.keys()].find((key) => theirs.has(key) && theirs.get(key) !== ours.get(key));
      if (id !== undefined) return `${one.set} and ${other.set} say "${id}" in different words`;
    }
  return undefined;
}

/** What we say at a target, by what it is about. A note is read with all questions of its set. */
function ownWords(context: Context, target: Target): ReadonlyMap<string, string> {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  const questions = (sets[target.set] ?? federalSets?.[target.set])?.questions ?? {};
  if (target.part === "perjury") return new Map();
  if (target.part === "note") return new Map(Object.entries(questions).map(([id, { ask }]) => [id, ask]));
  const question = questions[target.question];
  if (question === undefined) return new Map();
  if (target.part === "ask") return new Map([[target.question, question.ask]]);
  const label = optionsOf(question, answerKind(context, question)).get(target.value) ?? "";
  return new Map([[`${target.question}.${target.value}`, label]]);
}

/** Each name appears once, and the places to sign are those of the page: signing tools look for their names. */
function checkNames(
  raw: OfficialSource,
  page: CompiledPage,
  complain: (path: Path, message: string) => void,
): void {
  const seen = new Map<string, string>();
  const groups = ["fields", "private", "unused", "drop", "add", "signature"] as const;
  for (const group of groups) {
    for (const name of Object.keys(raw[group] ?? {})) {
      const other = seen.get(name);
      if (other !== undefined)
        complain([group, name], `"${name}" is under ${other}, too: remove one of them`);
      seen.set(name, group);
    }
  }
  const signs = page.fields.filter(({ role }) => role !== undefined).map(({ name }) => name);
  const missing = signs.filter((name) => !Object.hasOwn(raw.signature, name));
  if (missing.length > 0)
    complain(
      ["signature"],
      `lacks ${missing.join(", ")}, where the page is signed: add the place of the agency's form`,
    );
  for (const name of Object.keys(raw.signature))
    if (!signs.includes(name))
      complain(
        ["signature", name],
        `"${name}" is not a place to sign on the page: remove it, or use a name of the page's sign block`,
      );
}

/** The page defines what is signed and when; the agency's form may need its date in another format. */
function signed(raw: OfficialSource, page: CompiledPage): PrintedField[] {
  return page.fields.flatMap(({ name, kind, value, role, format, signer, when }) => {
    const cell = raw.signature[name];
    if (role === undefined || cell === undefined) return [];
    const wanted = cell.format ?? format;
    return {
      name,
      kind,
      value,
      role,
      ...(wanted === undefined ? {} : { format: wanted }),
      ...(signer === undefined ? {} : { signer }),
      ...(when === undefined ? {} : { when }),
    };
  });
}

function placed(
  name: string,
  cell: PlaceSource,
  role: PrintedField["role"],
  prefix: string | undefined,
): AgencyPlace {
  const [x, y, width, height] = cell.rect ?? [0, 0, 0, 0];
  return {
    name,
    ...(role === undefined ? {} : { role }),
    label: cell.label,
    at:
      cell.field !== undefined
        ? { field: `${prefix ?? ""}${cell.field}` }
        : {
            page: (cell.page ?? 1) - 1,
            rect: { x, y, width, height },
            ...(cell.size === undefined ? {} : { fontSize: cell.size }),
            ...(cell.align === undefined ? {} : { align: cell.align }),
          },
  };
}

/** True or false marks a box; everything else is printed. */
function kindOf(context: Context, source: Source, path: Path, value: string): PrintedField["kind"] {
  try {
    return typeOf(parseExpression(value), typesOf(context)) === "boolean" ? "check" : "text";
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    context.report(source, path, "official", inFormula(value, `${error.message}: ${correctFormula}`));
    return "text";
  }
}

function typesOf(context: Context): (id: string) => ValueType | undefined {
  const questions = questionsById(context);
  const helpers = new Map(Object.entries(rawQuestions(context.form.questions).helpers));
  const type = (id: string): ValueType | undefined => {
    const question = questions.get(id);
    if (question !== undefined) return answerKind(context, question).value;
    const helper = helpers.get(id);
    return helper === undefined ? surroundings[id] : typeOf(parseExpression(helper), type);
  };
  return type;
}

/** `QS3.filingStatus.ask`, `QS3.filingStatus.options.SINGLE`, `QS3.filingStatus.note`, `QS4.notes.Our words`, `perjury.standard`. */
function targetsOf(context: Context, name: string): readonly Target[] | string {
  const [first = "", ...rest] = name.split(".");
  if (first === "perjury") return endsWith(context, rest.join("."));
  const { sets, federalSets } = rawQuestions(context.form.questions);
  const set = sets[first] ?? federalSets?.[first];
  if (set === undefined) return `there is no set ${first}: name a set of questions.yaml`;
  if (rest[0] === "note" || rest[0] === "notes") return noteOf(set.notes, { set: first }, rest);
  const [id = "", part = "", ...last] = rest;
  const question = Object.hasOwn(set.questions, id) ? set.questions[id] : undefined;
  if (question === undefined) return `${first} has no question "${id}": name a question of that set`;
  if (part === "ask") return [{ part: "ask", set: first, question: id }];
  if (part === "note" || part === "notes")
    return noteOf(question.notes, { set: first, question: id }, rest.slice(1));
  if (part !== "options") return "cannot have wording: name ask, note, notes or options of the question";
  const value = last.join(".");
  const options = optionsOf(question, answerKind(context, question));
  return options.has(value)
    ? [{ part: "option", set: first, question: id, value }]
    : `"${id}" has no option "${value}": use one of ${[...options.keys()].join(", ")}`;
}

function noteOf(
  notes: readonly NoteSource[] | undefined,
  at: { readonly set: string; readonly question?: string },
  [part, ...words]: readonly string[],
): readonly Target[] | string {
  if (part === "note") return [{ part: "note", ...at }];
  // By its words and not by its number, so that a note put before it does not move the target.
  const start = words.join(".");
  const found = (notes ?? []).flatMap((note, index) => {
    const own = "paragraph" in note ? note.paragraph : "label" in note ? note.label : undefined;
    return own?.startsWith(start) === true ? [index] : [];
  });
  const [index, other] = found;
  if (index === undefined) return `there is no note that starts with "${start}": copy its first words`;
  if (start === "" || other !== undefined)
    return `more than one note begins with "${start}": copy more of its words`;
  return [{ part: "note", ...at, index }];
}

/** Every end with this statement. */
function endsWith(context: Context, name: string): readonly Target[] | string {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  const isEnd = (mapping: MappingSource): boolean => typeof mapping !== "string" && mapping.end === name;
  const ends = ([set, raw]: [string, SetSource]): Target[] => {
    if (raw.end === name) return [{ part: "perjury", set }];
    if (raw.next === undefined || typeof raw.next === "string") return [];
    const { by: _, ...mappings } = raw.next;
    return Object.entries(mappings).flatMap(([answer, mapping]) =>
      isEnd(mapping) ? [{ part: "perjury" as const, set, answer }] : [],
    );
  };
  const found = [...Object.entries(sets), ...Object.entries(federalSets ?? {})].flatMap(ends);
  return found.length === 0
    ? `no path ends with the statement "${name}": name a statement of questions.yaml`
    : found;
}
