import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bound, boundContent, boundName } from "@withholding-forms/testing/catalog/bound";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOfficial, verifyOfficial } from "./make.js";
import { withOfficial } from "./overlay.js";
import { listOfficial, type OfficialFiles, readOfficial, requireCurrent, writeOfficial } from "./store.js";

const added = new Date("2026-11-16T18:30:00Z");
let bound: Bound;
let files: OfficialFiles;
let folder = "";
beforeAll(async () => {
  bound = await boundContent();
  files = await makeOfficial(bound.form, bound.agency);
});
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "official-")), "official");
});

const write = (): void => writeOfficial(folder, boundName, bound.form.official, files, added);
const place = (): string => join(folder, boundName.formId, boundName.version);

test("what was written is read back, and no other file is left", () => {
  expect(listOfficial(folder)).toEqual([]);
  write();
  expect(listOfficial(folder)).toEqual([boundName]);
  expect(readdirSync(folder)).toEqual(["TS101"]);
  expect(readdirSync(place()).sort()).toEqual([
    "agency.pdf",
    "blank.pdf",
    "record.json",
    "template.bin",
    "words.json",
  ]);
  const { record, words, agency } = readOfficial(folder, boundName);
  expect(record).toMatchObject({
    formId: "TS101",
    formVersion: "2026.1.0",
    revision: "1/2026",
    added: added.toISOString(),
  });
  expect(words).toEqual(files.words);
  expect(Buffer.compare(agency, bound.agency)).toBe(0);
});

test("reports a file where the folder should be in one line", () => {
  writeFileSync(folder, "");
  expect(() => listOfficial(folder)).toThrow(`The agency files folder ${folder} cannot be read (ENOTDIR).`);
});

test("a second write replaces the first", () => {
  write();
  writeFileSync(join(place(), "left-over"), "x");
  write();
  expect(existsSync(join(place(), "left-over"))).toBe(false);
  expect(readdirSync(folder)).toEqual(["TS101"]);
});

test("a failed write leaves nothing behind and keeps the earlier files", () => {
  write();
  const broken = {
    ...files,
    get template(): Uint8Array {
      throw new Error("no space left");
    },
  };
  expect(() => writeOfficial(folder, boundName, bound.form.official, broken, added)).toThrow("no space left");
  // A name that cannot be a folder fails only after the files are written aside.
  writeFileSync(join(folder, "XX101"), "in the way");
  expect(() =>
    writeOfficial(folder, { formId: "XX101", version: "1.0.0" }, bound.form.official, files, added),
  ).toThrow();
  expect(readdirSync(folder).sort()).toEqual(["TS101", "XX101"]);
  expect(readOfficial(folder, boundName).words).toEqual(files.words);
});

describe("damage is found", () => {
  test.each(["agency.pdf", "blank.pdf", "template.bin", "words.json"])("in %s", (name) => {
    write();
    const bytes = readFileSync(join(place(), name));
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(join(place(), name), bytes);
    expect(() => readOfficial(folder, boundName)).toThrow(
      `is damaged (${name} was changed). Run: withholding-forms`,
    );
    rmSync(join(place(), name));
    expect(() => readOfficial(folder, boundName)).toThrow(`is damaged (${name} cannot be read)`);
  });

  test.each([
    ["no record", undefined, "record.json cannot be read"],
    ["half a record", '{"format": 1, "fil', "record.json cannot be read"],
    ["another kind of record", '{"format": 2}', "record.json is of another kind"],
  ])("with %s", (_, text, reason) => {
    write();
    if (text === undefined) rmSync(join(place(), "record.json"));
    else writeFileSync(join(place(), "record.json"), text);
    expect(() => readOfficial(folder, boundName)).toThrow(reason);
  });
});

test("files created for another binding are found", async () => {
  write();
  requireCurrent(bound.form.official, readOfficial(folder, boundName));
  const { form } = await boundContent({ "whole(allowance)": "dollars(allowance)" });
  expect(() => requireCurrent(form.official, readOfficial(folder, boundName))).toThrow(
    "The agency file of TS101 2026.1.0 must be added again: the content binds it differently now. Run: withholding-forms official add TS101",
  );
});

test.each([
  [
    "with other fonts",
    (template: string) => template.replace(/"fonts":"[0-9a-f]{16}"/, '"fonts":"0000000000000000"'),
  ],
  ["in an earlier format", (template: string) => template.replace(/^WFT3/, "WFT2")],
])("a file stored by another version of this software is found, %s", (_, change) => {
  const template = Buffer.from(change(Buffer.from(files.template).toString("latin1")), "latin1");
  expect(template.equals(files.template)).toBe(false);
  writeOfficial(folder, boundName, bound.form.official, { ...files, template }, added);
  const message =
    "The agency file of TS101 2026.1.0 must be added again: it was stored by another version of this software. " +
    "Run: withholding-forms official add TS101 2026.1.0 <file>, or remove that folder.";
  expect(() => requireCurrent(bound.form.official, readOfficial(folder, boundName))).toThrow(message);
  // So that the service does not start with it.
  expect(() => withOfficial(bound.artifact, folder)).toThrow(message);
});

test("a file that would be created differently now is found when it is verified", async () => {
  const blank = Buffer.concat([files.blank, Buffer.from("\n")]);
  writeOfficial(folder, boundName, bound.form.official, { ...files, blank }, added);
  await expect(verifyOfficial(bound.form, readOfficial(folder, boundName))).rejects.toThrow(
    "The agency file of TS101 2026.1.0 must be added again: blank.pdf comes out differently now. " +
      "Run: withholding-forms official add TS101 2026.1.0 <file>, or remove that folder.",
  );
});
