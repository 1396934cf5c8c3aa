import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface SeenPage {
  readonly width: number;
  readonly height: number;
  readonly fields: readonly SeenField[];
  readonly words: readonly SeenWords[];
}

export interface SeenField {
  readonly name: string;
  readonly kind: "text" | "check" | "comb" | "multiline";
  readonly tooltip: string;
  readonly rect: readonly [number, number, number, number];
  readonly align: number;
  readonly cells: number;
  readonly on: string | undefined;
  readonly page: number;
}

/** Words with the box they take, from the descenders to the capitals. */
export interface SeenWords {
  readonly text: string;
  readonly rect: readonly [number, number, number, number];
  readonly page: number;
}

export interface Seen {
  readonly pages: readonly SeenPage[];
  readonly warnings: readonly string[];
}

/** What pdf.js sees in a file, and what it complains about. */
export async function seenByPdfJs(bytes: Uint8Array): Promise<Seen> {
  const warnings: string[] = [];
  const { log, warn } = console;
  console.log = (...parts: unknown[]) => void warnings.push(parts.join(" "));
  console.warn = console.log;
  try {
    const document = await getDocument({
      data: bytes.slice(),
      verbosity: VerbosityLevel.WARNINGS,
      standardFontDataUrl: `${join(dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")), "standard_fonts")}/`,
    }).promise;
    const pages: SeenPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const annotations = await page.getAnnotations();
      const content = await page.getTextContent();
      const words = content.items.flatMap((item): SeenWords[] => {
        if (!("str" in item) || item.str.trim() === "") return [];
        const [, , , size, x, y] = item.transform as number[];
        const rect = [x!, y! - size! * 0.2, x! + item.width, y! + size! * 0.72] as const;
        return [{ text: item.str, rect, page: number }];
      });
      pages.push({ width, height, fields: annotations.map((one) => fieldOf(one, number)), words });
    }
    await document.destroy();
    return { pages, warnings };
  } finally {
    console.log = log;
    console.warn = warn;
  }
}

function fieldOf(annotation: Record<string, unknown>, page: number): SeenField {
  const check = annotation.checkBox === true;
  return {
    name: annotation.fieldName as string,
    kind: check ? "check" : annotation.comb ? "comb" : annotation.multiLine ? "multiline" : "text",
    tooltip: annotation.alternativeText as string,
    rect: annotation.rect as SeenField["rect"],
    align: check ? 0 : ((annotation.textAlignment as number | null) ?? 0),
    cells: check ? 0 : ((annotation.maxLen as number | null) ?? 0),
    on: check ? (annotation.exportValue as string) : undefined,
    page,
  };
}

export function overlap(a: readonly number[], b: readonly number[], tolerance: number): boolean {
  return (
    Math.min(a[2]!, b[2]!) - Math.max(a[0]!, b[0]!) > tolerance &&
    Math.min(a[3]!, b[3]!) - Math.max(a[1]!, b[1]!) > tolerance
  );
}

/** The pairs that lie over each other by more than the tolerance. */
export function collisions<T extends { readonly rect: readonly number[] }>(
  boxes: readonly T[],
  tolerance: number,
): (readonly [T, T])[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .flatMap((other) => (overlap(one.rect, other.rect, tolerance) ? [[one, other] as const] : [])),
  );
}
