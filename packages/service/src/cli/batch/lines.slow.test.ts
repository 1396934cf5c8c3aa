import { newFile } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";
import { type Chunk, chunksOf, type Line, scanLines } from "./lines.js";

async function scan(text: string): Promise<Line[]> {
  const found: Line[] = [];
  for await (const lines of scanLines(newFile("lines", text))) found.push(...lines);
  return found;
}

async function chunks(lines: readonly Line[], wanted = (_: Line) => true): Promise<Chunk[]> {
  const found: Chunk[] = [];
  async function* blocks() {
    yield lines;
  }
  for await (const chunk of chunksOf(blocks(), wanted)) found.push(chunk);
  return found;
}

test("lines are counted as an editor counts them, and blank ones are left out", async () => {
  expect(await scan("ab\n\n \t\r\nc\r\nde")).toEqual([
    { number: 1, start: 0, length: 2 },
    { number: 4, start: 8, length: 2 },
    { number: 5, start: 11, length: 2 },
  ]);
});

test("an empty file has no lines, and one that ends with a line feed no line after it", async () => {
  expect(await scan("")).toEqual([]);
  expect(await scan("a\n")).toEqual([{ number: 1, start: 0, length: 1 }]);
});

test("a line that is longer than one read stays one line", async () => {
  const long = 3 * 1024 * 1024 + 7;
  expect(await scan(`${"x".repeat(long)}\n${" ".repeat(2 * 1024 * 1024)}\nend`)).toEqual([
    { number: 1, start: 0, length: long },
    { number: 3, start: long + 1 + 2 * 1024 * 1024 + 1, length: 3 },
  ]);
});

test("a chunk has up to 32 lines, and no line is lost or read twice", async () => {
  const lines = Array.from({ length: 70 }, (_, index) => ({
    number: index + 1,
    start: index * 10,
    length: 9,
  }));
  const found = await chunks(lines);
  expect(found.map((chunk) => chunk.lines.length)).toEqual([32, 32, 6]);
  expect(found.flatMap((chunk) => chunk.lines)).toEqual(lines);
});

test("lines far from each other are not read together", async () => {
  const lines = [
    { number: 1, start: 0, length: 10 },
    { number: 2, start: 11, length: 3_000_000 },
    { number: 3, start: 3_000_012, length: 10 },
  ];
  expect((await chunks(lines)).map((chunk) => chunk.lines.map(({ number }) => number))).toEqual([
    [1],
    [2],
    [3],
  ]);
});

test("lines that are not wanted are in no chunk", async () => {
  const lines = [1, 2, 3].map((number) => ({ number, start: number * 10, length: 9 }));
  expect((await chunks(lines, ({ number }) => number !== 2)).flatMap((chunk) => chunk.lines)).toEqual([
    { number: 1, start: 10, length: 9 },
    { number: 3, start: 30, length: 9 },
  ]);
});
