import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RegisterColumns } from "../model/register.js";
import { readRegister } from "./read-register.js";

const towns: RegisterColumns = {
  name: "towns",
  key: "code",
  group: "county",
  columns: {
    code: { pattern: "^[0-9]{3}$" },
    county: { pattern: "^[A-Z][a-z]{1,20}$" },
    town: { pattern: "^[^\\n]{1,30}$" },
    rate: { pattern: "^[0-9](?:\\.[0-9]{1,4})?$", number: true },
  },
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "registers-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(content: string | Uint8Array): string {
  const file = join(folder, "towns.csv");
  writeFileSync(file, content);
  return file;
}

const header = "code,county,town,rate\n";

describe("a file that can be used", () => {
  test("has the columns in any order, other columns, and blanks around values", () => {
    const file = fileOf("rate, town ,collector,code,county\n1.5, Ayr ,Jones,001,Adams\n0,Elk,,002,Berks");
    expect(readRegister(towns, file)).toEqual([
      { code: "001", county: "Adams", town: "Ayr", rate: "1.5" },
      { code: "002", county: "Berks", town: "Elk", rate: "0" },
    ]);
  });

  test("may start with a byte order mark, end lines as Windows does, and have quoted values and empty lines", () => {
    const file = fileOf(
      '\ufeffcode,county,town,rate\r\n001,Adams,"Ayr, ""Old""",1\r\n\r\n002,Adams,Elk,2\r\n',
    );
    expect(readRegister(towns, file)).toEqual([
      { code: "001", county: "Adams", town: 'Ayr, "Old"', rate: "1" },
      { code: "002", county: "Adams", town: "Elk", rate: "2" },
    ]);
  });

  test("may list a town in two counties", () => {
    expect(readRegister(towns, fileOf(`${header}001,Adams,Ayr,1\n001,Berks,Ayr,1\n`))).toHaveLength(2);
  });
});

describe("a file that cannot be used is rejected with one line that names row and column", () => {
  test.each([
    ["no column", "code,county,rate\n001,Adams,1\n", "the header has no column town."],
    [
      "a column twice",
      "code,county,town,rate, town\n001,Adams,Ayr,1,Elk\n",
      'row 1: the header has the column "town" twice.',
    ],
    [
      "a column twice that is not used",
      "code,note,county,town,rate,note\n001,,Adams,Ayr,1,\n",
      'row 1: the header has the column "note" twice.',
    ],
    ["no rows", header, "it has no rows."],
    ["an empty file", "", "the header has no column code, county, town, rate."],
    [
      "a value that is not valid",
      `${header}001,Adams,Ayr,1\n12,Adams,Elk,1\n`,
      'row 3, column code: "12" is not valid.',
    ],
    ["a value that is missing", `${header}001,Adams,Ayr\n`, 'row 2, column rate: "" is not valid.'],
    [
      "a row after an empty line",
      `${header}\n001,adams,Ayr,1\n`,
      'row 3, column county: "adams" is not valid.',
    ],
    [
      "a row twice",
      `${header}001,Adams,Ayr,1\n001,Adams,Ayr,1\n`,
      'row 3, column code: "001" is there twice.',
    ],
    [
      "two rates of one town",
      `${header}001,Adams,Ayr,1\n001,Berks,Ayr,2\n`,
      'row 3, column rate: "001" has another value in row 2.',
    ],
    ["a quotation mark that does not end", `${header}001,Adams,"Ayr,1\n`, "row 2 is not valid CSV."],
    ["a quotation mark inside a value", `${header}001,Adams,Ayr "Old",1\n`, "row 2 is not valid CSV."],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x41]), "it is not UTF-8 text."],
    ["a file that is too large", "x".repeat(5_000_001), "it is larger than 5000000 bytes."],
  ])("%s", (_, content, message) => {
    const file = fileOf(content);
    expect(() => readRegister(towns, file)).toThrow(
      `The register towns (${file}) cannot be used: ${message}`,
    );
  });

  test("too many rows", () => {
    const rows = Array.from(
      { length: 20_001 },
      (_, index) => `${String(index % 1000).padStart(3, "0")},${county(index)},T,1`,
    );
    const file = fileOf(header + rows.join("\n"));
    expect(() => readRegister(towns, file)).toThrow("it has more than 20000 rows.");
  });

  test("too many groups", () => {
    const rows = Array.from(
      { length: 1000 },
      (_, index) => `${String(index).padStart(3, "0")},${county(index * 1000)},T,1`,
    );
    const file = fileOf(header + rows.join("\n"));
    expect(() => readRegister(towns, file)).toThrow("column county has more than 999 different values.");
  });

  test.each([
    ["nowhere/towns.csv", "it cannot be read (ENOENT)."],
    [".", "it is not a file."],
  ])("%s", (name, message) => {
    const file = join(folder, name);
    expect(() => readRegister(towns, file)).toThrow(
      `The register towns (${file}) cannot be used: ${message}`,
    );
  });
});

/** Another name for every thousand. */
function county(index: number): string {
  const digits = String(Math.floor(index / 1000)).padStart(4, "0");
  return `C${[...digits].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}`;
}
