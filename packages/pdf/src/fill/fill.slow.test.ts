import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { places, smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText, unpackedFile } from "@withholding-forms/testing/pdf/checks";
import { openFields, type PlacedText, placedTexts, strokedPaths } from "@withholding-forms/testing/pdf/pdfjs";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { drawBlank } from "../draw/draw.js";
import { federal } from "../draw/test/federal.js";
import type { Template } from "../template.js";
import { type FillMode, type FillProblem, fill } from "./fill.js";

const modes: readonly FillMode[] = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];
let small: Template;
let drawn: Template;
beforeAll(async () => {
  small = await compileTemplate(await smallBlank());
  drawn = await compileTemplate(await drawBlank(federal));
});

const values = {
  left: "Zoë O'Brien (the younger)",
  right: "1,234.00",
  center: "AZ",
  comb: "123456789",
  lines: "Acme Widgets Incorporated, Payroll Department\n12 Main Street, Springfield",
  box: true,
  otherBox: false,
  signatureLine: "Zoë O'Brien\nNov 15, 2026 10:03 AM America/New_York",
  date: "11/15/2026",
};

describe("where values are printed", () => {
  let texts: PlacedText[];
  beforeAll(async () => {
    texts = await placedTexts(filled(small, values, "SIGN"));
  });
  const at = (text: string) => {
    const found = texts.find((placed) => placed.text === text);
    return found && { x: found.x, y: found.y, size: found.size };
  };

  test("a value starts two points from the left of its box, its capitals in the middle of the height", () => {
    // (16 - 0.688 * 10) / 2 = 4.56 above the foot of the box.
    expect(at("Zoë O'Brien (the younger)")).toEqual({ x: 52, y: 704.56, size: 10 });
  });

  test("an amount ends two points from the right", () => {
    // Six digits of 556 and two punctuation marks of 278 are 3892 thousandths of 10 points: 400 - 2 - 38.92.
    expect(at("1,234.00")).toEqual({ x: 359.08, y: 704.56, size: 10 });
  });

  test("a centered value has the same room on both sides", () => {
    // A is 667 and Z is 611: 12.78 points in a box from 420 to 520.
    expect(at("AZ")).toEqual({ x: 463.61, y: 704.56, size: 10 });
  });

  test("comb digits are in the middle of their cells", () => {
    const figures = texts.filter(({ text, y }) => /^\d$/.test(text) && y > 650 && y < 668);
    // Cells are 20 points, a digit 5.56: the first starts at 50 + 10 - 2.78.
    expect(figures.map(({ x }) => Number(x.toFixed(2)))).toEqual([
      57.22, 77.22, 97.22, 117.22, 137.22, 157.22, 177.22, 197.22, 217.22,
    ]);
  });

  test("comb digits are read as one number", () => {
    expect(popplerText(filled(small, values, "SIGN"))).toContain("123456789");
  });

  test("lines are broken at spaces and where the value says, from the top down", () => {
    const lines = texts
      .filter(({ x, y }) => x === 52 && y > 560 && y < 620)
      .map(({ text, y }) => [text.trim(), y]);
    // First baseline 620 - 2 - 7.25, then 11.6 apart.
    expect(lines).toEqual([
      ["Acme Widgets Incorporated, Payroll", 610.75],
      ["Department", 599.15],
      ["12 Main Street, Springfield", 587.55],
    ]);
  });

  test("an empty line stays empty", async () => {
    const pdf = filled(small, { lines: "above\n\nbelow" }, "SIGN");
    expect(faults(pdf)).toBe("");
    const ys = (await placedTexts(pdf)).filter(({ text }) => /above|below/.test(text)).map(({ y }) => y);
    expect(ys).toEqual([610.75, 587.55]);
  });

  test("the stamp has a line for the name and one for the time", () => {
    expect(at("Zoë O'Brien")?.x).toBe(52);
    expect(at("Nov 15, 2026 10:03 AM America/New_York")?.x).toBe(52);
    expect(at("Zoë O'Brien")!.y).toBeGreaterThan(at("Nov 15, 2026 10:03 AM America/New_York")!.y);
  });

  test("a checked box has a mark, another none", async () => {
    const before = await strokedPaths(filled(small, {}, "SIGN"), 0);
    expect(await strokedPaths(filled(small, { box: true }, "SIGN"), 0)).toBe(before + 1);
    expect(await strokedPaths(filled(small, { box: true, otherBox: true }, "SIGN"), 0)).toBe(before + 2);
    expect(await strokedPaths(filled(small, { box: false }, "SIGN"), 0)).toBe(before);
  });

  test("the mark lies within its box", () => {
    const marks = [
      ...unpackedFile(filled(small, { box: true }, "SIGN")).matchAll(/([\d.]+) ([\d.]+) [ml] /g),
    ];
    expect(marks).toHaveLength(4);
    for (const [, x, y] of marks) {
      expect(Number(x)).toBeGreaterThan(places.box.x);
      expect(Number(x)).toBeLessThan(places.box.x + places.box.width);
      expect(Number(y)).toBeGreaterThan(places.box.y);
      expect(Number(y)).toBeLessThan(places.box.y + places.box.height);
    }
  });
});

