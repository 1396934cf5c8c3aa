import { type Face, widthOf } from "./fonts.js";

/** Words of one face. Spans that follow each other are set with a space between them. */
export interface Span {
  readonly text: string;
  readonly face: Face;
}

/** Words of one face that are together on a line, `x` from the line's left end. */
export interface Run extends Span {
  readonly x: number;
}

export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

/**
 * Sets spans into lines no wider than `width`. A line feed in the text ends a line. A last line of one short word
 * is avoided by setting the lines a little narrower, where that costs no further line.
 */
export function wrap(spans: readonly Span[], size: number, width: number): Line[] {
  const chunks = measured(chunksOf(spans), size);
  const lines = fill(chunks, size, width);
  const isRunt = (found: Measured[][]): boolean =>
    found.length > 1 && lineOf(found.at(-1)!, size).width < width / 8;
  for (let narrower = width; narrower > width * 0.85 && isRunt(lines); narrower -= 2) {
    const next = fill(chunks, size, narrower);
    if (next.length > lines.length) break;
    if (!isRunt(next)) return linesOf(next, size);
  }
  return linesOf(lines, size);
}

/** A column made to measure must contain what it was measured for, whatever the order of the sums. */
const tolerance = 0.01;

/** The chunks of each line. */
function fill(chunks: readonly Measured[], size: number, width: number): Measured[][] {
  const lines: Measured[][] = [];
  let current: Measured[] = [];
  let used = 0;
  for (const chunk of chunks.flatMap((c) => fitting(c, size, width))) {
    const { face } = chunk.parts[0]!;
    const space = current.length > 0 && chunk.glue !== "join" ? widthOf(" ", face, size) : 0;
    const hyphen = chunk.hyphen ? widthOf("-", face, size) : 0;
    if (
      current.length > 0 &&
      (chunk.glue === "newline" || used + space + chunk.width + hyphen > width + tolerance)
    ) {
      lines.push(current);
      current = [];
      used = chunk.width;
    } else {
      used += space + chunk.width;
    }
    current.push(chunk);
  }
  if (current.length > 0) lines.push(current);
  return lines;
}

/** As `wrap`, in as many lines, each about as long as the others: titles and labels. */
export function wrapBalanced(spans: readonly Span[], size: number, width: number): Line[] {
  const chunks = measured(chunksOf(spans), size);
  let best = fill(chunks, size, width);
  const floor = Math.max(width / 4, widest(chunks, size));
  for (let narrower = width - 2; narrower >= floor; narrower -= 2) {
    const next = fill(chunks, size, narrower);
    if (next.length > best.length) break;
    best = next;
  }
  return linesOf(best, size);
}

/** Width of the widest piece that would have to be broken with a hyphen in a narrower column. */
export function widestWord(spans: readonly Span[], size: number): number {
  return widest(measured(chunksOf(spans), size), size);
}

function widest(chunks: readonly Chunk[], size: number): number {
  return Math.max(0, ...chunks.map((chunk) => lineOf([chunk], size).width));
}

/** What stays on one line: a word, or words tied to each other. */
interface Chunk {
  readonly parts: readonly Span[];
  /** What is between this chunk and the one before it on the same line. */
  readonly glue: "space" | "join" | "newline";
  /** Shows a hyphen when the line ends after it. */
  readonly hyphen: boolean;
}

/** Measured once, and then set into lines of many widths. */
interface Measured extends Chunk {
  readonly width: number;
}

function measured(chunks: readonly Chunk[], size: number): Measured[] {
  return chunks.map((chunk) => ({
    ...chunk,
    width: chunk.parts.reduce((sum, part) => sum + widthOf(part.text, part.face, size), 0),
  }));
}

