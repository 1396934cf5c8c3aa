import type { Path } from "../read/source.js";
import type {
  FlowOptionChanges,
  FlowOptionSource,
  FlowSetChange,
  FlowSetEntry,
  FlowSetSource,
} from "../schema/jurisdiction.js";

type SetPart = "title" | "ask" | "notes" | "follows";

export interface ResolvedSet {
  readonly set: FlowSetSource;
  /** Where a part of the set is written: in the flow, or in the shared set. */
  readonly at: (part: SetPart) => Path;
  readonly optionAt: (index: number) => Path;
}

/** The set with what it inherits from a shared one, or what is wrong with the entry. */
export function resolveFlowSet(
  shared: Readonly<Record<string, FlowSetSource>>,
  entry: FlowSetEntry,
  path: Path,
): ResolvedSet | string {
  if (typeof entry !== "string" && !("use" in entry))
    return {
      set: entry,
      at: (part: SetPart) => [...path, part],
      optionAt: (index: number) => [...path, "options", index],
    };
  const change: FlowSetChange = typeof entry === "string" ? { use: entry } : entry;
  const base = Object.hasOwn(shared, change.use) ? shared[change.use] : undefined;
  if (base === undefined)
    return `there is no shared set "${change.use}": add it under \`sets\` or correct the name`;
  const { use, options = {}, notes = base.notes, ...words } = change;
  const unknown = Array.isArray(options)
    ? undefined
    : Object.keys(options).find((value) => !base.options.some((option) => option.value === value));
  if (unknown !== undefined)
    return `the shared set "${use}" has no option ${unknown} to change: use one of ${base.options.map(({ value }) => value).join(", ")}`;
  const { notes: _, ...baseWords } = base;
  const all = Array.isArray(options) ? options : changed(base.options, options);
  return {
    set: {
      ...baseWords,
      ...words,
      ...(notes === null || notes === undefined ? {} : { notes }),
      options: all,
    },
    at: (part: SetPart) => (part in change ? [...path, part] : ["sets", use, part]),
    optionAt: (index: number) => {
      if (Array.isArray(options)) return [...path, "options", index];
      const value = all[index]?.value ?? "";
      if (options[value]?.label !== undefined) return [...path, "options", value];
      return ["sets", use, "options", base.options.findIndex((option) => option.value === value)];
    },
  };
}

/** Names of the shared sets that a flow uses. */
export function usedSets(sets: Readonly<Record<string, FlowSetEntry>>): string[] {
  return Object.values(sets).flatMap((entry) =>
    typeof entry === "string" ? [entry] : "use" in entry ? [entry.use] : [],
  );
}

function changed(base: readonly FlowOptionSource[], changes: FlowOptionChanges): FlowOptionSource[] {
  return base.flatMap((option) => {
    const change = changes[option.value];
    if (change === null) return [];
    const kept = Object.entries({ ...option, ...change }).filter(([, value]) => value !== null);
    return [Object.fromEntries(kept) as unknown as FlowOptionSource];
  });
}
