import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../read/problem.js";
import { depth, isRecord, merge, type Path, readSource, type Source } from "../read/source.js";
import type { AnswerKind } from "../schema/answers.js";
import type { Shape } from "../schema/schemas.js";
import { validateSource } from "../schema/validate.js";

/** `content/modules/<name>.yaml`, by name. */
export type Modules = ReadonlyMap<string, Source<Shape<"module">>>;

/** Parts of a module, by the place in a file that may use them. */
export const partGroups = ["perjury", "notes", "questions", "sets"] as const;
export type PartGroup = (typeof partGroups)[number];

/** What a file writes under `modules:`. */
export type ModuleArguments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The kind of a parameter that is no option of a kind of answer: words that are the same in every language. */
export const plainWords = "words";

export const modulesFolder = "modules";

/** Reads every module. One that does not fit its schema is reported and left out. */
export function readModules(root: string, report: Report): Modules {
  const path = join(root, modulesFolder);
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".yaml")) : [];
  return new Map(
    files.sort().flatMap((file) => {
      const source = readSource(root, join(path, file), report);
      if (source === undefined || !validateSource("module", source, report)) return [];
      return [[file.slice(0, -".yaml".length), source] as const];
    }),
  );
}

/** Whether a file belongs to no jurisdiction: those at the top of the content, and the modules. */
export function isSharedFile(file: string): boolean {
  return !file.includes("/") || file.startsWith(`${modulesFolder}/`);
}

/** Expands `use: module.part` in questions.yaml and jurisdiction.yaml, and remembers which parts were used. */
export class ModuleExpander {
  /** `militarySpouse.questions.orders` */
  readonly used = new Set<string>();
  private readonly modules: Modules;
  private readonly kinds: Readonly<Record<string, AnswerKind>>;
  private readonly report: Report;

  constructor(modules: Modules, kinds: Readonly<Record<string, AnswerKind>>, report: Report) {
    this.modules = modules;
    this.kinds = kinds;
    this.report = report;
  }

  /** The file with the parts in place. Undefined, and reported, where a part or a parameter is missing. */
  expand<T extends { modules?: ModuleArguments }>(
    file: "questions" | "jurisdiction",
    source: Source<T>,
  ): Source<T> | undefined {
    const run = new Expansion(this.modules, groupOf[file]);
    const data = run.walk(source.data, [], (rest) => source.at(rest)) as T;
    const faults = [...run.faults, ...this.argumentFaults(source, run)];
    for (const { at, message } of faults) this.report({ ...at, rule: "module", message });
    for (const part of run.used) this.used.add(part);
    if (faults.length > 0) return undefined;
    return run.places.length === 0
      ? source
      : { ...source, data, moduleParts: run.used, at: (path) => run.at(path, source) };
  }

  private argumentFaults(source: Source<{ modules?: ModuleArguments }>, run: Expansion): ModuleFault[] {
    const given = source.data.modules ?? {};
    const missing = [...run.needed].flatMap(([needed, at]) => {
      const [name = "", parameter = ""] = needed.split(".");
      if (given[name]?.[parameter] !== undefined) return [];
      const message = `${name} needs a value for "${parameter}": add \`modules: {${name}: {${parameter}: ...}}\``;
      return [{ at, message }];
    });
    const wrong = Object.entries(given).flatMap(([name, values]) =>
      Object.entries(values).flatMap(([parameter, value]) => {
        const message = this.argumentFault(name, parameter, value, run);
        return message === undefined ? [] : [{ at: source.at(["modules", name, parameter]), message }];
      }),
    );
    return [...missing, ...wrong, ...conflicts(source, given)];
  }

  private argumentFault(name: string, parameter: string, value: string, run: Expansion): string | undefined {
    const module = this.modules.get(name);
    if (module === undefined) return unknownModule(name, this.modules);
    if (![...run.used].some((part) => part.startsWith(`${name}.`)))
      return `nothing here uses the module ${name}: remove it from \`modules\``;
    const kind = module.data.parameters?.[parameter];
    if (kind === undefined) return `the module ${name} has no parameter "${parameter}": remove it`;
    const options = this.kinds[kind]?.options;
    if (options !== undefined && !Object.hasOwn(options, value))
      return `"${value}" is not a ${kind}: write one of the options of \`${kind}\` in answers.yaml`;
    return undefined;
  }
}

/** A sentence names a parameter without its module, so two modules of one file agree on what it is. */
function conflicts(source: Source<unknown>, given: ModuleArguments): ModuleFault[] {
  const first = new Map<string, string>();
  return Object.entries(given).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([parameter, value]) => {
      const known = first.get(parameter);
      first.set(parameter, known ?? value);
      if (known === undefined || known === value) return [];
      const message = `another module here takes "${known}" as "${parameter}": give both the same value`;
      return [{ at: source.at(["modules", name, parameter]), message }];
    }),
  );
}

