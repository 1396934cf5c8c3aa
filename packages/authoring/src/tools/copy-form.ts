import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { byVersion } from "@withholding-forms/catalog/model/version";
import { isMap, isNode, isSeq, parse, parseDocument, stringify } from "yaml";
import { placeholders } from "../read/placeholders.js";
import type { Content, JurisdictionContent } from "../resolve/content.js";
import { folderNamed } from "../resolve/form-files.js";
import { type NewForm, newFolder } from "./new-form.js";
import { addFigures } from "./new-year.js";

/** Starts a form from that of another place: its files, the flows and situations that name it. Throws a sentence when it cannot. */
export function copyForm(
  content: Content,
  form: NewForm & { readonly like: string; readonly locality?: string },
): string[] {
  const { root } = content;
  const { jurisdiction, id, version, like, locality, today } = form;
  const [, folder] = newFolder(root, form);
  const to = content.jurisdictions.find((place) => place.code === jurisdiction);
  const from = content.jurisdictions.find((place) => place.formIds.includes(like));
  if (to === undefined)
    throw new Error(`${jurisdiction} cannot be read: npm run check -- --only ${jurisdiction}`);
  if (from === undefined) throw new Error(`there is no form ${like}`);
  const whole = from.forms
    .filter((one) => one.id === like && !/^[0-9.]+$/.test(one.form.data.extends ?? ""))
    .sort((a, b) => byVersion(a.version, b.version))[0];
  if (whole === undefined)
    throw new Error(`no version of ${like} can be read: npm run check -- --only ${like} says why`);
  const theirs = whole.form.data.locality;
  if ((theirs === undefined) !== (locality === undefined))
    throw new Error(
      theirs === undefined
        ? `${like} is no form of a locality: leave --locality out`
        : `${like} is a form of a locality: name the new one with --locality`,
    );
  const own =
    locality === undefined ? undefined : `${to.code}_${locality.toUpperCase().replaceAll(/[^A-Z]+/g, "_")}`;
  const nameOf = theirs && from.localities?.data.localities[theirs]?.name;
  const names: [string, string][] = [
    [like, id],
    ...(theirs && own ? [[theirs, own] as [string, string]] : []),
    ...(nameOf && locality ? [[nameOf, locality] as [string, string]] : []),
    ...(from === to ? [] : placeNames(from, to, like)),
  ];
  const english = (text: string): string =>
    names.reduce(
      (words, [old, now]) =>
        words.replaceAll(
          new RegExp(`(?<![\\p{L}\\d])${old.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\d])`, "gu"),
          () => now,
        ),
      from === to
        ? text
        : inIdentifiers(text.replaceAll(like, id).replaceAll(theirs ?? like, own ?? id), from, to),
    );
  mkdirSync(join(root, folder), { recursive: true });
  const files = readdirSync(join(root, whole.folder)).filter((name) => name !== "official.yaml");
  for (const name of files) {
    const text = english(readFileSync(join(root, whole.folder, name), "utf8"));
    const head =
      name === "cases.yaml"
        ? `# TODO compute each from the instructions of ${id}; these are those of ${like}\n`
        : "";
    writeFileSync(
      join(root, folder, name),
      name === "form.yaml"
        ? formHead(text, { version, today, base: from === to ? undefined : baseOf(whole) })
        : head + text,
    );
  }
  const place = join(root, to.folder);
  const written = files.map((name) => `${folder}/${name}`);
  for (const [set, used] of from === to ? [] : figuresUsed(whole.uses, from.folder))
    written.push(addFigures(root, set, set.replace(from.folder, to.folder), used));
  const add = (name: string, text: string): void => {
    if (text === "") return;
    appendFileSync(join(place, name), text);
    written.push(`${to.folder}/${name}`);
  };
  if (own !== undefined) {
    addLocality(root, { from, to, theirs: theirs ?? "", own }, english, add);
    written.push(`${to.folder}/localities.yaml`);
  } else
    add(
      "jurisdiction.yaml",
      flowsText(readFileSync(join(root, from.folder, "jurisdiction.yaml"), "utf8"), like, to, english),
    );
  add(
    "situations.yaml",
    situationsText(
      readFileSync(join(root, from.folder, "situations.yaml"), "utf8"),
      like,
      from === to ? undefined : to.code,
      english,
    ),
  );
  return [...new Set(written)];
}