describe.each(modes)("%s", (mode) => {
  test("is valid for qpdf and mupdf", () => {
    expect(faults(filled(small, values, mode))).toBe("");
    expect(faults(filled(drawn, everyValue(drawn), mode))).toBe("");
    expect(faults(filled(drawn, {}, mode))).toBe("");
  });

  test("gives the same bytes for the same request", () => {
    expect(filled(small, values, mode)).toEqual(filled(small, { ...values }, mode));
  });

  test("gives the digest of the file, which stays what it is after the next request", () => {
    const result = fill(drawn, { values: everyValue(drawn), mode, digest: true });
    if ("problems" in result) throw new Error(JSON.stringify(result.problems));
    filled(drawn, {}, mode);
    expect(result.sha256).toBe(createHash("sha256").update(result.pdf).digest("hex"));
  });

  test("keeps a drawn W-4 under 80 KB, with its fonts", () => {
    expect(filled(drawn, everyValue(drawn), mode).length).toBeLessThanOrEqual(80_000);
  });

  test("has no second section, no script and no form data of the blank", () => {
    const pdf = Buffer.from(filled(small, values, mode)).toString("latin1");
    expect(pdf.match(/startxref/g)).toHaveLength(1);
    expect(pdf).not.toContain("/Prev");
    expect(unpackedFile(filled(small, values, mode))).not.toMatch(/JavaScript|app\.alert|Reset form/);
  });
});

describe("signature and date", () => {
  test("are not printed in a preview, even when given", async () => {
    const preview = filled(small, values, "PREVIEW");
    expect(popplerText(preview)).not.toContain("2026");
    expect(unpackedFile(preview)).not.toContain("11/15/2026");
    expect(await openFields(preview)).toEqual([]);
  });

  test("are printed when signed, and no field is left", async () => {
    const signed = filled(small, values, "SIGN");
    expect(popplerText(signed)).toContain("11/15/2026");
    expect(popplerText(signed)).toContain("Nov 15, 2026 10:03 AM America/New_York");
    expect(await openFields(signed)).toEqual([]);
  });

  test("are the only fields left, and empty, for an external signature", async () => {
    const open = filled(small, values, "SIGN_EXTERNALLY");
    expect(await openFields(open)).toEqual([
      { name: "signatureLine", value: "" },
      { name: "date", value: "" },
    ]);
    expect(popplerText(open)).not.toContain("2026");
  });
});

test("nothing but the values passed is in a preview", () => {
  const signed = unpackedFile(filled(small, { left: "123-45-6789" }, "SIGN"));
  expect(signed).toContain("123-45-6789");
  const preview = unpackedFile(filled(small, { left: "XXX-XX-6789" }, "PREVIEW"));
  expect(preview).toContain("XXX-XX-6789");
  expect(preview).not.toContain("123-45");
});

test("values of one request do not reach the next", () => {
  filled(small, { left: "Canary Yellow", box: true }, "SIGN");
  fill(small, {
    values: { left: "Canary Red", center: "far too long for this narrow box, whatever the size" },
    mode: "SIGN",
  });
  expect(unpackedFile(filled(small, {}, "SIGN"))).not.toContain("Canary");
});

test("different values give a different file identifier, the first half stays", () => {
  const id = (pdf: Uint8Array) =>
    /\/ID\[<(\w+)><(\w+)>\]/.exec(Buffer.from(pdf).toString("latin1"))!.slice(1);
  const [first, second] = id(filled(small, { left: "A" }, "SIGN"));
  const [firstAgain, other] = id(filled(small, { left: "B" }, "SIGN"));
  expect(firstAgain).toBe(first);
  expect(other).not.toBe(second);
});