function chunksOf(spans: readonly Span[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { text, face } of spans) {
    for (const [index, paragraph] of text.split("\n").entries()) {
      let before: string | undefined;
      for (const word of paragraph.split(" ").filter((w) => w !== "")) {
        const [first, ...others] = syllablesOf(word);
        const last = chunks.at(-1);
        if (before !== undefined && last !== undefined && isTied(before, word)) {
          const tied = { text: ` ${first!.text}`, face };
          chunks[chunks.length - 1] = { ...last, parts: [...last.parts, tied], hyphen: first!.hyphen };
        } else {
          const glue = before === undefined && index > 0 ? "newline" : "space";
          chunks.push({ parts: [{ text: first!.text, face }], glue, hyphen: first!.hyphen });
        }
        for (const { text: part, hyphen } of others) {
          chunks.push({ parts: [{ text: part, face }], glue: "join", hyphen });
        }
        before = word;
      }
    }
  }
  return chunks;
}

/** A word may be broken after its own hyphen, slash or dash, and at a soft hyphen, which then shows. */
function syllablesOf(word: string): { readonly text: string; readonly hyphen: boolean }[] {
  if (!/[-/—–\u00ad]/.test(word)) return [{ text: word, hyphen: false }];
  return word.split(/(?<=\p{L}{3}[-/]|[—–])(?=\p{L}{3})/u).flatMap((part) => {
    const soft = part.split("\u00ad");
    return soft.map((text, index) => ({ text, hyphen: index < soft.length - 1 }));
  });
}

/**
 * A space that must not end a line: French punctuation and guillemets, the groups and the sign of an amount
 * ("15 000 $"), the dash of a range, and the number of what is named before it ("line 5", "Step 4(c)").
 */
function isTied(before: string, after: string): boolean {
  return (
    /^([:;?!»]|[%$][).,;:]*$|[-–—+]$)/.test(after) ||
    before.endsWith("«") ||
    (/\d$/.test(before) && /^\d{3}(\D|$)/.test(after)) ||
    (/\p{L}$/u.test(before) && /^\(?[0-9]{1,2}[a-z]?(\([a-z]\))?[).,;:]*$/.test(after))
  );
}

/** A chunk wider than the column is untied, and if one word is still too wide, hyphenated where it must be. */
function fitting(chunk: Measured, size: number, width: number): Measured[] {
  if (chunk.width <= width + tolerance) return [chunk];
  const [first, second, ...others] = chunk.parts;
  const fit = (parts: readonly Chunk[]): Measured[] =>
    measured(parts, size).flatMap((part) => fitting(part, size, width));
  if (second !== undefined) {
    const untied = { ...second, text: second.text.trimStart() };
    return fit([
      { parts: [first!], glue: chunk.glue, hyphen: false },
      { parts: [untied, ...others], glue: "space", hyphen: chunk.hyphen },
    ]);
  }
  const { text, face } = first!;
  let cut = text.length - 1;
  while (cut > 1 && widthOf(`${text.slice(0, cut)}-`, face, size) > width) cut -= 1;
  if (cut < 1) return [chunk];
  const head: Chunk = { parts: [{ text: text.slice(0, cut), face }], glue: chunk.glue, hyphen: true };
  const tail: Chunk = { parts: [{ text: text.slice(cut), face }], glue: "join", hyphen: chunk.hyphen };
  return [...measured([head], size), ...fit([tail])];
}

function linesOf(lines: readonly (readonly Chunk[])[], size: number): Line[] {
  return lines.map((chunks) => lineOf(chunks, size));
}

function lineOf(chunks: readonly Chunk[], size: number): Line {
  const runs: Run[] = [];
  let x = 0;
  for (const [index, chunk] of chunks.entries()) {
    for (const [position, part] of chunk.parts.entries()) {
      const space = index > 0 && position === 0 && chunk.glue !== "join" ? " " : "";
      const hyphen =
        chunk.hyphen && index === chunks.length - 1 && position === chunk.parts.length - 1 ? "-" : "";
      const text = `${space}${part.text}${hyphen}`;
      const last = runs.at(-1);
      if (last?.face === part.face) runs[runs.length - 1] = { ...last, text: last.text + text };
      else runs.push({ text, face: part.face, x });
      x += widthOf(text, part.face, size);
    }
  }
  return { runs, width: x };
}
