import { describe, expect, it } from "vitest";
import { fillPerjury, perjuryVariables } from "./perjury.js";

describe("fillPerjury", () => {
  it("puts answers in the place of variables, with or without blanks", () => {
    const answers: Readonly<Record<string, string>> = { state: "Ohio", year: "2026" };
    expect(
      fillPerjury("I live in {{ state }} since {{year}}, in {{  state  }}.", (id) => answers[id] ?? ""),
    ).toBe("I live in Ohio since 2026, in Ohio.");
  });

  it("leaves nothing in the place of an answer not given", () => {
    expect(fillPerjury("from {{ a }} to {{ b }}", (id) => (id === "a" ? "1" : ""))).toBe("from 1 to ");
  });

  it("takes an answer as it is, whatever signs it holds", () => {
    expect(fillPerjury("I am {{ name }}.", () => "$& $1 {{ name }} \\1")).toBe("I am $& $1 {{ name }} \\1.");
  });

  it("leaves single braces and other marks alone", () => {
    expect(fillPerjury("{ a } {{ a b }} {{1}} {{}}", () => "X")).toBe("{ a } {{ a b }} {{1}} {{}}");
  });
});

describe("perjuryVariables", () => {
  it("lists the variables in order", () => {
    expect(perjuryVariables("{{ b }} and {{a}} and {{ b }}")).toEqual(["b", "a", "b"]);
    expect(perjuryVariables("none")).toEqual([]);
  });
});
