import { INELIGIBLE, type NavigationMapping, type QuestionSet } from "@withholding-forms/interview";

/** Where a set can lead: the answer that leads there (undefined: always), and the mapping. */
export interface Edge {
  readonly from: string;
  readonly by?: string;
  readonly answer?: string;
  readonly mapping: NavigationMapping;
}

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

export interface SetPath {
  readonly sets: readonly string[];
  /** Answers that the way was chosen by, in order. */
  readonly choices: Readonly<Record<string, string>>;
  readonly end: NavigationMapping;
}

/** Beyond this a form's navigation is not something a person could follow either. */
const mostPaths = 20_000;

/** Every way through the sets, one a combination of deciding answers. `loop` and `missing` name the first fault met. */
export function pathsOf(
  sets: ReadonlyMap<string, QuestionSet>,
  start: string,
): { paths: SetPath[]; loop?: string; missing?: string; tooMany?: boolean } {
  const paths: SetPath[] = [];
  let loop: string | undefined;
  let missing: string | undefined;
  const go = (id: string, sets_: readonly string[], choices: Readonly<Record<string, string>>): void => {
    if (paths.length >= mostPaths) return;
    const set = sets.get(id);
    if (set === undefined) {
      missing ??= id;
      return;
    }
    if (sets_.includes(id)) {
      loop ??= id;
      return;
    }
    const path = [...sets_, id];
    for (const edge of edgesOf(set)) {
      if (
        edge.by !== undefined &&
        edge.answer !== undefined &&
        choices[edge.by] !== undefined &&
        choices[edge.by] !== edge.answer
      )
        continue;
      const chosen = edge.by === undefined ? choices : { ...choices, [edge.by]: edge.answer ?? "" };
      const next = nextSet(edge);
      if (next === undefined) paths.push({ sets: path, choices: chosen, end: edge.mapping });
      else go(next, path, chosen);
    }
  };
  go(start, [], {});
  return {
    paths,
    ...(loop === undefined ? {} : { loop }),
    ...(missing === undefined ? {} : { missing }),
    ...(paths.length >= mostPaths ? { tooMany: true } : {}),
  };
}
