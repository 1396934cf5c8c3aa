import { faults, popplerText, unpackedFile } from "@withholding-forms/testing/pdf/checks";
import {
  officialFile,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { openFields, placedTexts, spokenText, strokedPaths } from "@withholding-forms/testing/pdf/pdfjs";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { type CompileOptions, compileTemplate } from "./compile/compile.js";
import { type FillMode, fill } from "./fill/fill.js";
import type { Template } from "./template.js";

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
  expect(officialNames()).toHaveLength(22);
});

/** A place to sign, which no agency's file has a field for. */
const sign: CompileOptions = {
  add: [
    { name: "signatureLine", page: 0, rect: { x: 100, y: 84, width: 340, height: 20 }, role: "signature" },
    { name: "date", page: 0, rect: { x: 462, y: 86, width: 110, height: 14 }, role: "date" },
  ],
};

describe.each(officialNames())("%s", (name) => {
  const compiled = once(() => compileTemplate(officialFile(name), sign));

  test.each(["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const)(
    "is completed correctly in mode %s",
    async (mode) => {
      const pdf = filled(await compiled(), shortValues(await compiled()), mode);
      expect(faults(pdf)).toBe("");
      const names = (await openFields(pdf)).map((field) => field.name);
      expect(names).toEqual(mode === "SIGN_EXTERNALLY" ? ["signatureLine", "date"] : []);
    },
  );

  test("keeps no script, no button, no XFA, no usage rights", async () => {
    const file = unpackedFile(filled(await compiled(), {}, "SIGN"));
    for (const key of [
      "/JavaScript",
      "/XFA",
      "/UR3",
      "/AA",
      "/OpenAction",
      "/SubmitForm",
      "/ResetForm",
      "/Widget",
    ]) {
      expect(file).not.toContain(`${key} `);
      expect(file).not.toContain(`${key}\n`);
    }
  });

  test("has no image that the wizard's viewer cannot decode", () => {
    const list = tool("pdfimages", ["-list", inputFile], officialFile(name)).stdout.toString("latin1");
    // The ninth column is the encoding. JPEG 2000 and JBIG2 need WebAssembly, which the policy of a page may forbid.
    const encodings = list
      .split("\n")
      .slice(2)
      .flatMap((line) => line.trim().split(/\s+/)[8] ?? []);
    expect(encodings.filter((one) => one === "jpx" || one === "jbig2")).toEqual([]);
  });

  test("prints every value within its own box", async () => {
    const template = await compiled();
    const all = numberedValues(template);
    // Neighbors are filled in turn, because readers join words that are close together.
    for (const turn of [0, 1]) {
      const values = Object.fromEntries(Object.entries(all).filter((_, index) => index % 2 === turn));
      const texts = await placedTexts(filled(template, values, "SIGN"));
      for (const slot of template.slots) {
        if (values[slot.name] === undefined) continue;
        const { x, y, width, height } = slot.rect;
        const here = texts.filter(
          (placed) =>
            placed.page === slot.page &&
            placed.text.trim() === values[slot.name] &&
            placed.x >= x - 0.01 &&
            placed.x + placed.width <= x + width + 0.01 &&
            placed.y >= y - 0.01 &&
            placed.y + placed.size * 0.7 <= y + height + 0.01,
        );
        expect([slot.name, here.length]).toEqual([slot.name, 1]);
      }
    }
  });

  test("prints a mark for every checked box", async () => {
    const template = await compiled();
    const boxes = template.slots.filter(({ kind }) => kind === "check");
    for (const page of new Set(boxes.map((slot) => slot.page))) {
      const here = boxes.filter((slot) => slot.page === page);
      const ticked = filled(template, Object.fromEntries(here.map((slot) => [slot.name, true])), "SIGN");
      const empty = await strokedPaths(filled(template, {}, "SIGN"), page);
      expect(await strokedPaths(ticked, page)).toBe(empty + here.length);
    }
  });

  test("looks like its blank while nothing is filled in", async () => {
    const before = imagesOf(officialFile(name));
    const after = imagesOf(filled(await compiled(), {}, "PREVIEW"));
    expect(after).toHaveLength(before.length);
    before.forEach((image, index) => {
      const share = differentPixels(image, after[index]!) / (image.width * image.height);
      // The buttons that are gone, where a form has some, take less than this.
      expect([index, share < 0.02]).toEqual([index, true]);
    });
  });
});

describe.runIf(officialPresent)("the W-4 of 2026", () => {
  const compiled = once(() => compileTemplate(officialFile("us/federal/fw4-2026.pdf"), sign));
  const page1 = "topmostSubform[0].Page1[0]";

  test("has the fields of the agency's list, at its places", async () => {
    const { slots } = await compiled();
    expect(slots.filter(({ role }) => role === undefined)).toHaveLength(48);
    const place = (name: string) => {
      const { rect, kind } = slots.find((slot) => slot.name === `${page1}.${name}`)!;
      return [kind, ...[rect.x, rect.y, rect.width, rect.height].map(Math.round)];
    };
    expect(place("Step1a[0].f1_01[0]")).toEqual(["text", 95, 684, 178, 14]);
    expect(place("c1_1[2]")).toEqual(["check", 115, 602, 8, 8]);
    expect(place("f1_12[0]")).toEqual(["multiline", 95, 36, 293, 30]);
  });

  test("stays tagged, and is read out with the values in place", async () => {
    const values = {
      [`${page1}.Step1a[0].f1_01[0]`]: "Zoë Q",
      [`${page1}.Step1a[0].f1_02[0]`]: "Łukasiewicz",
      [`${page1}.f1_11[0]`]: "125",
    };
    const pdf = filled(await compiled(), values, "SIGN");
    const spoken = await spokenText(pdf, 0);
    expect(tool("pdfinfo", ["-"], pdf).stdout.toString()).toMatch(/Tagged:\s+yes/);
    const order = ["First name and middle initial", "Zoë Q", "Łukasiewicz", "125"].map((words) =>
      spoken.indexOf(words),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("has the agency's words unchanged", async () => {
    const words = (pdf: Uint8Array) => popplerText(pdf).replace(/\s+/g, " ").trim();
    expect(words(filled(await compiled(), {}, "PREVIEW"))).toBe(
      words(officialFile("us/federal/fw4-2026.pdf")),
    );
  });
});

describe.runIf(officialPresent)("traps of agency files", () => {
  test("IT-2104: one check box with three states is three slots", async () => {
    const { slots } = await compileTemplate(officialFile("us/NY/it2104-2025.pdf"));
    const names = slots.map(({ name }) => name).filter((name) => name.startsWith("Status"));
    expect(names).toEqual(["Status#Single/HOH", "Status#Married", "Status#Higher Rate"]);
  });

  test("IL-W-4: the help banner can be dropped and the buttons are gone", async () => {
    const blank = officialFile("us/IL/il-w-4-r0817.pdf");
    const template = await compileTemplate(blank, { drop: ["Help"] });
    expect(template.slots.map(({ name }) => name)).not.toContain("Help");
    const kept = popplerText(filled(await compileTemplate(blank), {}, "SIGN"), 2);
    const dropped = popplerText(filled(template, {}, "SIGN"), 2);
    expect(dropped.length).toBeLessThan(kept.length);
    expect(dropped).not.toMatch(/^(Reset|Print)$/m);
  });

  test("IL-W-4: the parts of the number are in their cells", async () => {
    const template = await compileTemplate(officialFile("us/IL/il-w-4-r0817.pdf"));
    const combs = template.slots
      .filter(({ kind }) => kind === "comb")
      .map(({ name, cells }) => [name, cells]);
    expect(combs).toEqual([
      ["ssn1", 3],
      ["ssn2", 2],
      ["ssn3", 4],
    ]);
    const text = popplerText(filled(template, { ssn1: "123", ssn2: "45", ssn3: "6789" }, "SIGN"), 2);
    expect(text).toContain("123");
    expect(text).toContain("6789");
  });

  test("a CRA file is rejected until it is decrypted", async () => {
    const args = ["--encrypt", "", "owner", "128", "--use-aes=y", "--", inputFile, "-"];
    for (const name of ["ca/ON/5006-tc-fill-25e.pdf", "us/NY/it2104-2025.pdf"]) {
      const encrypted = tool("qpdf", args, officialFile(name)).stdout;
      await expect(compileTemplate(encrypted)).rejects.toThrow("The blank is encrypted");
    }
  });
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function shortValues(template: Template): Record<string, string | boolean> {
  return Object.fromEntries(
    template.slots.map(({ name, kind, cells }) => [
      name,
      kind === "check" ? true : kind === "comb" ? "123456789".slice(0, cells) : "Zł",
    ]),
  );
}

/** A separate value for each field, short enough for the narrowest. */
function numberedValues(template: Template): Record<string, string> {
  const texts = template.slots.filter(({ kind }) => kind === "text" || kind === "multiline");
  const names = [...new Set(texts.map(({ name }) => name))];
  return Object.fromEntries(names.map((name, index) => [name, (index + 360).toString(36).toUpperCase()]));
}

function filled(
  template: Template,
  values: Readonly<Record<string, string | boolean>>,
  mode: FillMode,
): Uint8Array {
  const result = fill(template, { values, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}

function imagesOf(pdf: Uint8Array): PNG[] {
  const bytes = tool("pdftoppm", ["-r", "40", "-png", "-"], pdf).stdout;
  const starts: number[] = [];
  for (let at = bytes.indexOf(pngHead); at >= 0; at = bytes.indexOf(pngHead, at + 1)) starts.push(at);
  return starts.map((start, index) =>
    PNG.sync.read(bytes.subarray(start, starts[index + 1] ?? bytes.length)),
  );
}

const pngHead = Buffer.from("\u0089PNG\r\n", "latin1");

function differentPixels(a: PNG, b: PNG): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const distance =
      Math.abs(a.data[at]! - b.data[at]!) +
      Math.abs(a.data[at + 1]! - b.data[at + 1]!) +
      Math.abs(a.data[at + 2]! - b.data[at + 2]!);
    if (distance > 90) different += 1;
  }
  return different;
}
