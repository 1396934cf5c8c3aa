import { describe, expect, it } from "vitest";
import { termFault } from "./terms.js";

const allowance = {
  english: "allowance",
  except: ["family allowance"],
  es: { use: ["retención", "descuento de retención"], not: ["descuento"] },
};

describe("termFault", () => {
  it("rejects a word that the glossary rejects", () => {
    expect(termFault(allowance, "es", "Your Allowance", "Su Descuento")).toBe(
      '"allowance" is "retención", not "descuento"',
    );
  });

  it.each([
    ["the term itself", "Your allowance", "Su descuento de retención"],
    ["another term", "Your discount", "Su descuento"],
    ["an exception", "Your family allowance", "Su descuento familiar"],
    ["a name in a placeholder", "{{ figure.allowance }} a year", "Un descuento de {{ figure.allowance }}"],
  ])("accepts %s", (_, sentence, translated) => {
    expect(termFault(allowance, "es", sentence, translated)).toBeUndefined();
  });

  it("says nothing about a language that the term leaves open", () => {
    expect(termFault(allowance, "fr", "Your allowance", "Votre descuento")).toBeUndefined();
  });
});