type Place = ReturnType<Source["at"]>;

interface ModuleFault {
  readonly at: Place;
  readonly message: string;
}

/** Which parts may be used at a place of a file. */
const groupOf: Readonly<Record<"questions" | "jurisdiction", (path: Path) => PartGroup | undefined>> = {
  questions: (path) => {
    const group = path.at(-2);
    if (path[0] === "perjury") return path.length === 2 ? "perjury" : undefined;
    if (path[0] !== "sets" && path[0] !== "federalSets") return undefined;
    if (path.length === 2) return "sets";
    if (path.length === 4 && group === "questions") return "questions";
    return group === "notes" ? "notes" : undefined;
  },
  // There `use:` of a set means a set that the flows share.
  jurisdiction: (path) => (path.at(-2) === "notes" ? "notes" : undefined),
};

/** One file being expanded. */
class Expansion {
  readonly faults: ModuleFault[] = [];
  readonly used = new Set<string>();
  /** `module.parameter` that the used parts mention, and where the first of them is used. */
  readonly needed = new Map<string, Place>();
  readonly places: { readonly path: Path; readonly at: (rest: Path) => Place }[] = [];
  private readonly modules: Modules;
  private readonly groupAt: (path: Path) => PartGroup | undefined;
  /** Where the file itself uses the part that is being expanded. */
  private outer: Place | undefined;

  constructor(modules: Modules, groupAt: (path: Path) => PartGroup | undefined) {
    this.modules = modules;
    this.groupAt = groupAt;
  }

  walk(node: unknown, path: Path, at: (rest: Path) => Place): unknown {
    if (Array.isArray(node))
      return node.map((item, index) => this.walk(item, [...path, index], (rest) => at([index, ...rest])));
    if (!isRecord(node)) return node;
    const group = typeof node["use"] === "string" ? this.groupAt(path) : undefined;
    if (group !== undefined) return this.use(group, node, path, at);
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [
        key,
        this.walk(item, [...path, key], (rest) => at([key, ...rest])),
      ]),
    );
  }

  /** File and line of a path: the innermost part that it leads into knows. */
  at(path: Path, source: Source<unknown>): Place {
    const inside = this.places
      .filter((place) => place.path.every((key, index) => path[index] === key))
      .sort((a, b) => b.path.length - a.path.length)[0];
    return inside === undefined ? source.at(path) : inside.at(path.slice(inside.path.length));
  }

  private use(
    group: PartGroup,
    { use, ...changes }: Record<string, unknown>,
    path: Path,
    at: (rest: Path) => Place,
  ): unknown {
    const [name = "", part = ""] = String(use).split(".");
    const module = this.modules.get(name);
    const found = module?.data[group]?.[part];
    if (module === undefined || found === undefined) {
      const parts = Object.keys(module?.data[group] ?? {}).join(", ") || "none";
      const message =
        module === undefined
          ? unknownModule(name, this.modules)
          : `the module ${name} has no "${part}" among its ${group}: choose one of ${parts}`;
      this.faults.push({ at: at([]), message });
      return changes;
    }
    this.used.add(`${name}.${group}.${part}`);
    const outer = this.outer;
    this.outer ??= at([]);
    for (const parameter of parametersIn(JSON.stringify(found)))
      if (!this.needed.has(`${name}.${parameter}`)) this.needed.set(`${name}.${parameter}`, this.outer);
    const place = (rest: Path): Place =>
      depth(changes, rest) >= depth(found, rest) ? at(rest) : module.at([group, part, ...rest]);
    this.places.push({ path, at: place });
    const expanded = isRecord(found) ? this.walk(merge(found, changes), path, place) : found;
    this.outer = outer;
    return expanded;
  }
}

function unknownModule(name: string, modules: Modules): string {
  const known = [...modules.keys()].join(", ");
  return `there is no module "${name}": write content/${modulesFolder}/${name}.yaml${known === "" ? "" : `, or use one of ${known}`}`;
}

/** Names of the parameters that words mention. */
export function parametersIn(text: string): Set<string> {
  return new Set([...text.matchAll(moduleReference)].map((match) => match.groups?.["name"] ?? ""));
}

/** `{{ module.state }}`, or with the words before it, which are translated together: `{{ in module.state }}`. */
export const moduleReference = /\{\{\s*(?:(?<before>[A-Za-z][A-Za-z ]*?)\s+)?module\.(?<name>\w+)\s*\}\}/g;
