import type { Import } from "./imports.js";

/** Groups of files that reach each other by their imports, type-only and lazy ones included (Tarjan's algorithm). */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const next of targets.get(file) ?? []) {
      if (!targets.has(next)) continue;
      if (!order.has(next)) visit(next);
      else if (!open.includes(next)) continue;
      lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || targets.get(file)?.includes(file)) cycles.push(group.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return cycles.sort((a, b) => a[0]!.localeCompare(b[0]!));
}
