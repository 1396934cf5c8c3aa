import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef, PDFStream } from "@cantoo/pdf-lib";
import type { Rect } from "../template.js";
import { unpacked } from "./content.js";
import type { Widget } from "./fields.js";
import { shortNumber } from "./serialize.js";

/**
 * What a field shows while it is empty, as page content: the frame and ground of its box, the "off" drawing of a
 * check box, and the text of a read-only field. Drawings are added to `drawings` under the names used here.
 */
export function bakedWidget(widget: Widget, document: PDFDocument, drawings: Map<string, PDFRef>): string {
  if (widget.hidden || widget.slot === undefined) return "";
  const appearance = widget.dict.lookupMaybe(PDFName.of("AP"), PDFDict)?.get(PDFName.of("N"));
  const normal = appearance === undefined ? undefined : document.context.lookup(appearance);
  if (widget.type === "check") {
    const off = normal instanceof PDFDict ? normal.get(PDFName.of("Off")) : undefined;
    const drawn = off === undefined ? "" : placed(off, widget.slot.rect, document, drawings);
    return drawn === "" ? frame(widget.dict, widget.slot.rect) : drawn;
  }
  // A read-only text is part of the form (a rate, a year), not a person's answer.
  if (widget.readOnly && widget.value !== "" && appearance !== undefined) {
    return placed(appearance, widget.slot.rect, document, drawings);
  }
  return frame(widget.dict, widget.slot.rect);
}

/** Draws an appearance stream in a box: its own matrix and bounds mapped onto the rectangle (ISO 32000, 12.5.5). */
function placed(
  reference: unknown,
  rect: Rect,
  document: PDFDocument,
  drawings: Map<string, PDFRef>,
): string {
  if (!(reference instanceof PDFRef)) return "";
  const stream = document.context.lookup(reference);
  if (!(stream instanceof PDFStream) || unpacked(stream).trim() === "") return "";
  const bounds = numbers(stream.dict.lookup(PDFName.of("BBox")));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(stream.dict.lookup(PDFName.of("Matrix")));
  const [x1, y1, x2, y2] = bounds;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return "";
  const corners = [
    [x1, y1],
    [x1, y2],
    [x2, y1],
    [x2, y2],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
  const left = Math.min(...corners.map(([x]) => x));
  const bottom = Math.min(...corners.map(([, y]) => y));
  const width = Math.max(...corners.map(([x]) => x)) - left;
  const height = Math.max(...corners.map(([, y]) => y)) - bottom;
  if (width === 0 || height === 0) return "";
  const scaleX = rect.width / width;
  const scaleY = rect.height / height;
  const matrix = [scaleX, 0, 0, scaleY, rect.x - left * scaleX, rect.y - bottom * scaleY]
    .map(shortNumber)
    .join(" ");
  stream.dict.set(PDFName.of("Type"), PDFName.of("XObject"));
  stream.dict.set(PDFName.of("Subtype"), PDFName.of("Form"));
  let key = [...drawings].find(([, ref]) => ref === reference)?.[0];
  if (key === undefined) {
    key = `WfB${drawings.size}`;
    drawings.set(key, reference);
  }
  return `q ${matrix} cm/${key} Do Q\n`;
}

function frame(dict: PDFDict, rect: Rect): string {
  const colours = dict.lookupMaybe(PDFName.of("MK"), PDFDict);
  const ground = colourOperator(numbers(colours?.lookup(PDFName.of("BG"))), ["g", "rg", "k"]);
  const ink = colourOperator(numbers(colours?.lookup(PDFName.of("BC"))), ["G", "RG", "K"]);
  const style = dict.lookupMaybe(PDFName.of("BS"), PDFDict)?.lookup(PDFName.of("W"));
  const width = style instanceof PDFNumber ? style.asNumber() : 1;
  let text = "";
  if (ground !== "") text += `${ground} ${box(rect, 0)} f\n`;
  if (ink !== "" && width > 0) text += `${ink} ${shortNumber(width)} w ${box(rect, width / 2)} S\n`;
  return text === "" ? "" : `q ${text}Q\n`;
}

function box(rect: Rect, inset: number): string {
  const sides = [rect.x + inset, rect.y + inset, rect.width - 2 * inset, rect.height - 2 * inset];
  return `${sides.map(shortNumber).join(" ")} re`;
}

function colourOperator(
  parts: readonly number[],
  [grey, rgb, cmyk]: readonly [string, string, string],
): string {
  const operator =
    parts.length === 1 ? grey : parts.length === 3 ? rgb : parts.length === 4 ? cmyk : undefined;
  return operator === undefined ? "" : `${parts.map(shortNumber).join(" ")} ${operator}`;
}

function numbers(object: unknown): number[] {
  if (!(object instanceof PDFArray)) return [];
  return object.asArray().map((_, index) => object.lookup(index, PDFNumber).asNumber());
}
