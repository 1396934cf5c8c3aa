import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composed, isoDate, readAnswer, valueTypeOf } from "./answer.js";
import { Decimal } from "./decimal.js";
import type { Question } from "./types.js";

fc.configureGlobal({ seed: 2026 });

const plain: Question = {
  id: "q",
  questionText: "",
  htmlType: "INPUT",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
};
const dollars: Question = {
  ...plain,
  displayType: "DOLLAR",
  valueType: "number",
  validationRegex: "^-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\\.[0-9]{1,2})?$",
};
const date: Question = {
  ...plain,
  valueType: "date",
  validationRegex: "^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}/[0-9]{2}/[0-9]{4})$",
};
const yesNo: Question = {
  ...plain,
  displayType: "RADIO",
  valueType: "boolean",
  validationRegex: "^(true|false)$",
  questionOptions: [
    { label: "Yes", value: true },
    { label: "No", value: false },
  ],
};
const multi: Question = {
  ...plain,
  displayType: "MULTI_SELECT_CHECKBOX",
  valueType: "multi",
  validationRegex: "^(?:A|B|C)(?:,(?:A|B|C)){0,2}$",
};
const choice: Question = {
  ...plain,
  displayType: "RADIO",
  valueType: "text",
  validationRegex: "^(?:SINGLE|0\\.5)$",
};
const name: Question = { ...plain, valueType: "text", validationRegex: "^[A-Za-zÀ-ÿ ]{1,5}$" };

const invalid = { invalid: true };
const missing = { missing: true };

