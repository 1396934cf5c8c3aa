import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { byVersion } from "@withholding-forms/catalog/model/version";
import { Document, isMap, isNode, type Pair, parseDocument, Scalar, YAMLMap } from "yaml";
import { casesOf } from "../check/cases.js";
import { checkTodos } from "../check/todos.js";
import type { Content, FormContent } from "../resolve/content.js";
import { folderNamed } from "../resolve/form-files.js";
import type { Case } from "../schema/cases.js";

export interface NewYear {
  readonly year: number;
  /** A place such as `FEDERAL`, with the forms elsewhere that follow its own, or a form; everything by default. */
  readonly of?: string | undefined;
  readonly today: string;
}

/**
 * Starts the versions of a new year: those of forms for the year before, of forms that follow another one that has a new
 * version, and their figures. What is there stays as it is. Gives what is left to do, one line per file. Throws a sentence
 * when it cannot.
 */
export function newYear(content: Content, { year, of, today }: NewYear): string[] {
  const { root } = content;
  const newest = newestForms(content);
  const byId = new Map(newest.map((form) => [form.id, form]));
  const place = (form: FormContent): string => form.folder.split("/")[1] ?? "";
  const isNew = (form: FormContent): boolean =>
    form.form.data.year === year || setsOf(form).some((set) => yearOf(set) === year);
  const baseOf = (form: FormContent): FormContent | undefined => byId.get(followed(form) ?? "");
  const isWanted = (form: FormContent): boolean => {
    if (of === form.id) return true;
    const base = baseOf(form);
    const places = [place(form), ...setsOf(form).map((set) => set.split("/")[1] ?? "")];
    const isInScope = of === undefined || places.includes(of);
    return (isInScope && isYearly(form, year)) || (base !== undefined && isWanted(base));
  };
  const wanted = newest.filter(
    (form) => isWanted(form) || (isNew(form) && (of ?? place(form)) === place(form)),
  );
  if (wanted.length === 0)
    throw new Error(`${of ?? "the content"} has no form or place with forms for ${year - 1}`);
  const names = new Map<string, Set<string>>();
  const files: string[] = [];
  for (const form of wanted) {
    const target = isNew(form) ? form.folder : `${dirname(form.folder)}/${nextVersion(form, newest, year)}`;
    files.push(target, ...setsOf(form).map((set) => figuresFile(renamed(set, year))));
    if (isNew(form)) continue;
    const base = baseOf(form);
    const on =
      base && (isNew(base) ? base.folder : `${dirname(base.folder)}/${nextVersion(base, newest, year)}`);
    mkdirSync(join(root, target), { recursive: true });
    writeFileSync(join(root, target, "form.yaml"), formFile(form, { year, today, on }));
    // An edition in another language runs the new cases of the one it follows.
    if (base === undefined || base.form.data.language === form.form.data.language)
      writeFileSync(join(root, target, "cases.yaml"), casesFile(form, year));
    for (const use of [...form.uses.figures, ...form.uses.tables]) {
      const [set = "", name = ""] = use.split(" ");
      if (yearOf(set) === year - 1)
        names.set(set, (names.get(set) ?? new Set()).add(name.split(".")[0] ?? ""));
    }
  }
  for (const [set, used] of names) addFigures(root, set, renamed(set, year), used);
  const others = newest.filter(
    (form) =>
      !wanted.includes(form) &&
      (of ?? place(form)) === place(form) &&
      setsOf(form).some((set) => yearOf(set) === year - 1),
  );
  return [
    ...leftToDo(root, new Set(files)),
    ...wanted.flatMap(({ id, official }) =>
      official === undefined
        ? []
        : [`${id}: bind the agency's file of ${year}, ${official.data.address} (docs/official.md)`],
    ),
    ...others.map(
      ({ id, version }) =>
        `${id} ${version} uses figures of ${year - 1} and is not for one year: if they change, npm run new-year -- ${year} ${id}`,
    ),
  ];
}

/** The form that this one is a copy or an edition of. */
function followed({ form, id, folder }: FormContent): string | undefined {
  const { on, extends: named } = form.data;
  const other = folderNamed(on ?? named ?? "", folder).split("/")[2];
  return other === id ? undefined : other;
}

