import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { type Picture, readPicture } from "@withholding-forms/testing/catalog/pictures";
import { describe, expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { type DrawChoices, drawForm } from "./draw-form.js";

// The words of a page are translated only for an edition in that language; what is missing is drawn in English.
const compiled = compileContent(baseRoot, ({ rule, message }) => {
  if (rule !== "translation-missing") expect.unreachable(message);
});
if (compiled === undefined) throw new Error("the content of the tests cannot be read");
const content = compiled;

async function firstPage(id: string, choices?: DrawChoices): Promise<Picture> {
  return readPicture((await drawForm(content, id, choices)).pages[0]!);
}

function ink({ ink: pixels }: Picture): number {
  return pixels.filter((pixel) => pixel > 128).length;
}

describe("drawForm", () => {
  it("draws the blank of the newest version, two pixels per point", async () => {
    const { name, pages } = await drawForm(content, "TS101");
    expect([name, pages.length]).toEqual(["TS101-2026.1.0", 1]);
    const { width, height } = readPicture(pages[0]!);
    expect([width, height]).toEqual([1224, 1584]);
  });

  it("draws what a case prints, found by a part of its name", async () => {
    const { name } = await drawForm(content, "TS101", { version: "2025.1.0", case: "fam" });
    expect(name).toBe("TS101-2025.1.0-a-family");
    const blank = await firstPage("TS101", { version: "2025.1.0" });
    const filled = await firstPage("TS101", { version: "2025.1.0", case: "a family" });
    expect(ink(filled) - ink(blank)).toBeGreaterThan(500);
  });

  it("draws the page in another language, and another mode", async () => {
    const english = await firstPage("TS101");
    const { name, pages } = await drawForm(content, "TS101", { language: "es" });
    expect(name).toBe("TS101-2026.1.0-es");
    expect(readPicture(pages[0]!).ink).not.toEqual(english.ink);
    const chosen = { case: "a family" } as const;
    const [signed, preview] = [
      await firstPage("TS101", chosen),
      await firstPage("TS101", { ...chosen, mode: "PREVIEW" }),
    ];
    expect(preview.ink).not.toEqual(signed.ink);
  });

  it.each([
    ["TS109", {}, "there is no form TS109: use one of TS101, TS102"],
    ["TS101", { version: "2024.1.0" }, "TS101 has no version 2024.1.0: use one of 2026.1.0, 2025.1.0"],
    ["TS101", { case: "nobody" }, 'TS101 has no single case "nobody": use one of "a family"'],
    [
      "TS101",
      { version: "2025.1.0", case: "too many" },
      'the case "too many students" is REFUSED: draw one that is completed',
    ],
  ])("says what to do when it cannot draw %s %j", async (id, choices, message) => {
    await expect(drawForm(content, id, choices)).rejects.toThrow(message);
  });
});

// The command as `npm run draw` runs it: the build, in a separate process.
it("npm run draw writes one image per page, prints their names, and one line when it cannot", () => {
  const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  const out = mkdtempSync(join(tmpdir(), "draw-form-"));
  const draw = (...args: string[]) =>
    spawnSync(process.execPath, [cli, "draw", ...args, "--out", out], { encoding: "utf8" });
  try {
    const { status, stdout } = draw("AL101", "--language", "es");
    const printed = stdout.trim().split("\n");
    expect(status).toBe(0);
    expect(printed.map((file) => basename(file)).sort()).toEqual(readdirSync(out).sort());
    expect(printed[0]).toMatch(/AL101-[0-9.]+-es-page1\.png$/);
    const unknown = draw("AL101", "--case", "nobody");
    expect([unknown.status, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/^AL101 has no single case "nobody": use one of ".*\n$/),
    ]);
  } finally {
    rmSync(out, { recursive: true });
  }
});