function placeNames(from: JurisdictionContent, to: JurisdictionContent, like: string): [string, string][] {
  const [theirs, ours] = [from.source.data, to.source.data];
  const agencies =
    theirs.agency && ours.agency ? [[theirs.agency.name, ours.agency.name] as [string, string]] : [];
  // The forms of the same number, such as both ordinary certificates.
  const forms = from.forms.flatMap(({ id, form }): [string, string][] => {
    const same = to.forms.find((one) => one.id === id.replace(from.code, to.code));
    return same === undefined || id === like ? [] : [[form.data.name, same.form.data.name]];
  });
  return [...agencies, ...forms, [theirs.name, ours.name], [from.code, to.code]];
}

/** `KS_RESIDENT`, `KS101`, `ksGuidedQ1`, `ordersToKansas`, `ALL_IN_KANSAS`. */
function inIdentifiers(text: string, from: JurisdictionContent, to: JurisdictionContent): string {
  const joined = ({ source }: JurisdictionContent): string => source.data.name.replaceAll(" ", "");
  return text
    .replaceAll(new RegExp(`\\b${from.code}(?=_|\\d{3})`, "g"), to.code)
    .replaceAll(new RegExp(`\\b${from.code.toLowerCase()}(?=[A-Z])`, "g"), to.code.toLowerCase())
    .replaceAll(new RegExp(`(?<=_)${joined(from).toUpperCase()}\\b`, "g"), joined(to).toUpperCase())
    .replaceAll(new RegExp(`(?<=[a-z])${joined(from)}(?![a-z])`, "g"), joined(to));
}

/** The folder of the form that it extends, as another place names it. */
function baseOf({ folder, form }: JurisdictionContent["forms"][number]): string | undefined {
  const named = form.data.extends;
  return named === undefined ? undefined : folderNamed(named, folder);
}

/** What only a person can say of the new form is a placeholder. */
function formHead(
  text: string,
  { version, today, base }: { version: string; today: string; base: string | undefined },
): string {
  const document = parseDocument(text);
  const [year = "", month = "1"] = version.split(".");
  if (base !== undefined) document.set("extends", base);
  for (const key of ["retired", "prints", "literals"]) document.delete(key);
  document.set("revision", `Rev. ${month}/${year}`);
  document.set("effective", `${year}-${month.padStart(2, "0")}-01`);
  document.set("published", placeholders.address);
  document.set(
    "sources",
    document.createNode([
      { document: "Form", agency: placeholders.agency, address: placeholders.address, seen: today },
    ]),
  );
  document.set("doubts", [placeholders.doubt]);
  document.set(
    "verification",
    document.createNode(
      { face: "DERIVED", rules: "DERIVED", revision: placeholders.revision, checked: today },
      { flow: true },
    ),
  );
  document.commentBefore =
    " TODO name, title, revision, effective, valid, duties, notice and use are those of the form it was copied from";
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function figuresUsed(
  { figures, tables }: { figures: ReadonlySet<string>; tables: ReadonlySet<string> },
  folder: string,
): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const use of [...figures, ...tables]) {
    const [set = "", name = ""] = use.split(" ");
    if (set.startsWith(`${folder}/`))
      names.set(set, (names.get(set) ?? new Set()).add(name.split(".")[0] ?? ""));
  }
  return names;
}

type Rename = (text: string) => string;

