import { createHash } from "node:crypto";
import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { drawnFields } from "../drawing.js";
import type { FormLayout } from "../layout.js";
import { drawBlank } from "./draw.js";
import { everything } from "./test/everything.js";
import { federal } from "./test/federal.js";
import { french } from "./test/french.js";
import { collisions, overlap, type Seen, seenByPdfJs } from "./test/pdfjs.js";
import { fieldsOf, readingOrder } from "./test/reading.js";
import { state } from "./test/state.js";

const samples = [
  { name: "a long federal form", layout: federal, pages: 5, kilobytes: 70, language: "en-US" },
  { name: "a one-page state form", layout: state, pages: 1, kilobytes: 36, language: "en-US" },
  { name: "a French form", layout: french, pages: 1, kilobytes: 36, language: "fr-CA" },
  { name: "a Spanish form with everything", layout: everything, pages: 4, kilobytes: 50, language: "es-US" },
];

describe.each(samples)("$name", ({ layout, pages, kilobytes, language }) => {
  let bytes: Uint8Array;
  let seen: Seen;
  beforeAll(async () => {
    bytes = await drawBlank(layout);
    seen = await seenByPdfJs(bytes);
  });

  test("has the fields that a check of its layout finds", async () => {
    const file = await PDFDocument.load(bytes);
    const names = file
      .getForm()
      .getFields()
      .map((field) => field.getName());
    expect(names.length).toBeGreaterThan(5);
    expect(drawnFields(layout)).toEqual(names);
  });

  test("is valid for qpdf", () => {
    const { stdout, stderr, status } = tool("qpdf", ["--check", inputFile], bytes);
    expect(`${stdout}${stderr}`).toContain("No syntax or stream encoding errors found");
    expect(status).toBe(0);
  });

  test("is drawn by mupdf and poppler without a warning", () => {
    const mupdf = tool(
      "mutool",
      ["draw", "-q", "-F", "pgm", "-r", "20", "-o", "/dev/null", inputFile],
      bytes,
    );
    // The Debian build of mupdf says this of every file.
    expect(mupdf.stderr.replaceAll("warning: ICC support is not available\n", "")).toBe("");
    expect(tool("pdftoppm", ["-r", "20", "-"], bytes).stderr).toBe("");
    expect(seen.warnings).toEqual([]);
  });

  test("has the expected pages of letter size", () => {
    expect(seen.pages.map(({ width, height }) => [width, height])).toEqual(Array(pages).fill([612, 792]));
  });

  test("is small", () => {
    expect(bytes.length).toBeLessThan(kilobytes * 1024);
  });

  test("screen readers get the same words in the same order", () => {
    const read = tool("pdfinfo", ["-struct-text", "-"], bytes).stdout.toString("utf8");
    const spoken = [...read.matchAll(/^ *"(.*)"$/gm)].map((match) => match[1]).join("");
    expect(firstDifference(letters(spoken), letters(readingOrder(layout).join("")))).toBeUndefined();
  });

  test("gives its words in reading order when copied", () => {
    const raw = letters(tool("pdftotext", ["-raw", "-", "-"], bytes).stdout.toString("utf8"));
    let from = 0;
    for (const words of readingOrder(layout).filter((one) => one !== "")) {
      const at = raw.indexOf(letters(words), from);
      expect(at, words).toBeGreaterThanOrEqual(from);
      from = at;
    }
  });

  test("has every field, of its kind, in reading order", () => {
    const drawn = seen.pages.flatMap((page) => page.fields);
    expect(
      drawn.map(({ name, kind, tooltip, align, cells, on }) => ({ name, kind, tooltip, align, cells, on })),
    ).toEqual(
      fieldsOf(layout).map((field) => ({
        name: field.name,
        kind: field.kind,
        tooltip: field.tooltip,
        align: { left: 0, center: 1, right: 2 }[field.align ?? "left"],
        cells: field.cells ?? 0,
        on: field.kind === "check" ? "Yes" : undefined,
      })),
    );
  });

  test("keeps every field inside the margins and large enough to write in", () => {
    for (const { name, kind, rect } of seen.pages.flatMap((page) => page.fields)) {
      const [left, bottom, right, top] = rect;
      expect(left, name).toBeGreaterThanOrEqual(36);
      expect(right, name).toBeLessThanOrEqual(576.01);
      expect(bottom, name).toBeGreaterThanOrEqual(30);
      expect(top, name).toBeLessThanOrEqual(756);
      expect(top - bottom, name).toBeGreaterThanOrEqual(kind === "check" ? 8.9 : 11);
      expect(right - left, name).toBeGreaterThanOrEqual(kind === "check" ? 8.9 : 20);
    }
  });

  test("fields do not overlap each other or any words", () => {
    for (const { fields, words } of seen.pages) {
      expect(collisions(fields, 0)).toEqual([]);
      for (const { name, rect } of fields) {
        const under = words.filter((one) => overlap(rect, one.rect, 0.3));
        expect(under, name).toEqual([]);
      }
    }
  });

  test("words do not overlap and stay within the page's margins", () => {
    for (const { words } of seen.pages) {
      expect(collisions(words, 0.3)).toEqual([]);
      const outside = words.filter(
        ({ rect: [left, bottom, right, top] }) => left < 35.9 || right > 576.5 || bottom < 28 || top > 776,
      );
      expect(outside).toEqual([]);
    }
  });

  test("numbers its pages and names the form on each", () => {
    for (const [index, page] of seen.pages.entries()) {
      const spoken = letters(page.words.map((one) => one.text).join(""));
      expect(spoken).toContain(letters(layout.footer));
      expect(spoken).toContain(
        letters(layout.pageNumber.replace("{n}", String(index + 1)).replace("{total}", String(pages))),
      );
    }
  });

  test("has title, language, tags and a tab order that follows them", async () => {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const { catalog } = document;
    expect(document.getTitle()).toBe(layout.title);
    expect(String(catalog.get(PDFName.of("Lang")))).toBe(`(${language})`);
    expect(String(catalog.get(PDFName.of("MarkInfo")))).toContain("/Marked true");
    expect(String(catalog.get(PDFName.of("ViewerPreferences")))).toContain("/DisplayDocTitle true");
    for (const page of document.getPages()) expect(page.node.get(PDFName.of("Tabs"))).toBe(PDFName.of("S"));
  });

  test("says which fields are signed and dated", async () => {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const roles = document
      .getForm()
      .getFields()
      .flatMap((field) => {
        const role = field.acroField.dict.get(PDFName.of("WFRole"));
        return role === undefined ? [] : [[field.getName(), role.toString()]];
      });
    expect(roles).toEqual(
      fieldsOf(layout).flatMap(({ name, role }) => (role === undefined ? [] : [[name, `/${role}`]])),
    );
  });

  test("is the same file when drawn again", async () => {
    const again = await drawBlank(structuredClone(layout));
    expect(createHash("sha256").update(again).digest("hex")).toBe(
      createHash("sha256").update(bytes).digest("hex"),
    );
  });
});

