import { type Face, widthOf } from "./fonts.js";

/** Words of one face. Spans that follow each other are set with a space between them. */
export interface Span {
  readonly text: string;
  readonly face: Face;
}

/** Words of one face that stand together on a line, `x` from the line's left end. */
export interface Run extends Span {
  readonly x: number;
}

export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

/** Sets spans into lines no wider than `width`. A line feed in the text ends a line. */
export function wrap(spans: readonly Span[], size: number, width: number): Line[] {
  const lines: Line[] = [];
  let current: Chunk[] = [];
  for (const chunk of chunksOf(spans).flatMap((c) => fitting(c, size, width))) {
    if (current.length > 0 && (chunk.glue === "newline" || lineOf([...current, chunk], size).width > width)) {
      lines.push(lineOf(current, size));
      current = [];
    }
    current.push(chunk);
  }
  if (current.length > 0) lines.push(lineOf(current, size));
  return lines;
}

/** As `wrap`, in as many lines, each about as long as the others: titles and labels. */
export function wrapBalanced(spans: readonly Span[], size: number, width: number): Line[] {
  let best = wrap(spans, size, width);
  const floor = Math.max(width / 4, widestWord(spans, size));
  for (let narrower = width - 2; narrower >= floor; narrower -= 2) {
    const next = wrap(spans, size, narrower);
    if (next.length > best.length) break;
    best = next;
  }
  return best;
}

/** Width of the widest piece that would have to be broken with a hyphen in a narrower column. */
export function widestWord(spans: readonly Span[], size: number): number {
  return Math.max(0, ...chunksOf(spans).map((chunk) => lineOf([chunk], size).width));
}

/** What stays on one line: a word, or words tied to each other. */
interface Chunk {
  readonly parts: readonly Span[];
  /** What stands between this chunk and the one before it on the same line. */
  readonly glue: "space" | "join" | "newline";
  /** Shows a hyphen when the line ends after it. */
  readonly hyphen: boolean;
}

function chunksOf(spans: readonly Span[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { text, face } of spans) {
    for (const [index, paragraph] of text.split("\n").entries()) {
      let glue: Chunk["glue"] = index > 0 ? "newline" : "space";
      let before = "";
      for (const word of paragraph.split(" ").filter((w) => w !== "")) {
        const tied = glue === "space" && chunks.length > 0 && before !== "" && isTied(before, word);
        before = word;
        for (const [position, syllables] of word.split(/(?<=\p{L}{3}[-/]|[—–])(?=\p{L}{3})/u).entries()) {
          for (const [part, syllable] of syllables.split("\u00ad").entries()) {
            const hyphen = part < syllables.split("\u00ad").length - 1;
            if (tied && position === 0 && part === 0) {
              const last = chunks.pop()!;
              chunks.push({ ...last, parts: [...last.parts, { text: ` ${syllable}`, face }], hyphen });
            } else {
              chunks.push({
                parts: [{ text: syllable, face }],
                glue: position + part > 0 ? "join" : glue,
                hyphen,
              });
            }
          }
        }
        glue = "space";
      }
    }
  }
  return chunks;
}

/**
 * A space that must not end a line: French punctuation and guillemets, the groups and the sign of an amount
 * ("15 000 $"), and the number or letter of what is named before it ("line 5", "Step 4(c)", "$500 ×").
 */
function isTied(before: string, after: string): boolean {
  return (
    /^[:;?!»%$]/.test(after) ||
    before.endsWith("«") ||
    (/\d$/.test(before) && /^\d{3}(\D|$)/.test(after)) ||
    (/\p{L}$/u.test(before) && /^\(?[0-9]{1,2}[a-z]?(\([a-z]\))?[).,;:]*$/.test(after))
  );
}

/** A chunk wider than the column is untied, and if one word is still too wide, hyphenated where it must be. */
function fitting(chunk: Chunk, size: number, width: number): Chunk[] {
  if (lineOf([chunk], size).width <= width) return [chunk];
  if (chunk.parts.length > 1) {
    return chunk.parts.flatMap((part, index) =>
      fitting(
        {
          parts: [{ ...part, text: part.text.trimStart() }],
          glue: index === 0 ? chunk.glue : part.text.startsWith(" ") ? "space" : "join",
          hyphen: index === chunk.parts.length - 1 && chunk.hyphen,
        },
        size,
        width,
      ),
    );
  }
  const { text, face } = chunk.parts[0]!;
  let cut = text.length - 1;
  while (cut > 1 && widthOf(`${text.slice(0, cut)}-`, face, size) > width) cut -= 1;
  if (cut < 1) return [chunk];
  const tail = { parts: [{ text: text.slice(cut), face }], glue: "join", hyphen: chunk.hyphen } as const;
  return [
    { parts: [{ text: text.slice(0, cut), face }], glue: chunk.glue, hyphen: true },
    ...fitting(tail, size, width),
  ];
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
