import { Decimal } from "@withholding-forms/interview";
import { describe, expect, it } from "vitest";
import type { FederalValue } from "../../model/artifact.js";
import { readFederalValues } from "./federal-values.js";

const value = (type: FederalValue["type"], more: Partial<FederalValue> = {}): FederalValue => ({
  type,
  message: { en: `send a ${type}`, es: `mande un ${type}`, fr: `envoyez un ${type}` },
  ...more,
});
const amount = "^-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\\.[0-9]{1,2})?$";
const known: Readonly<Record<string, FederalValue>> = {
  filingStatus: value("text", { words: { S: "SINGLE", M: "MARRIED" }, notGiven: ["NOT_APPLICABLE"] }),
  isExempt: value("boolean"),
  isNonResidentAlien: value("boolean"),
  twoJobs: value("boolean"),
  additionalWithholding: value("number", { pattern: amount }),
  dependentsAmt: value("number", { pattern: amount }),
};

const read = (sent: Readonly<Record<string, unknown>>, language: "en" | "es" = "en") =>
  readFederalValues(known, sent, language);
const faults = (sent: Readonly<Record<string, unknown>>): string[] =>
  read(sent).problems.map(({ pointer, code }) => `${pointer} ${code}`);

describe("readFederalValues", () => {
  it("gives the values by their names, words as the forms know them", () => {
    const { values, problems } = read({
      isExempt: false,
      filingStatus: "M",
      twoJobs: "true",
      additionalWithholding: 12.5,
      dependentsAmt: "2000.00",
    });
    expect(problems).toEqual([]);
    expect(Object.fromEntries(values)).toEqual({
      "federal.isExempt": false,
      "federal.filingStatus": "MARRIED",
      "federal.twoJobs": true,
      "federal.additionalWithholding": new Decimal("12.5"),
      "federal.dependentsAmt": new Decimal(2000),
    });
    expect(read({ isExempt: false, filingStatus: "SINGLE" }).values.get("federal.filingStatus")).toBe(
      "SINGLE",
    );
  });

  it("always needs isExempt, and the filing status of who is not exempt", () => {
    expect(faults({})).toEqual(["/federalValues/isExempt REQUIRED"]);
    expect(faults({ filingStatus: "S" })).toEqual(["/federalValues/isExempt REQUIRED"]);
    expect(faults({ isExempt: false })).toEqual(["/federalValues/filingStatus REQUIRED"]);
    expect(faults({ isExempt: false, filingStatus: "NOT_APPLICABLE" })).toEqual([
      "/federalValues/filingStatus REQUIRED",
    ]);
    expect(faults({ isExempt: true })).toEqual([]);
    expect(faults({ isExempt: true, filingStatus: "NOT_APPLICABLE" })).toEqual([]);
  });

  it("reports a value once", () => {
    expect(faults({ isExempt: "maybe", filingStatus: "S" })).toEqual(["/federalValues/isExempt INVALID"]);
    expect(faults({ isExempt: false, filingStatus: "X" })).toEqual(["/federalValues/filingStatus INVALID"]);
  });

  it("does not let a nonresident alien be exempt", () => {
    expect(faults({ isExempt: true, isNonResidentAlien: true })).toEqual([
      "/federalValues/isNonResidentAlien CHECK",
    ]);
    expect(faults({ isExempt: true, isNonResidentAlien: false })).toEqual([]);
    expect(faults({ isExempt: false, filingStatus: "S", isNonResidentAlien: true })).toEqual([]);
  });

  it("accepts amounts of zero or more with up to two decimal places", () => {
    for (const amount of [0, "0", "0.00", 0.05, "999999999999.99", "1,000", "1,250.5", " 25.50 "])
      expect(faults({ isExempt: false, filingStatus: "S", dependentsAmt: amount })).toEqual([]);
    for (const amount of [
      -0.01,
      "-5",
      "1.234",
      "1,00",
      "five",
      "1e3",
      Number.NaN,
      Number.POSITIVE_INFINITY,
      {},
      [5],
    ])
      expect(faults({ isExempt: false, filingStatus: "S", dependentsAmt: amount })).toEqual([
        "/federalValues/dependentsAmt INVALID",
      ]);
  });

  it("reads 25.5, 25.50, and both as text as one amount", () => {
    for (const amount of [25.5, "25.5", "25.50", " 25.5"])
      expect(read({ isExempt: true, dependentsAmt: amount }).values.get("federal.dependentsAmt")).toEqual(
        new Decimal("25.5"),
      );
  });

  it("ignores white space at the ends", () => {
    expect(faults({ isExempt: " false", filingStatus: "S " })).toEqual([]);
    expect(faults({ isExempt: false, filingStatus: " " })).toEqual(["/federalValues/filingStatus REQUIRED"]);
  });

  it("rejects a negative extra amount, except from an exempt employee, for whom it counts as none", () => {
    expect(faults({ isExempt: false, filingStatus: "S", additionalWithholding: -5 })).toEqual([
      "/federalValues/additionalWithholding INVALID",
    ]);
    const { values, problems } = read({ isExempt: true, additionalWithholding: -5 });
    expect(problems).toEqual([]);
    expect(values.get("federal.additionalWithholding")).toEqual(new Decimal(0));
    expect(faults({ isExempt: true, dependentsAmt: -5 })).toEqual(["/federalValues/dependentsAmt INVALID"]);
  });

  it("treats undefined and null as not sent", () => {
    expect(read({ isExempt: true, dependentsAmt: null, twoJobs: "" }).values.size).toBe(1);
  });

  it("rejects values that it does not know, whatever their names", () => {
    const sent = JSON.parse('{"isExempt": true, "__proto__": 1, "constructor": 2, "a/b~c": 3}');
    expect(faults(sent)).toEqual([
      "/federalValues/__proto__ UNKNOWN",
      "/federalValues/constructor UNKNOWN",
      "/federalValues/a~1b~0c UNKNOWN",
    ]);
    expect(faults({ isExempt: false, filingStatus: "toString" })).toEqual([
      "/federalValues/filingStatus INVALID",
    ]);
  });

  it("reports problems in the requested language", () => {
    expect(read({ isExempt: 5 }, "es").problems).toEqual([
      { pointer: "/federalValues/isExempt", code: "INVALID", message: "mande un boolean" },
    ]);
  });
});
