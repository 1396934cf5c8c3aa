import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { zipOf } from "./zip.js";

const folder = mkdtempSync(join(tmpdir(), "withholding-forms-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("another program unpacks the files with their names and bytes, and finds no error", () => {
  const large = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 251);
  const files = [
    { name: "W-4 2026 - Zoë O’Brien.pdf", bytes: new TextEncoder().encode("first") },
    { name: "AL A4 2014.pdf", bytes: large },
    { name: "AL A4 2014.pdf", bytes: new Uint8Array() },
  ];
  const archive = join(folder, "forms.zip");
  writeFileSync(archive, zipOf(files));
  const python = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    archive.extractall(sys.argv[2])`;
  const out = join(folder, "out");
  execFileSync("python3", ["-c", python, archive, out]);
  expect(readdirSync(out).sort()).toEqual([
    "AL A4 2014 (2).pdf",
    "AL A4 2014.pdf",
    "W-4 2026 - Zoë O’Brien.pdf",
  ]);
  expect(readFileSync(join(out, "W-4 2026 - Zoë O’Brien.pdf"), "utf8")).toBe("first");
  expect(readFileSync(join(out, "AL A4 2014.pdf")).equals(large)).toBe(true);
  expect(readFileSync(join(out, "AL A4 2014 (2).pdf"))).toHaveLength(0);
});
