import { open } from "node:fs/promises";

/** Where a line is in the file; the line feed at its end does not belong to it. */
export interface Line {
  /** From 1, blank lines counted, as an editor shows it. */
  readonly number: number;
  readonly start: number;
  readonly length: number;
}

/** The lines of one of several processes: those whose number leaves this remainder. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Max lines per chunk of a worker. */
export interface Chunk {
  readonly lines: readonly Line[];
}

const blockSize = 1 << 20;

/** All lines that are not blank, read in blocks. Lines are not kept in memory. */
export async function* scanLines(
  path: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<readonly Line[]> {
  const file = await open(path, "r");
  try {
    const block = Buffer.allocUnsafe(blockSize);
    let number = 1;
    let start = 0;
    let blank = true;
    for (let offset = 0; ; ) {
      const { bytesRead } = await file.read(block, 0, blockSize, offset);
      const found: Line[] = [];
      let from = 0;
      while (from < bytesRead) {
        const feed = block.subarray(0, bytesRead).indexOf(lineFeed, from);
        const to = feed < 0 ? bytesRead : feed;
        blank &&= isBlank(block, from, to);
        if (feed < 0) break;
        if (!blank) found.push({ number, start, length: offset + feed - start });
        number++;
        start = offset + feed + 1;
        blank = true;
        from = feed + 1;
      }
      onBytes(block.subarray(0, bytesRead));
      offset += bytesRead;
      if (bytesRead === 0 && !blank) found.push({ number, start, length: offset - start });
      if (found.length > 0) yield found;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

const maxLines = 32;

/** Groups lines so that a worker has some milliseconds to do and reads not much more than a block. */
export async function* chunksOf(
  blocks: AsyncIterable<readonly Line[]>,
  wanted: (line: Line) => boolean,
): AsyncGenerator<Chunk> {
  let lines: Line[] = [];
  for await (const block of blocks) {
    for (const line of block) {
      if (!wanted(line)) continue;
      const first = lines[0];
      if (first !== undefined && line.start + line.length - first.start > blockSize) {
        yield { lines };
        lines = [];
      }
      lines.push(line);
      if (lines.length === maxLines) {
        yield { lines };
        lines = [];
      }
    }
  }
  if (lines.length > 0) yield { lines };
}

const lineFeed = 0x0a;

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
