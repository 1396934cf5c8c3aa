import { describe, expect, it } from "vitest";
import type { Source } from "../read/source.js";
import { type Figure, type FormFigures, fillFigures, resolveFormula } from "./figures.js";
import { literalFaults } from "./literals.js";

const source = (data: Record<string, unknown>): Source => ({
  file: "form.yaml",
  data,
  at: () => ({ file: "", line: 1 }),
});

function figures(values: Readonly<Record<string, Figure>>, year?: number): FormFigures {
  const set = {
    name: "us/TS/2026",
    source: source({}),
    figures: new Map(Object.entries(values)),
    tables: new Map(),
    lists: new Map(),
  };
  return { year, sets: [set] };
}

const known = figures(
  {
    credit: { kind: "amount", value: "2200" },
    cents: { kind: "amount", value: "58.5" },
    floor: { kind: "percent", value: "7.5" },
    rate: { kind: "percent", value: "4.40" },
    ends: { kind: "date", value: "2027-02-16" },
    people: { kind: "count", value: "12" },
  },
  2026,
);

const never = (message: string): void => expect.unreachable(message);

describe("a sentence", () => {
  const filled = (text: string, language: "en" | "es" | "fr"): string =>
    fillFigures(text, known, language, never);

  it("has figures as its language writes them", () => {
    const text =
      "{{ figure.credit }} {{ figure.cents }} {{figure.floor}} {{ figure.rate }} {{ figure.ends }} {{ figure.people }}";
    expect(filled(text, "en")).toBe("$2,200 $58.50 7.5% 4.40% February 16, 2027 12");
    expect(filled(text, "es")).toBe("$2,200 $58.50 7.5% 4.40% 16 de febrero de 2027 12");
    expect(filled(text, "fr")).toBe(
      "2\u00a0200\u00a0$ 58,50\u00a0$ 7,5\u00a0% 4,40\u00a0% 16 février 2027 12",
    );
  });

  it("has numbers without their sign, a rate as formulas have it", () => {
    expect(filled("{{ number(figure.credit) }} {{ number(figure.floor) }}", "en")).toBe("2,200 0.075");
    expect(filled("{{ number(figure.credit) }} {{ number(figure.floor) }}", "fr")).toBe("2\u00a0200 0,075");
  });

  it("has the form's year and those around it", () => {
    expect(filled("{{ year - 1 }} {{ year }} {{ year + 1 }} {{ year - 65 }}", "en")).toBe(
      "2025 2026 2027 1961",
    );
  });

  it("keeps the answers of a perjury statement", () => {
    expect(filled("I am {{ status }} in {{ year }}.", "en")).toBe("I am {{ status }} in 2026.");
  });
});

describe("a formula", () => {
  it("has literals instead of figures, and unchanged words", () => {
    expect(resolveFormula("figure.credit * children + figure.floor * wage", known, never)).toBe(
      "2200 * children + 0.075 * wage",
    );
    expect(resolveFormula('today > figure.ends and kind == "figure.credit"', known, never)).toBe(
      'today > "2027-02-16" and kind == "figure.credit"',
    );
  });

  it("knows the form's year, also within a day", () => {
    expect(resolveFormula('year(born) < formYear - 65 or born < "{{ year - 65 }}-01-01"', known, never)).toBe(
      'year(born) < 2026 - 65 or born < "1961-01-01"',
    );
  });
});

describe("literals", () => {
  it("are found in whole numbers only", () => {
    const { inSentence, inFormula } = literalFaults(source({}), known);
    expect(inSentence("$12,200, 22,200, $2,200.50, line 2200, 17.5%, Form 2026-X, 2,026")).toEqual([]);
    expect(inFormula('12200 + x2200 + 2200.5 + 7.5 + (y == "2027-02-160" ? 0 : 1)')).toEqual([]);
    expect(inSentence("2,200 of it").length).toBe(1);
    expect(inFormula("wage * 0.075 > 2200").length).toBe(2);
  });

  it("may be where form.yaml says why", () => {
    const listed = source({
      literals: [
        { value: 2200, reason: "A penalty." },
        { value: 2026, reason: "A law." },
      ],
    });
    const { inSentence, inFormula } = literalFaults(listed, known);
    expect([...inSentence("$2,200 since 2026"), ...inFormula("wage > 2200")]).toEqual([]);
    expect(inSentence("since 2025")).toEqual([
      "2025 is year - 1: write {{ year - 1 }}, or list 2025 under `literals` of form.yaml with the reason",
    ]);
  });
});