test("a character that the standard fonts do not have stops the drawing", async () => {
  const layout = { ...state, footer: "Zażółć" };
  await expect(drawBlank(layout)).rejects.toThrow('The character U+017C in "Zażółć" cannot be drawn');
});

test("a table that cannot fit is rejected by name", async () => {
  const headers = Array.from({ length: 60 }, (_, index) => `Column${index}`);
  const layout: FormLayout = {
    ...state,
    blocks: [{ kind: "table", title: "Too wide", headers, rows: [headers] }],
  };
  await expect(drawBlank(layout)).rejects.toThrow('The table "Too wide" is too wide for the page.');
});

test("a numbered line is never on another page than its box", async () => {
  const { pages } = await seenByPdfJs(await drawBlank(everything));
  for (let number = 1; number <= 45; number += 1) {
    const page = pages.find(({ fields }) => fields.some((field) => field.name === `run${number}`))!;
    const line = page.words.find((one) => one.text === `Importe del renglón ${number}`)!;
    const field = page.fields.find((one) => one.name === `run${number}`)!;
    expect(line.rect[1]).toBeGreaterThanOrEqual(field.rect[1]);
    expect(line.rect[3]).toBeLessThanOrEqual(field.rect[3]);
  }
});

test("amounts are in one column", async () => {
  const { pages } = await seenByPdfJs(await drawBlank(federal));
  const names = ["dependentsAmt", "otherIncome", "deductions", "additionalWithholding", "jobsLine1", "line8"];
  const boxes = pages.flatMap((page) => page.fields).filter((field) => names.includes(field.name));
  expect(boxes).toHaveLength(names.length);
  for (const { rect } of boxes) {
    expect(rect[2]).toBeCloseTo(573, 1);
    expect(Math.abs(rect[0] - 502)).toBeLessThan(1);
  }
});

test("the dollar sign is after the amount in French and before it in English", async () => {
  for (const [layout, side] of [
    [french, "after"],
    [federal, "before"],
  ] as const) {
    const { pages } = await seenByPdfJs(await drawBlank(layout));
    const sign = pages[0]!.words.find((one) => one.text === "$" && one.rect[0] > 490)!;
    const box = pages[0]!.fields.find(
      ({ rect }) => rect[1] < sign.rect[1] && rect[3] > sign.rect[3] && rect[2] > 540,
    )!;
    expect(sign.rect[0] > box.rect[0] ? "after" : "before").toBe(side);
  }
});

test("a table that continues shows its headers again, but is not read out twice", async () => {
  const bytes = await drawBlank(everything);
  const { pages } = await seenByPdfJs(bytes);
  expect(pages.map(({ words }) => words.filter((one) => one.text === "Exención").length)).toEqual([
    0, 1, 1, 0,
  ]);
  const read = tool("pdfinfo", ["-struct-text", "-"], bytes).stdout.toString("utf8");
  expect(read.match(/"Exención"/g)).toHaveLength(1);
});

/** Where two long texts part, instead of a report of both of them. */
function firstDifference(actual: string, expected: string): string | undefined {
  const at = [...expected].findIndex((letter, index) => actual[index] !== letter);
  if (at < 0)
    return actual.length === expected.length ? undefined : `too much: ${actual.slice(expected.length)}`;
  return `"${actual.slice(at, at + 60)}" instead of "${expected.slice(at, at + 60)}"`;
}

function letters(text: string): string {
  return text.replace(/[\s\u00a0\u00ad]/g, "");
}