describe("long values", () => {
  test("shrink by half points until they fit", async () => {
    // 45 capital Ms of 833 are 374.85 points at size 10; 196 points are free: 5.22, below the floor. At 5.5 there is room for 42.
    expect(problemsOf({ left: "M".repeat(45) })).toEqual([{ field: "left", code: "TOO_LONG", limit: 42 }]);
    const [text] = (await placedTexts(filled(small, { left: "M".repeat(30) }, "SIGN"))).filter(
      ({ y }) => y > 700 && y < 716,
    );
    // 30 Ms take 24.99 points a point of size: 7.84 fits, 7.5 is printed.
    expect(text?.size).toBe(7.5);
    expect(text?.text).toBe("M".repeat(30));
  });

  test("are rejected with their limits, all together, and nothing is truncated", () => {
    const problems = problemsOf({
      left: "M".repeat(60),
      comb: "1234567890",
      lines: "word ".repeat(200),
      right: "1",
    });
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ["left", "TOO_LONG"],
      ["comb", "TOO_LONG"],
      ["lines", "TOO_LONG"],
    ]);
    expect(problems[1]!.limit).toBe(9);
  });

  test("fit when cut to the limit they were rejected with", () => {
    for (const field of ["left", "lines", "right"]) {
      const value = "Wonderfully long words ".repeat(40).trim();
      const [problem] = problemsOf({ [field]: value });
      expect(problemsOf({ [field]: value.slice(0, problem!.limit) })).toEqual([]);
    }
  });

  test("of a million letters are rejected without being measured", () => {
    expect(problemsOf({ left: "\u0000i".repeat(500_000) })).toEqual([
      { field: "left", code: "TOO_LONG", limit: 67 },
    ]);
  });

  test("of one word are broken where the line ends, and read as one", async () => {
    const texts = await placedTexts(filled(small, { lines: "W".repeat(60) }, "SIGN"));
    const lines = texts.filter(({ text }) => /^W+$/.test(text));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ text }) => text).join("")).toBe("W".repeat(60));
    for (const { x, width } of lines) expect(x + width).toBeLessThanOrEqual(250);
  });
});

describe("characters with a meaning in PDF", () => {
  const nasty = [
    "a) Tj ET (b",
    "back\\slash",
    "endstream endobj",
    "((((",
    "))))",
    "%%EOF",
    "<</Type/Catalog>>",
    "\\)\\(",
    "/WfH 99 Tf",
  ];
  test.each(nasty)("%s is printed as it is and breaks nothing", async (value) => {
    const pdf = filled(small, { left: value, lines: value, signatureLine: value }, "SIGN");
    expect(faults(pdf)).toBe("");
    const texts = (await placedTexts(pdf)).map(({ text }) => text);
    expect(texts.filter((text) => text === value)).toHaveLength(3);
  });

  test("line ends and other white space become spaces", async () => {
    const texts = await placedTexts(filled(small, { left: "one two\r\nthree\tfour\u2028five" }, "SIGN"));
    expect(texts.map(({ text }) => text)).toContain("one two three four five");
  });
});

describe("programming errors of the caller", () => {
  test("an unknown name throws", () => {
    expect(() => fill(small, { values: { nobody: "x" }, mode: "SIGN" })).toThrow("no field named nobody");
    expect(() => fill(small, { values: { constructor: "x" }, mode: "SIGN" })).toThrow(
      "no field named constructor",
    );
  });

  test("text for a box and a tick for a line throw, and the next request is unharmed", () => {
    expect(() => fill(small, { values: { left: "Canary", box: "yes" }, mode: "SIGN" })).toThrow("check box");
    expect(() => fill(small, { values: { left: true }, mode: "SIGN" })).toThrow("takes text");
    expect(unpackedFile(filled(small, {}, "SIGN"))).not.toContain("Canary");
  });
});

test("memory stays flat over many fills", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const request = { values: everyValue(drawn), mode: "SIGN" } as const;
  const run = (times: number): number => {
    for (let count = 0; count < times; count += 1) fill(drawn, request);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = run(1000);
  // Half a kilobyte kept a fill would be more; compiled code that the engine adds in the meantime is less.
  expect(run(2000) - before).toBeLessThan(1_000_000);
});

function filled(
  template: Template,
  given: Readonly<Record<string, string | boolean>>,
  mode: FillMode,
): Uint8Array {
  const result = fill(template, { values: given, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}

function problemsOf(given: Readonly<Record<string, string | boolean>>): readonly FillProblem[] {
  const result = fill(small, { values: given, mode: "SIGN" });
  return "problems" in result ? result.problems : [];
}

function everyValue(template: Template): Record<string, string | boolean> {
  return Object.fromEntries(
    template.slots.map(({ name, kind, cells, align }) => [
      name,
      kind === "check"
        ? true
        : kind === "comb"
          ? "123456789".slice(0, cells)
          : align === "right"
            ? "1,234"
            : "Łukasz",
    ]),
  );
}
