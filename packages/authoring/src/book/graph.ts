/** A step of a flow: a question set, an end, a form. */
export interface GraphNode {
  readonly id: string;
  /** SVG text elements; second line of the box. */
  readonly label: string;
  readonly kind: "set" | "end" | "stop";
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The answers that lead there; empty: always. */
  readonly answers: readonly string[];
}

const box = { width: 176, height: 46, gap: 36, down: 84, bend: 44 };

/** A flow drawn from top to bottom as inline SVG: each step below all that lead to it, and no line behind a box. */
export function drawGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  const places = placed(nodes, edges);
  const at = (id: string): Place => places.get(id) ?? { row: 0, x: 0 };
  const all = [...places.values()];
  const width = Math.max(0, ...all.map(({ x }) => x)) + box.width / 2 + box.gap;
  const rows = Math.max(0, ...all.map(({ row }) => row)) + 1;
  const height = rows * (box.height + box.down) - box.down + 20;
  const top = (row: number): number => 10 + row * (box.height + box.down);
  const lines = edges.map((edge, index) => {
    const { from, to } = { from: at(edge.from), to: at(edge.to) };
    const between = bendsOf(edge, index, from.row, to.row).map(at);
    const stations = [from, ...between, to];
    let path = `M${from.x} ${top(from.row) + box.height}`;
    stations.slice(1).forEach((station, step) => {
      const before = stations[step] ?? from;
      const [start, end] = [top(before.row) + box.height, top(station.row)];
      const middle = (start + end) / 2;
      path += `C${before.x} ${middle} ${station.x} ${middle} ${station.x} ${end}`;
      // Passes the boxes of this row in the lane that was kept free.
      if (station !== to) path += `V${end + box.height}`;
    });
    return `<path class="edge" d="${path}" marker-end="url(#arrow)"/>`;
  });
  const labels = edges.map((edge, index) => {
    const [from, to] = [at(edge.from), at(edge.to)];
    const next = at(bendsOf(edge, index, from.row, to.row)[0] ?? edge.to);
    const y = top(from.row) + box.height + box.down / 2 + 4 + ((index % 3) - 1) * 16;
    return edgeLabel(edge, (from.x + next.x) / 2, y);
  });
  const boxes = nodes.map(({ id, label, kind }) => {
    const { x, row } = at(id);
    const y = top(row);
    const left = x - box.width / 2;
    return `<g class="${kind}"><rect x="${left}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/><text x="${x}" y="${y + (label === "" ? 28 : 19)}" class="id">${escapeXml(id)}</text><g transform="translate(${x} ${y + 37})">${label}</g></g>`;
  });
  return `<svg class="flow" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">${lines.join("")}${boxes.join("")}${labels.join("")}</svg>`;
}

interface Place {
  readonly row: number;
  /** Of the middle. */
  readonly x: number;
}

/** Rows by the longest path from the start; within a row near to what leads there. Lines over several rows get a lane in each. */
export function placed(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, Place> {
  const rows = rowsOf(nodes, edges);
  const leads = new Map<string, string[]>();
  const lead = (from: string, to: string): void => {
    leads.set(to, [...(leads.get(to) ?? []), from]);
  };
  const inRow: { readonly id: string; readonly width: number }[][] = [];
  const put = (row: number, id: string, width: number): void => {
    inRow[row] = [...(inRow[row] ?? []), { id, width }];
  };
  for (const { id } of nodes) put(rows.get(id) ?? 0, id, box.width);
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [rows.get(edge.from) ?? 0, rows.get(edge.to) ?? 0];
    const bends = bendsOf(edge, index, from, to);
    bends.forEach((bend, step) => {
      put(from + 1 + step, bend, box.bend);
    });
    const stations = [edge.from, ...bends, edge.to];
    stations.slice(1).forEach((station, step) => {
      lead(stations[step] ?? edge.from, station);
    });
  }
  const places = new Map<string, Place>();
  inRow.forEach((members, row) => {
    const wish = (id: string): number => {
      const above = (leads.get(id) ?? []).flatMap((from) => places.get(from)?.x ?? []);
      return above.length === 0 ? 0 : above.reduce((sum, x) => sum + x) / above.length;
    };
    let free = box.gap;
    for (const { id, width, at } of members
      .map((one) => ({ ...one, at: wish(one.id) }))
      .sort((a, b) => a.at - b.at)) {
      const x = Math.max(free + width / 2, at);
      places.set(id, { row, x });
      free = x + width / 2 + box.gap;
    }
  });
  return places;
}

function rowsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const rows = new Map(nodes.map(({ id }) => [id, 0]));
  // As many rounds as there are steps: enough for any path, and it terminates on a flow with a cycle.
  for (let round = 0; round < nodes.length; round++) {
    for (const { from, to } of edges)
      rows.set(to, Math.min(nodes.length, Math.max(rows.get(to) ?? 0, (rows.get(from) ?? 0) + 1)));
  }
  return rows;
}

/** Names of the lanes that a line takes through the rows between its ends. */
function bendsOf(edge: GraphEdge, index: number, from: number, to: number): string[] {
  return Array.from(
    { length: Math.max(0, to - from - 1) },
    (_, step) => `${index} ${edge.from} ${edge.to} ${step}`,
  );
}

function edgeLabel({ answers }: GraphEdge, x: number, y: number): string {
  if (answers.length === 0) return "";
  const all = answers.join(", ");
  const shown = all.length > 30 ? `${all.slice(0, 28)}…` : all;
  return `<text class="answers" x="${x}" y="${y}">${escapeXml(shown)}<title>${escapeXml(all)}</title></text>`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
