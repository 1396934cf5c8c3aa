import { describe, expect, it } from "vitest";
import { drawGraph, escapeXml, type GraphEdge, type GraphNode, placed } from "./graph.js";

const node = (id: string, kind: GraphNode["kind"] = "set"): GraphNode => ({ id, label: "", kind });
const edge = (from: string, to: string, ...answers: string[]): GraphEdge => ({ from, to, answers });

const nodeRows = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string[] => {
  const places = placed(nodes, edges);
  return nodes.map(({ id }) => `${id} ${places.get(id)?.row}`);
};

describe("placed", () => {
  it("puts each step below all that lead to it", () => {
    expect(
      nodeRows(
        [node("QS1"), node("QS2"), node("QS3"), node("end", "end"), node("INELIGIBLE", "stop")],
        [
          edge("QS1", "QS2", "A"),
          edge("QS1", "QS3", "B"),
          edge("QS1", "INELIGIBLE", "C"),
          edge("QS2", "QS3"),
          edge("QS3", "end"),
        ],
      ),
    ).toEqual(["QS1 0", "QS2 1", "QS3 2", "end 3", "INELIGIBLE 1"]);
  });

  it("lets no two boxes touch, and keeps a lane free next to them for a line that passes", () => {
    const nodes = ["QS1", "QS2", "QS3", "QS4", "QS5"].map((id) => node(id));
    const edges = [
      edge("QS1", "QS2"),
      edge("QS1", "QS3"),
      edge("QS2", "QS4"),
      edge("QS1", "QS4"),
      edge("QS4", "QS5"),
    ];
    const inSecondRow = [...placed(nodes, edges)]
      .filter(([, { row }]) => row === 1)
      .map(([id, { x }]) => ({ id, x }));
    expect(inSecondRow.map(({ id }) => id)).toContain("3 QS1 QS4 0");
    expect(inSecondRow).toHaveLength(3);
    const sorted = inSecondRow.map(({ x }) => x).sort((a, b) => a - b);
    sorted.slice(1).forEach((x, index) => {
      expect(x - (sorted[index] ?? 0)).toBeGreaterThan(110);
    });
  });

  it("terminates on a flow with a cycle", () => {
    expect(nodeRows([node("QS1"), node("QS2")], [edge("QS1", "QS2"), edge("QS2", "QS1")])).toHaveLength(2);
  });
});

describe("drawGraph", () => {
  it("draws a box per step and a line per edge, with shortened answers and the full text in tooltips", () => {
    const svg = drawGraph(
      [node("QS1"), node("end", "end")],
      [edge("QS1", "end", "SINGLE", "MARRIED_FILING_SEPARATELY", "HEAD")],
    );
    expect(svg.match(/<rect /g)).toHaveLength(2);
    expect(svg.match(/<path /g)).toHaveLength(1);
    expect(svg).toContain("<title>SINGLE, MARRIED_FILING_SEPARATELY, HEAD</title>");
    expect(svg).toContain(">SINGLE, MARRIED_FILING_SEPAR…<");
  });

  it("escapes markup", () => {
    expect(escapeXml('<a href="x">&</a>')).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
    expect(drawGraph([node("QS1"), node("QS2")], [edge("QS1", "QS2", "<b>")])).toContain("&lt;b&gt;");
  });
});
