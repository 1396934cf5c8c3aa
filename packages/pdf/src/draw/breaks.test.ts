import { expect, test } from "vitest";
import type { FormLayout } from "../layout.js";
import { drawBlank } from "./draw.js";
import { amount, date, signature } from "./test/fields.js";
import { type Seen, seenByPdfJs } from "./test/pdfjs.js";
import { state } from "./test/state.js";

/** A form whose signature comes after a given number of lines, so that the page may end anywhere near it. */
function signedAfter(lines: number): FormLayout {
  return {
    ...state,
    blocks: [
      { kind: "section", title: "Amounts" },
      ...Array.from({ length: lines }, (_, index) => ({
        kind: "line" as const,
        number: String(index + 1),
        text: "An amount that takes words enough to need two lines of the column, so that the page is filled quickly by them",
        field: amount(`amount${index + 1}`, "Amount"),
      })),
      { kind: "heading", text: "Declaration of the employee" },
      { kind: "text", style: "declaration", text: "I declare that this is true." },
      {
        kind: "signature",
        label: "Sign here",
        cells: [
          { label: "Signature", field: signature("signatureLine", "Signature"), span: 3 },
          { label: "Date", field: date("date", "Date"), span: 1 },
        ],
      },
    ],
  };
}

test("declaration, signature and date are on one page wherever the page ends", async () => {
  const lengths = new Set<number>();
  for (let lines = 14; lines <= 24; lines += 1) {
    const seen = await seenByPdfJs(await drawBlank(signedAfter(lines)));
    lengths.add(seen.pages.length);
    const pages = [
      pageOfWords(seen, "Declaration of the employee"),
      pageOfWords(seen, "I declare that this is true."),
      pageOfWords(seen, "Sign here"),
      pageOfField(seen, "signatureLine"),
      pageOfField(seen, "date"),
    ];
    expect(new Set(pages).size, `${lines} lines`).toBe(1);
  }
  // The range is only telling if the form grows from one page to two within it.
  expect([...lengths]).toEqual([1, 2]);
});

test("a form that would spill a few lines onto another page is set tighter instead", async () => {
  const seen = await seenByPdfJs(await drawBlank(signedAfter(20)));
  const roomy = await seenByPdfJs(await drawBlank(signedAfter(5)));
  expect(seen.pages).toHaveLength(1);
  expect(heightOf(seen, "amount1")).toBeLessThan(heightOf(roomy, "amount1"));
});

test("a page break starts a new page and the section continues there", async () => {
  const [section, first, second] = signedAfter(2).blocks;
  const seen = await seenByPdfJs(
    await drawBlank({ ...state, blocks: [section!, first!, { kind: "pageBreak" }, second!] }),
  );
  expect([pageOfField(seen, "amount1"), pageOfField(seen, "amount2")]).toEqual([1, 2]);
});

function pageOfWords(seen: Seen, text: string): number | undefined {
  return seen.pages.flatMap((page) => page.words).find((one) => one.text === text)?.page;
}

function pageOfField(seen: Seen, name: string): number | undefined {
  return seen.pages.flatMap((page) => page.fields).find((field) => field.name === name)?.page;
}

function heightOf(seen: Seen, name: string): number {
  const { rect } = seen.pages.flatMap((page) => page.fields).find((field) => field.name === name)!;
  return rect[3] - rect[1];
}