describe("readAnswer", () => {
  it("accepts amounts as numbers and as text, with and without commas", () => {
    expect(readAnswer(dollars, "1,250.50")).toEqual({ value: new Decimal("1250.5") });
    expect(readAnswer(dollars, "1250")).toEqual({ value: new Decimal(1250) });
    expect(readAnswer(dollars, 1250)).toEqual({ value: new Decimal(1250) });
    expect(readAnswer(dollars, 1250.25)).toEqual({ value: new Decimal("1250.25") });
    expect(readAnswer(dollars, -3)).toEqual({ value: new Decimal(-3) });
  });

  it("rejects amounts that its pattern rejects, as text and as numbers", () => {
    for (const raw of ["1,25", "12.505", 12.505, "abc", "1 5", "1e3", "$5", "0x10", "１２", 1e21, 1e-7])
      expect(readAnswer(dollars, raw)).toEqual(invalid);
  });

  it("reads 25.5, 25.50, and both as text as one amount", () => {
    for (const raw of [25.5, 25.5, "25.50", "25.5", " 25.5", "25.50\n"])
      expect(readAnswer(dollars, raw)).toEqual({ value: new Decimal("25.5") });
  });

  it("ignores white space at the ends of every kind of answer", () => {
    expect(readAnswer(date, " 2026-03-09 ")).toEqual({ value: "2026-03-09" });
    expect(readAnswer(yesNo, "true ")).toEqual({ value: true });
    expect(readAnswer(multi, [" A", "C "])).toEqual({ value: ["A", "C"] });
    expect(readAnswer(choice, "\tSINGLE")).toEqual({ value: "SINGLE" });
    expect(readAnswer(dollars, "  ")).toEqual(missing);
  });

  it("reads an option that is a decimal number by its value", () => {
    const percent: Question = {
      ...choice,
      validationRegex: "^(?:0\\.50?|3(?:\\.0{1,2})?)$",
      questionOptions: [
        { label: "0.5%", value: "0.5" },
        { label: "3.0%", value: "3.0" },
      ],
    };
    for (const raw of [3, "3", "3.0", "3.00"]) expect(readAnswer(percent, raw)).toEqual({ value: "3.0" });
    for (const raw of [0.5, "0.5", "0.50"]) expect(readAnswer(percent, raw)).toEqual({ value: "0.5" });
    for (const raw of ["03", "3.", 30, "0.05"]) expect(readAnswer(percent, raw)).toEqual(invalid);
  });

  it("reads options that are codes of digits exactly", () => {
    const county: Question = {
      ...choice,
      validationRegex: "^(?:01|10)$",
      questionOptions: [
        { label: "Allegany", value: "01" },
        { label: "Dorchester", value: "10" },
      ],
    };
    expect(readAnswer(county, 1)).toEqual(invalid);
    expect(readAnswer(county, "01")).toEqual({ value: "01" });
  });

  it("treats a negative zero as zero", () => {
    const read = readAnswer(dollars, "-0");
    expect("value" in read && String(read.value)).toBe("0");
    expect("value" in read && read.value instanceof Decimal && read.value.isNegative()).toBe(false);
    expect(readAnswer(dollars, -0)).toEqual({ value: new Decimal(0) });
  });

  it("rejects text that is not a number", () => {
    for (const raw of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(readAnswer({ ...dollars, validationRegex: "" }, raw)).toEqual(invalid);
    expect(readAnswer({ ...dollars, validationRegex: "" }, "1-2")).toEqual(invalid);
  });

  it("reads both date formats as the same day", () => {
    expect(readAnswer(date, "2026-03-09")).toEqual({ value: "2026-03-09" });
    expect(readAnswer(date, "03/09/2026")).toEqual({ value: "2026-03-09" });
    expect(readAnswer(date, "02/29/2024")).toEqual({ value: "2024-02-29" });
  });

  it("rejects days that do not exist", () => {
    for (const raw of [
      "2026-02-29",
      "02/29/2026",
      "2026-04-31",
      "2026-13-01",
      "2026-00-10",
      "13/01/2026",
      "2026-01-00",
    ])
      expect(readAnswer(date, raw)).toEqual(invalid);
  });

  it("accepts yes and no as text and as booleans", () => {
    expect(readAnswer(yesNo, true)).toEqual({ value: true });
    expect(readAnswer(yesNo, "false")).toEqual({ value: false });
    for (const raw of ["yes", "TRUE", 1, 0, "1"]) expect(readAnswer(yesNo, raw)).toEqual(invalid);
  });

  it("accepts a multi-select as an array and as comma-separated text, each value once", () => {
    expect(readAnswer(multi, ["A", "C"])).toEqual({ value: ["A", "C"] });
    expect(readAnswer(multi, "A,C")).toEqual({ value: ["A", "C"] });
    expect(readAnswer(multi, "B,B")).toEqual({ value: ["B"] });
    expect(readAnswer(multi, [])).toEqual(missing);
    for (const raw of [["D"], ["A", 1], [["A"]], "A,", "A, B", "A,B,C,A"])
      expect(readAnswer(multi, raw)).toEqual(invalid);
  });

  it("rejects an array for a single answer", () => {
    expect(readAnswer(choice, ["SINGLE"])).toEqual(invalid);
    expect(readAnswer(dollars, ["5"])).toEqual(invalid);
  });

  it("reads an option that looks like a number as text", () => {
    expect(readAnswer(choice, 0.5)).toEqual({ value: "0.5" });
    expect(readAnswer(choice, "0.50")).toEqual(invalid);
  });

  it("treats undefined, null, and blanks as no answer", () => {
    for (const raw of [undefined, null, ""]) expect(readAnswer(dollars, raw)).toEqual(missing);
    expect(readAnswer(name, "   ")).toEqual(missing);
  });

  it("rejects objects and functions", () => {
    for (const raw of [{}, { value: "5" }, () => "5", Symbol("5"), new Date(0), 5n])
      expect(readAnswer(dollars, raw)).toEqual(invalid);
  });

  it("trims text and composes its letters before it checks the length", () => {
    expect(readAnswer(name, "  Ana  ")).toEqual({ value: "Ana" });
    expect(readAnswer(name, "e\u0301e\u0301e\u0301e\u0301e\u0301")).toEqual({
      value: "\u00e9\u00e9\u00e9\u00e9\u00e9",
    });
    expect(readAnswer(name, "Amelia")).toEqual(invalid);
  });

  it("rejects text that is too long before it runs a pattern", () => {
    const any: Question = { ...plain, valueType: "text" };
    expect(readAnswer(any, "x".repeat(2000))).toEqual({ value: "x".repeat(2000) });
    expect(readAnswer(any, "x".repeat(2001))).toEqual(invalid);
    expect(readAnswer(any, " ".repeat(2001))).toEqual(invalid);
  });

  it("accepts any short text if the question has no pattern", () => {
    expect(readAnswer({ ...plain, valueType: "text" }, "anything")).toEqual({ value: "anything" });
  });
});

describe("valueTypeOf", () => {
  it("uses the question's own value type", () => {
    expect(valueTypeOf(date)).toBe("date");
  });

  it("derives it from the control if another service does not send one", () => {
    expect(valueTypeOf({ ...plain, displayType: "DOLLAR" })).toBe("number");
    expect(valueTypeOf({ ...plain, displayType: "INTEGER" })).toBe("number");
    expect(valueTypeOf({ ...plain, displayType: "PERCENT" })).toBe("number");
    expect(valueTypeOf({ ...plain, displayType: "YEAR" })).toBe("number");
    expect(valueTypeOf({ ...plain, displayType: "CHECKBOX" })).toBe("boolean");
    expect(valueTypeOf({ ...plain, displayType: "MULTI_SELECT_CHECKBOX" })).toBe("multi");
    expect(valueTypeOf({ ...plain, displayType: "TEXT" })).toBe("text");
    expect(valueTypeOf({ ...plain, questionOptions: yesNo.questionOptions ?? [] })).toBe("boolean");
    expect(valueTypeOf({ ...plain, questionOptions: [{ label: "A", value: "A" }] })).toBe("text");
    expect(valueTypeOf({ ...plain, questionOptions: [] })).toBe("text");
  });
});

describe("isoDate", () => {
  it("knows leap years", () => {
    expect(isoDate("2000-02-29")).toBe("2000-02-29");
    expect(isoDate("1900-02-29")).toBeUndefined();
  });

  it("rejects other formats", () => {
    for (const text of [
      "2026/03/09",
      "3/9/2026",
      "09.03.2026",
      "20260309",
      "2026-03-09T00:00:00Z",
      "today",
      "",
    ])
      expect(isoDate(text)).toBeUndefined();
  });
});

describe("composed", () => {
  it("is NFC for every string", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => composed(text) === text.normalize("NFC")));
    expect(composed("e\u0301")).toBe("\u00e9");
    expect(composed("\u0344")).toBe("\u0308\u0301");
  });

  it("can skip text below the first combining mark", () => {
    const all = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code));
    for (const letter of all)
      expect(`${all.join("")}${letter}`.normalize("NFC")).toBe(`${all.join("")}${letter}`);
  });
});