/** A place without flows gets those of the other; one with flows gets the parts that name the form as a comment. */
function flowsText(text: string, like: string, to: JurisdictionContent, english: Rename): string {
  const parts = ["sets", "flows"].flatMap((key) =>
    slices(text, [key]).map(([name, part]) => ({ key, name, part })),
  );
  if (to.source.data.flows === undefined) {
    const of = (key: string): string =>
      parts
        .filter((one) => one.key === key)
        .map(({ part }) => part)
        .join("");
    return ["sets", "flows"]
      .map((key) => (of(key) === "" ? "" : `${key}: # TODO flows of another place\n${english(of(key))}`))
      .join("");
  }
  const naming = parts.filter(({ part }) => part.includes(like));
  const lines = naming.flatMap(({ key, part }) => [`${key}:`, ...english(part).trimEnd().split("\n")]);
  return lines.length === 0
    ? ""
    : `# TODO lead people to the form; the other place does it like this:\n${lines.map((line) => `#   ${line}\n`).join("")}`;
}

/** A few, without people who have to do with the new place, who would become others. */
function situationsText(text: string, like: string, code: string | undefined, english: Rename): string {
  const found = slices(text, [])
    .map(([, part]) => part)
    .filter((part) => part.includes(like) && (code === undefined || !new RegExp(`\\b${code}\\b`).test(part)));
  return found
    .slice(0, 3)
    .map((part) => `# TODO what the agency's rules say of this person\n${english(part)}`)
    .join("");
}

function addLocality(
  root: string,
  {
    from,
    to,
    theirs,
    own,
  }: { from: JurisdictionContent; to: JurisdictionContent; theirs: string; own: string },
  english: Rename,
  add: (name: string, text: string) => void,
): void {
  const text = readFileSync(join(root, from.folder, "localities.yaml"), "utf8");
  const entry = slices(text, ["localities"]).find(([name]) => name === theirs)?.[1] ?? "";
  const file = join(root, to.folder, "localities.yaml");
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const listed = slices(known, ["localities"]).find(([name]) => name === own)?.[1];
  // Where the other locality is says nothing about this one.
  const { name, certificate } = onlyEntry(english(entry));
  const { missing: _, agency: __, ...kept } = listed === undefined ? { name } : onlyEntry(listed);
  const style = { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 } as const;
  const line = `  # TODO the place and the ZIP Codes of this locality\n  ${own}: ${stringify({ ...kept, certificate }, style)}`;
  if (known === "") {
    const rest = ["sets", "flows"]
      .map((key) =>
        slices(text, [key])
          .map(([, part]) => part)
          .join(""),
      )
      .map((part, index) => (part === "" ? "" : `${["sets", "flows"][index]}:\n${english(part)}`));
    return add(
      "localities.yaml",
      `localities:\n${line}${rest.join("")}sources: [{document: Form, address: "${placeholders.address}"}]\ndoubts: []\n`,
    );
  }
  writeFileSync(
    file,
    listed === undefined
      ? known.replace(/^localities:.*\n/m, (head) => head + line)
      : known.replace(listed, () => line),
  );
}

function onlyEntry(text: string): Record<string, unknown> {
  return Object.values(parse(text) as Record<string, Record<string, unknown>>)[0] ?? {};
}

/** The entries of a map or list, each with its text and the comments above it. */
function slices(text: string, path: readonly string[]): [string, string][] {
  const document = parseDocument(text);
  const node = path.length === 0 ? document.contents : document.get(path[0]!);
  const starts: [string, number][] = isMap(node)
    ? node.items.map(({ key }) => [String(key), isNode(key) ? (key.range?.[0] ?? 0) : 0])
    : isSeq(node)
      ? node.items.map((item, index) => [String(index), isNode(item) ? (item.range?.[0] ?? 0) : 0])
      : [];
  const lineOf = (offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;
  const end = isNode(node) ? (node.range?.[2] ?? text.length) : 0;
  return starts.map(([name, start], index) => [
    name,
    text.slice(lineOf(start), starts[index + 1] === undefined ? end : lineOf(starts[index + 1]![1])),
  ]);
}
