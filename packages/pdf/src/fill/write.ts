import { type Slot, valueFonts } from "../template.js";
import { firstBaseline, hundredths } from "./baseline.js";
import { cleanText } from "./clean.js";
import { embeddedFonts, utf16 } from "./embed.js";
import { type Lines, leading, paddingOf } from "./lines.js";
import type { PreparedSlot } from "./prepare.js";
import { ensure, type Sink, writeBytes, writeNumber, writeText } from "./sink.js";
import type { Units } from "./units.js";

/** Writes a fitted value as page content, within its marks for the structure tree. */
export function writeValue(
  sink: Sink,
  prepared: PreparedSlot,
  value: string,
  units: Units,
  lines: Lines,
): void {
  const { slot } = prepared;
  const writer = { font: -1, size: lines.size };
  if (slot.kind === "comb") {
    writeText(sink, combOpening(slot, value));
    writeComb(sink, slot, units, writer);
  } else {
    writeBytes(sink, prepared.opening);
    writeLines(sink, slot, units, lines, writer);
  }
  writeBytes(sink, prepared.closing);
}

/** Digits in separate cells are read and copied as one number. Readers look for that in a span. */
function combOpening(slot: Slot, value: string): string {
  const marks = slot.mcid === undefined ? "" : `/Form<</MCID ${slot.mcid}>>BDC\n`;
  return `${marks}/Span<</ActualText<FEFF${utf16(cleanText(value, false))}>>>BDC\nBT`;
}

interface FontState {
  font: number;
  readonly size: number;
}

function writeLines(sink: Sink, slot: Slot, units: Units, lines: Lines, writer: FontState): void {
  const { size } = writer;
  let x = 0;
  let y = 0;
  const first = firstBaseline(slot, size, lines.count);
  for (let line = 0; line < lines.count; line += 1) {
    const start = lines.starts[line]!;
    const end = lines.ends[line]!;
    if (start === end) continue;
    const newX = slot.rect.x + indent(slot, widthOf(units, start, end), size);
    const newY = first - line * leading * size;
    selectFont(sink, units.fonts[start]!, writer);
    writeMove(sink, hundredths(newX) - x, hundredths(newY) - y);
    x = hundredths(newX);
    y = hundredths(newY);
    // The space at which a line is broken is written too, so that words stay apart when the text is read out.
    const spaced = line < lines.count - 1 && units.spaces[end] === 1 ? end + 1 : end;
    writeShow(sink, units, start, spaced, writer);
  }
}

function writeComb(sink: Sink, slot: Slot, units: Units, writer: FontState): void {
  const cells = slot.cells ?? 1;
  const cell = slot.rect.width / cells;
  const skipped = slot.align === "right" ? cells - units.count : 0;
  const y = hundredths(firstBaseline(slot, writer.size, 1));
  let x = 0;
  for (let index = 0; index < units.count; index += 1) {
    const middle = slot.rect.x + (skipped + index + 0.5) * cell;
    const newX = hundredths(middle - (units.advances[index]! * writer.size) / 2000);
    selectFont(sink, units.fonts[index]!, writer);
    writeMove(sink, newX - x, index === 0 ? y : 0);
    x = newX;
    writeShow(sink, units, index, index + 1, writer);
  }
}

function indent(slot: Slot, width: number, size: number): number {
  const padding = paddingOf(slot);
  if (slot.align === "left") return padding;
  const room = slot.rect.width - (width * size) / 1000;
  return slot.align === "right" ? room - padding : room / 2;
}

function widthOf(units: Units, start: number, end: number): number {
  let width = 0;
  for (let index = start; index < end; index += 1) width += units.advances[index]!;
  return width;
}

function selectFont(sink: Sink, font: number, writer: FontState): void {
  if (font === writer.font) return;
  writer.font = font;
  writeText(sink, font === 0 ? regularName : ` /${embeddedFonts[font - 1]!.resource} `);
  writeNumber(sink, writer.size);
  writeText(sink, " Tf ");
}

const regularName = `/${valueFonts.regular} `;

function writeMove(sink: Sink, x: number, y: number): void {
  writeNumber(sink, x);
  writeText(sink, " ");
  writeNumber(sink, y);
  writeText(sink, " Td");
}

function writeShow(sink: Sink, units: Units, start: number, end: number, writer: FontState): void {
  let at = start;
  while (at < end) {
    const font = units.fonts[at]!;
    let until = at + 1;
    while (until < end && units.fonts[until] === font) until += 1;
    selectFont(sink, font, writer);
    if (font === 0) writeLiteral(sink, units, at, until);
    else writeHex(sink, units, at, until);
    at = until;
  }
}

function writeLiteral(sink: Sink, units: Units, start: number, end: number): void {
  ensure(sink, (end - start) * 2 + 8);
  const { bytes } = sink;
  const { codes } = units;
  let at = sink.length;
  bytes[at++] = open;
  for (let index = start; index < end; index += 1) {
    const code = codes[index]!;
    if (code === open || code === close || code === backslash) bytes[at++] = backslash;
    bytes[at++] = code;
  }
  bytes[at++] = close;
  bytes[at++] = 0x54;
  bytes[at++] = 0x6a;
  bytes[at++] = 0x20;
  sink.length = at;
}

function writeHex(sink: Sink, units: Units, start: number, end: number): void {
  let hex = "<";
  for (let index = start; index < end; index += 1) hex += units.codes[index]!.toString(16).padStart(4, "0");
  writeText(sink, `${hex}>Tj `);
}

const open = 0x28;
const close = 0x29;
const backslash = 0x5c;
