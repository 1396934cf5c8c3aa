/** What was removed at a position of the old list, and what was inserted there. */
export interface Change {
  /** Index into the old list and into the new one. */
  readonly oldAt: number;
  readonly newAt: number;
  readonly removed: number;
  readonly added: number;
}

/** The fewest removals and additions that make one list of the other (Myers), those next to each other as one change. */
export function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const steps = shortestEdit(before, after);
  const changes: Change[] = [];
  for (const { oldAt, newAt, isRemoval } of steps) {
    const last = changes.at(-1);
    if (last !== undefined && last.oldAt + last.removed === oldAt && last.newAt + last.added === newAt)
      changes[changes.length - 1] = {
        ...last,
        removed: last.removed + (isRemoval ? 1 : 0),
        added: last.added + (isRemoval ? 0 : 1),
      };
    else changes.push({ oldAt, newAt, removed: isRemoval ? 1 : 0, added: isRemoval ? 0 : 1 });
  }
  return changes;
}

interface Step {
  readonly oldAt: number;
  readonly newAt: number;
  readonly isRemoval: boolean;
}

function shortestEdit(before: readonly string[], after: readonly string[]): Step[] {
  const [n, m] = [before.length, after.length];
  const offset = n + m + 1;
  const reach = new Int32Array(2 * offset + 1);
  const history: Int32Array[] = [];
  for (let depth = 0; depth <= n + m; depth += 1) {
    history.push(reach.slice(offset - depth - 1, offset + depth + 2));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const down =
        diagonal === -depth ||
        (diagonal !== depth && reach[offset + diagonal - 1]! < reach[offset + diagonal + 1]!);
      let x = down ? reach[offset + diagonal + 1]! : reach[offset + diagonal - 1]! + 1;
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x += 1;
      reach[offset + diagonal] = x;
      if (x >= n && x - diagonal >= m) return walkBack(history, n, m);
    }
  }
  return [];
}

function walkBack(history: readonly Int32Array[], n: number, m: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [n, m];
  for (let depth = history.length - 1; depth > 0; depth -= 1) {
    const reach = history[depth]!;
    const at = (diagonal: number): number => reach[diagonal + depth + 1]!;
    const diagonal = x - y;
    const down = diagonal === -depth || (diagonal !== depth && at(diagonal - 1) < at(diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    x = at(previous);
    y = x - previous;
    steps.push({ oldAt: x, newAt: y, isRemoval: !down });
  }
  return steps.reverse();
}
