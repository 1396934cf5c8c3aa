import { INELIGIBLE, type NavigationMapping, type QuestionSet } from "@withholding-forms/interview";

/** Where a set can lead: the answer that leads there (undefined: always), and the mapping. */
export interface Edge {
  readonly from: string;
  readonly by?: string;
  readonly answer?: string;
  readonly mapping: NavigationMapping;
}

/** A path through the sets, chosen by the answers to the deciding questions. */
export interface FormPath {
  readonly sets: readonly string[];
  /** Answers that the path was chosen by, in order. */
  readonly choices: Readonly<Record<string, string>>;
  readonly end: NavigationMapping;
}

export type Sets = ReadonlyMap<string, QuestionSet>;

export function edgesOf(set: QuestionSet): Edge[] {
  const { navigation } = set;
  if (navigation.navigationType === "CONSTANT")
    return [{ from: set.id, mapping: navigation.navigationMapping }];
  return Object.entries(navigation.navigationMappings).map(([answer, mapping]) => ({
    from: set.id,
    by: navigation.questionId,
    answer,
    mapping,
  }));
}

export function nextSet(edge: Edge): string | undefined {
  const next = edge.mapping.nextQuestionSetId;
  return next === undefined || next === INELIGIBLE ? undefined : next;
}

/** Sets that some answer leads to from the start, and the first one on a cycle. */
export function explore(sets: Sets, start: string): { reached: ReadonlySet<string>; loop?: string } {
  const open = new Set<string>();
  const reached = new Set<string>();
  let loop: string | undefined;
  const go = (id: string): void => {
    const set = sets.get(id);
    if (set === undefined) return;
    if (open.has(id)) loop ??= id;
    if (reached.has(id)) return;
    reached.add(id);
    open.add(id);
    for (const edge of edgesOf(set)) {
      const next = nextSet(edge);
      if (next !== undefined) go(next);
    }
    open.delete(id);
  };
  go(start);
  return { reached, ...(loop === undefined ? {} : { loop }) };
}

/**
 * Every path through the sets, one a combination of deciding answers. Beyond `max` a sample that is the same every time:
 * one path through each edge, then paths chosen by a fixed sequence. Paths that come back to a set, or lead to one that is
 * not there, are left out; they are found by `explore` and by the names of the sets.
 */
export function formPathsOf(sets: Sets, start: string, max = 5000): FormPath[] {
  const formPaths: FormPath[] = [];
  if (countPaths(sets, start, max) <= max) {
    extend(sets, start, { sets: [], choices: {} }, formPaths);
    return formPaths;
  }
  const seen = new Set<string>();
  const add = (formPath: FormPath | undefined): void => {
    const key = JSON.stringify([formPath?.sets, formPath?.choices]);
    if (formPath !== undefined && !seen.has(key) && formPaths.length < max) {
      seen.add(key);
      formPaths.push(formPath);
    }
  };
  for (const set of sets.values()) for (const edge of edgesOf(set)) add(pathThrough(sets, start, edge));
  let random = 1;
  for (let tries = 0; tries < 4 * max && formPaths.length < max; tries++) {
    add(
      single(sets, start, (edges) => {
        random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
        return edges[Math.floor((random / 2_147_483_648) * edges.length)];
      }),
    );
  }
  return formPaths;
}

interface Begun {
  readonly sets: readonly string[];
  readonly choices: Readonly<Record<string, string>>;
}

/** Continues from a started path in every direction. */
function extend(sets: Sets, id: string, begun: Begun, formPaths: FormPath[]): void {
  const set = sets.get(id);
  if (set === undefined || begun.sets.includes(id)) return;
  const path = [...begun.sets, id];
  for (const edge of openEdges(set, begun.choices)) {
    const choices = chosen(begun.choices, edge);
    const next = nextSet(edge);
    if (next === undefined) formPaths.push({ sets: path, choices, end: edge.mapping });
    else extend(sets, next, { sets: path, choices }, formPaths);
  }
}

/** Edges that earlier choices allow: a question that decides twice has one answer. */
function openEdges(set: QuestionSet, choices: Readonly<Record<string, string>>): Edge[] {
  return edgesOf(set).filter(
    (edge) => edge.by === undefined || choices[edge.by] === undefined || choices[edge.by] === edge.answer,
  );
}

function chosen(choices: Readonly<Record<string, string>>, edge: Edge): Readonly<Record<string, string>> {
  return edge.by === undefined ? choices : { ...choices, [edge.by]: edge.answer ?? "" };
}

/** Upper bound of the number of paths, counted until it passes `max`. */
function countPaths(sets: Sets, start: string, max: number): number {
  const counts = new Map<string, number>();
  const count = (id: string): number => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    counts.set(id, 0);
    const set = sets.get(id);
    let sum = 0;
    for (const edge of set === undefined ? [] : edgesOf(set)) {
      const next = nextSet(edge);
      sum = Math.min(max + 1, sum + (next === undefined ? 1 : count(next)));
    }
    counts.set(id, sum);
    return sum;
  };
  return count(start);
}

function single(
  sets: Sets,
  start: string,
  choose: (edges: Edge[]) => Edge | undefined,
): FormPath | undefined {
  let begun: Begun = { sets: [], choices: {} };
  let id: string | undefined = start;
  while (id !== undefined) {
    const set = sets.get(id);
    const edge =
      set === undefined || begun.sets.includes(id) ? undefined : choose(openEdges(set, begun.choices));
    if (edge === undefined) return undefined;
    begun = { sets: [...begun.sets, id], choices: chosen(begun.choices, edge) };
    id = nextSet(edge);
    if (id === undefined) return { ...begun, end: edge.mapping };
  }
  return undefined;
}

function pathThrough(sets: Sets, start: string, edge: Edge): FormPath | undefined {
  // Sets from which the edge's own set can still be reached.
  const before = new Set([edge.from]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const set of sets.values()) {
      if (before.has(set.id) || !edgesOf(set).some((one) => before.has(nextSet(one) ?? ""))) continue;
      before.add(set.id);
      grown = true;
    }
  }
  return single(sets, start, (edges) => {
    const [first] = edges;
    if (first === undefined) return undefined;
    if (first.from === edge.from) return edges.find((one) => one.answer === edge.answer);
    return edges.find((one) => before.has(nextSet(one) ?? "")) ?? first;
  });
}