/** Forms that are copies or editions of a form, or of one that is. */
export function followersOf(content: Content, id: string): string[] {
  const own = newestForms(content).filter((form) => followed(form) === id);
  return own.flatMap((form) => [form.id, ...followersOf(content, form.id)]);
}

function newestForms({ jurisdictions }: Content): FormContent[] {
  const newest = new Map<string, FormContent>();
  for (const form of jurisdictions.flatMap(({ forms }) => forms)) {
    const known = newest.get(form.id);
    if (known === undefined || byVersion(form.version, known.version) < 0) newest.set(form.id, form);
  }
  return [...newest.values()];
}

/** Names of its figures: `us/FEDERAL/2026`. */
function setsOf({ form }: FormContent): readonly string[] {
  return [form.data.figures ?? []].flat().map(String);
}

function yearOf(set: string): number {
  return Number(/([0-9]{4})[^/]*$/.exec(set)?.[1]);
}

/** `2026-07` of a change during the year and `2026` are one in the next; `2026-cities` keeps its word. */
function renamed(set: string, year: number): string {
  return set.replace(/[0-9]{4}(-[0-9]+)?(?=[^/]*$)/, (old, month = "") =>
    Number(old.slice(0, 4)) === year - 1 ? `${year}` : `${old.slice(0, 4)}${month}`,
  );
}

function figuresFile(set: string): string {
  return `${dirname(set)}/figures/${set.slice(set.lastIndexOf("/") + 1)}.yaml`;
}

/** Printed for one year, or with an amount of the year that it takes from another place. */
function isYearly(form: FormContent, year: number): boolean {
  const { year: own, effective } = form.form.data;
  const sets = setsOf(form).filter((set) => yearOf(set) === year - 1);
  return (
    own === year - 1 ||
    sets.some((set) => !form.folder.startsWith(`${dirname(set)}/`) || effective >= printedFrom(year))
  );
}

function printedFrom(year: number): string {
  return `${year - 2}-10-01`;
}

/** That of the year before, a year later; an older print gets a number of our own. */
function nextVersion({ id, version, form }: FormContent, all: readonly FormContent[], year: number): string {
  const [printed = "", month = "", own = ""] = version.split(".");
  const { effective } = form.data;
  if (effective < printedFrom(year)) return `${printed}.${month}.${Number(own) + 1}`;
  const next = effective <= `${year - 1}-01-31` ? `${Number(printed) + 1}.${month}.0` : `${year}.1.0`;
  return all.some((one) => one.id === id && one.version === next) ? `${year}.1.1` : next;
}

function formFile(
  form: FormContent,
  { year, today, on }: Pick<NewYear, "year" | "today"> & { on: string | undefined },
): string {
  const { data } = form.form;
  const own = form.folder.split("/").slice(0, 2).join("/");
  const short = (set: string): string => (dirname(set) === own ? set.slice(own.length + 1) : set);
  const sets = [...new Set(setsOf(form).map((set) => short(renamed(set, year))))];
  const later = (["title", "published", "use"] as const).filter(
    (key) => bumped(data[key], year) !== data[key],
  );
  const { verification, doubts } = data;
  const below = (level: string): string => (level.startsWith("AGENCY") ? "OLDER_REVISION" : level);
  return [
    `extends: ${form.version}`,
    ...(on === undefined ? [] : [`on: ${on}`]),
    `revision: ${JSON.stringify(bumped(data.revision, year))}  # TODO as printed`,
    `effective: ${year}-01-01`,
    ...(data.year === undefined ? [] : [`year: ${data.year === year - 1 ? year : data.year}`]),
    ...(sets.length === 0 ? [] : [`figures: [${sets.map((set) => `"${set}"`).join(", ")}]`]),
    ...later.map((key) => `${key}: ${JSON.stringify(bumped(data[key], year))}  # TODO as it is in ${year}`),
    "# TODO say what you read of this year; replace sources and doubts of the year before where they changed",
    `verification: {face: ${below(verification.face)}, rules: ${below(verification.rules)}, revision: ${JSON.stringify(verification.revision)}, checked: ${today}}`,
    ...(doubts.length > 0 ? [] : [`doubts: ["The print of ${year} was not compared yet."]`]),
    "",
  ].join("\n");
}

/** The years of a sentence, one year later. */
function bumped(text: string, year: number): string {
  return text.replaceAll(new RegExp(`\\b(?:${year - 1}|${year})\\b`, "g"), (old) => String(Number(old) + 1));
}

