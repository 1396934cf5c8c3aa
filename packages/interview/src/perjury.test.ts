import { describe, expect, it } from "vitest";
import { fillPerjury, perjuryVariables } from "./perjury.js";

describe("fillPerjury", () => {
  it("replaces variables with answers, with or without spaces", () => {
    const answers: Readonly<Record<string, string>> = { state: "Ohio", year: "2026" };
    expect(
      fillPerjury("I live in {{ state }} since {{year}}, in {{  state  }}.", (id) => answers[id] ?? ""),
    ).toBe("I live in Ohio since 2026, in Ohio.");
  });

  it("replaces a missing answer with nothing", () => {
    expect(fillPerjury("from {{ a }} to {{ b }}", (id) => (id === "a" ? "1" : ""))).toBe("from 1 to ");
  });

  it("inserts an answer unchanged, whatever characters it has", () => {
    expect(fillPerjury("I am {{ name }}.", () => "$& $1 {{ name }} \\1")).toBe("I am $& $1 {{ name }} \\1.");
  });

  it("leaves single braces and other characters alone", () => {
    expect(fillPerjury("{ a } {{ a b }} {{1}} {{}}", () => "X")).toBe("{ a } {{ a b }} {{1}} {{}}");
  });
});

describe("perjuryVariables", () => {
  it("lists the variables in order", () => {
    expect(perjuryVariables("{{ b }} and {{a}} and {{ b }}")).toEqual(["b", "a", "b"]);
    expect(perjuryVariables("none")).toEqual([]);
  });
});
