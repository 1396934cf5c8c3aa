import { expect, it } from "vitest";
import type { WrittenCase } from "../schema/cases.js";
import type { FigureSet } from "./figures.js";
import { type CaseScope, resolveCases } from "./resolve-cases.js";

const at = () => ({ file: "cases.yaml", line: 1 });
const set: FigureSet = {
  name: "us/TS/2026",
  source: { file: "2026.yaml", data: {}, at },
  figures: new Map([
    ["credit", { kind: "amount", value: "2200" }],
    ["ends", { kind: "date", value: "2027-02-16" }],
  ]),
  tables: new Map([
    [
      "wages",
      {
        rows: [
          [0, 90.5],
          [10000, 850],
        ],
      },
    ],
  ]),
  lists: new Map(),
};
const scope: CaseScope = {
  figures: { year: 2026, sets: [set] },
  tables: {},
  language: "en",
  parameterType: (id) => (id === "TS.credit" ? "dollarAmount" : "integer"),
};

function resolved(one: WrittenCase, language: CaseScope["language"] = "en") {
  const cases = { file: "cases.yaml", data: { list: [one] }, at };
  const { cases: result, faults } = resolveCases(cases, { ...scope, language });
  expect(faults).toEqual([]);
  return result.data.list[0];
}

it("computes with figures and tables, and writes a parameter as its type is written", () => {
  expect(
    resolved({
      case: "two children",
      answers: { wage: "{{ figure.credit - 1 }}", list: ["{{ year }}", "b"] },
      today: "{{ figure.ends }}",
      parameters: { "TS.credit": "{{ figure.credit * 2 }}", "TS.table": "{{ lookup(wages, 12000) }}" },
      prints: { credit: "{{ whole(figure.credit * 2) }}", box: true },
      perjury: "for {{ year + 1 }} and {{ year }}",
    }),
  ).toEqual({
    case: "two children",
    answers: { wage: "2199", list: ["2026", "b"] },
    today: "2027-02-16",
    parameters: { "TS.credit": "4400.00", "TS.table": "850" },
    prints: { credit: "4,400", box: true },
    perjury: "for 2027 and 2026",
  });
});

it("writes amounts as the edition's language does", () => {
  const { prints } = resolved(
    { case: "one", answers: {}, prints: { credit: "{{ dollars(figure.credit) }}" } },
    "fr",
  ) as WrittenCase;
  expect(prints).toEqual({ credit: "2\u00a0200,00" });
});

it("leaves a case without figures as it is", () => {
  const one: WrittenCase = { case: "plain", answers: { a: 1 }, parameters: { "TS.credit": "1.00" } };
  expect(resolved(one)).toBe(one);
});