/** The end of a claim is a year later; other results are computed by hand. */
function nextDay<Result>(value: Result, year: number): Result | string {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(String(value)) ? bumped(String(value), year) : value;
}

/** The case that computes most, and one with the end of a claim. */
function casesFile({ cases, inherited, folder, form }: FormContent, year: number): string {
  const own = casesOf(cases);
  const known = own.length > 0 ? own : inherited.flatMap((one) => casesOf(one.cases));
  const complete = known.filter((one) => !one.problems && !one.ends && one.parameters);
  const undated = complete.filter((one) => one.today === undefined);
  // Only a form that changed during the year has a day in all of them.
  const plain = undated.length > 0 ? undated : complete;
  const amounts = ({ parameters, prints }: Case): number =>
    Object.values({ ...parameters, ...prints }).filter((value) => /[1-9][0-9.,]*$/.test(String(value)))
      .length;
  const [fullest] = [...plain].sort((a, b) => amounts(b) - amounts(a));
  const claim = plain.find((one) =>
    Object.entries(one.parameters ?? {}).some(([id, value]) => /Expires$/.test(id) && value !== null),
  );
  const chosen = [...new Set([fullest, claim])].filter((one) => one !== undefined);
  const document = new Document(
    chosen.map(({ case: name, answers, federalValues, region, parameters, prints }) => ({
      case: `${bumped(name, year)} (${year})`,
      ...(federalValues && { federalValues }),
      // A form without a tax year is signed in the year in which it was checked.
      ...(form.data.valid?.taxYear === undefined && { today: `${year}-03-02` }),
      ...(region && { region }),
      answers: JSON.parse(bumped(JSON.stringify(answers), year)) as Case["answers"],
      parameters: Object.fromEntries(
        Object.entries(parameters ?? {}).map(([id, value]) => [id, nextDay(value, year)]),
      ),
      ...(prints && { prints: JSON.parse(bumped(JSON.stringify(prints), year)) as Case["prints"] }),
    })),
  );
  for (const item of (document.contents as unknown as { items: YAMLMap[] }).items)
    for (const { value } of item.items) if (isMap(value)) value.flow = true;
  const what =
    "compute by hand with the amounts of this year; the cases of the version before are run with theirs";
  return `# TODO ${what}\n${chosen.length > 0 ? yamlText(document) : `# ${folder} has no case to start from\n- case: the simplest\n  answers: {}\n`}`;
}

/** Adds figures of the year before, each to be replaced, to a file, and gives its name. */
export function addFigures(root: string, from: string, to: string, used: ReadonlySet<string>): string {
  const year = yearOf(to);
  const before = parseDocument(readFileSync(join(root, figuresFile(from)), "utf8"));
  const file = join(root, figuresFile(to));
  const after = existsSync(file) ? parseDocument(readFileSync(file, "utf8")) : new Document(new YAMLMap());
  for (const section of ["figures", "tables", "lists"]) {
    const map = before.get(section);
    for (const pair of isMap(map) ? (map.items as Pair[]) : []) {
      const name = String(pair.key);
      if (!used.has(name) || after.hasIn([section, name])) continue;
      const value = isNode(pair.value) ? pair.value.clone() : pair.value;
      if (isMap(value)) {
        for (const key of ["source", "date"]) {
          const text = value.get(key);
          if (typeof text === "string") value.set(key, bumped(text, year));
        }
      }
      if (!after.has(section)) after.set(section, new YAMLMap());
      const key = new Scalar(name);
      if (section === "figures" && isNode(value)) value.comment = ` TODO of ${year}`;
      else key.commentBefore = ` TODO of ${year}`;
      (after.get(section) as YAMLMap).add({ key, value });
    }
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, yamlText(after));
  return figuresFile(to);
}

function yamlText(document: Document): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function leftToDo(root: string, files: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  const count = ({ file }: { file: string }): unknown => counts.set(file, (counts.get(file) ?? 0) + 1);
  checkTodos(root, undefined, (problem) => {
    if ([...files].some((one) => problem.file === one || problem.file.startsWith(`${one}/`))) count(problem);
  });
  const lines = [...counts].map(([file, left]) => `${file}: ${left} to do`);
  return lines.length > 0 ? lines : ["no TODO is left in these files: npm run check"];
}
