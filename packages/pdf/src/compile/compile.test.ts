import { degrees, PDFDocument, PDFName, PDFNumber } from "@cantoo/pdf-lib";
import { places, smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText, unpackedFile } from "@withholding-forms/testing/pdf/checks";
import { openFields, placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { fill } from "../fill/fill.js";
import { slotLimits } from "../fill/limits.js";
import { decodeTemplate, encodeTemplate, type Template } from "../template.js";
import { compileTemplate } from "./compile.js";

let template: Template;
beforeAll(async () => {
  template = await compileTemplate(await smallBlank());
});

describe("slots", () => {
  test("have the place, kind and size of their fields", () => {
    const text = { page: 0, kind: "text", align: "left", fontSize: 10, floor: 5.5 };
    const check = { page: 0, kind: "check", align: "center", fontSize: 0, floor: 0 };
    expect(template.slots.filter(({ name }) => !name.startsWith("choice"))).toEqual([
      { ...text, name: "left", rect: places.left },
      { ...text, name: "right", rect: places.right, align: "right" },
      { ...text, name: "center", rect: places.center, align: "center" },
      { ...text, name: "comb", rect: places.comb, kind: "comb", cells: 9 },
      { ...text, name: "lines", rect: places.lines, kind: "multiline" },
      { ...check, name: "box", rect: places.box },
      { ...check, name: "otherBox", rect: places.otherBox },
      { ...text, name: "signatureLine", rect: places.signatureLine, role: "signature" },
      { ...text, name: "date", rect: places.date, role: "date" },
    ]);
  });

  test("of a choice have a name for each box", () => {
    const boxes = template.slots.filter(({ name }) => name.startsWith("choice"));
    expect(boxes.map(({ name, rect }) => [name.split("#")[0], rect.x])).toEqual([
      ["choice", 300],
      ["choice", 330],
    ]);
    expect(new Set(boxes.map(({ name }) => name)).size).toBe(2);
  });

  test("have no push button among them", () => {
    expect(template.slots.map(({ name }) => name)).not.toContain("reset");
  });

  test("estimate how much text fits", () => {
    const limits = slotLimits(template);
    // 196 points of letters 530 thousandths of 5.5 points wide.
    expect(limits).toMatchObject({ left: 67, comb: 9 });
    // 60 points hold nine lines of 5.5.
    expect(limits.lines).toBe(67 * 9);
    expect(limits).not.toHaveProperty("box");
  });

  test("whose size the blank leaves open get one that fits their height", async () => {
    const open = await compileTemplate(
      await smallBlank((document) => {
        document.getForm().getTextField("left").acroField.setDefaultAppearance("/Helv 0 Tf 0 g");
      }),
    );
    // (16 - 2) / 1.15 = 12.2, and never over 11.
    expect(open.slots[0]?.fontSize).toBe(11);
  });
});

describe("options", () => {
  test("add a place to sign where the blank has no field", async () => {
    const rect = { x: 60, y: 300, width: 200, height: 20 };
    const added = await compileTemplate(await smallBlank(), {
      add: [{ name: "secondSignature", page: 0, rect, role: "signature", tooltip: "Spouse's signature" }],
    });
    const signed = filled(added, { secondSignature: "Signed Here" }, "SIGN");
    expect(popplerText(signed)).toContain("Signed Here");
    const names = (await openFields(filled(added, {}, "SIGN_EXTERNALLY"))).map(({ name }) => name);
    expect(names).toEqual(["signatureLine", "date", "secondSignature"]);
  });

  test("reject an added place on a page that is not there", async () => {
    const add = [{ name: "x", page: 1, rect: { x: 0, y: 0, width: 10, height: 10 } }];
    await expect(compileTemplate(await smallBlank(), { add })).rejects.toThrow("page 2 of 1");
  });

  test("give fields other names", async () => {
    const renamed = await compileTemplate(await smallBlank(), { rename: { left: "firstName" } });
    expect(popplerText(filled(renamed, { firstName: "Ada" }, "SIGN"))).toContain("Ada");
    expect(() => filled(renamed, { left: "Ada" }, "SIGN")).toThrow();
  });

  test("drop a banner that a read-only field shows, which stays otherwise", async () => {
    const blank = await smallBlank((document) => {
      const banner = document.getForm().createTextField("help");
      banner.setText("Press print when done");
      banner.addToPage(document.getPage(0), { x: 50, y: 20, width: 200, height: 20 });
      banner.enableReadOnly();
    });
    const shown = await compileTemplate(blank);
    expect(popplerText(filled(shown, {}, "SIGN"))).toContain("Press print when done");
    expect(shown.slots.map(({ name }) => name)).not.toContain("help");
    const dropped = await compileTemplate(blank, { drop: ["help"] });
    expect(unpackedFile(filled(dropped, {}, "SIGN"))).not.toContain("Press print");
  });
});

describe("rejects", () => {
  test("an encrypted blank", async () => {
    const args = ["--encrypt", "", "owner", "256", "--", inputFile, "-"];
    const encrypted = tool("qpdf", args, await smallBlank()).stdout;
    await expect(compileTemplate(encrypted)).rejects.toThrow(/encrypted/);
  });

  test("a rotated page with fields", async () => {
    const turned = await smallBlank((document) => document.getPage(0).setRotation(degrees(90)));
    await expect(compileTemplate(turned)).rejects.toThrow("rotated");
  });

  test("a file it has completed itself", async () => {
    const open = filled(template, {}, "SIGN_EXTERNALLY");
    await expect(compileTemplate(open)).rejects.toThrow("completed file");
  });

  test("anything but a PDF", async () => {
    await expect(compileTemplate(Buffer.from("<html>Not found</html>"))).rejects.toThrow();
  });
});

describe("the ready bytes", () => {
  test("are the same every time, and a multiple of three long", async () => {
    const again = await compileTemplate(await smallBlank());
    expect(Buffer.compare(template.ready, again.ready)).toBe(0);
    expect(template.ready.length % 3).toBe(0);
  });

  test("have no object that nothing refers to", () => {
    const pdf = filled(template, {}, "SIGN");
    const json = JSON.parse(tool("qpdf", ["--json=2", inputFile], pdf).stdout.toString()) as {
      qpdf: [unknown, Record<string, unknown>];
    };
    const [, objects] = json.qpdf;
    const text = JSON.stringify(Object.entries(objects).map(([, object]) => object));
    // Packed and unpacked forms of the same file: containers of packed objects are referred to by the table only.
    const lonely = Object.keys(objects)
      .filter((key) => key.startsWith("obj:"))
      .filter((key) => !text.includes(`"${key.slice(4)}"`))
      .filter((key) => !/ObjStm|XRef/.test(JSON.stringify(objects[key])));
    expect(lonely).toEqual([]);
  });

  test("keep the title and drop dates of change", async () => {
    const blank = await smallBlank((document) => {
      document.setModificationDate(new Date("2020-01-01T00:00:00Z"));
      document.setCreationDate(new Date("2019-01-01T00:00:00Z"));
    });
    const info = tool("pdfinfo", ["-"], filled(await compileTemplate(blank), {}, "SIGN")).stdout.toString();
    expect(info).toMatch(/Title:\s+Small form/);
    expect(info).toMatch(/CreationDate:.*2019/);
    expect(info).not.toContain("ModDate");
  });

  test("tolerate a page whose content leaves its graphics state open", async () => {
    const blank = await smallBlank((document) => {
      const open = document.context.stream("q 0.5 0 0 0.5 300 300 cm 1 0 0 rg % Q Q\nq");
      document.getPage(0).node.addContentStream(document.context.register(open));
    });
    const pdf = filled(await compileTemplate(blank), { left: "Ada" }, "SIGN");
    expect(faults(pdf)).toBe("");
    const texts = await placedTexts(pdf);
    expect(texts.find(({ text }) => text === "Ada")).toMatchObject({ x: 52, size: 10 });
  });
});

describe("encoded", () => {
  test("a template fills as before, without its bytes being copied", () => {
    const bytes = encodeTemplate(template);
    const decoded = decodeTemplate(bytes);
    expect(decoded.ready.buffer).toBe(bytes.buffer);
    expect(decoded.slots).toEqual(template.slots);
    const values = { left: "Łukasz", box: true };
    expect(Buffer.compare(filled(decoded, values, "SIGN"), filled(template, values, "SIGN"))).toBe(0);
  });

  test("a template can be at any offset of a larger file", () => {
    const bytes = encodeTemplate(template);
    const larger = Buffer.concat([Buffer.from("before!"), bytes, Buffer.from("after")]);
    const decoded = decodeTemplate(larger.subarray(7, 7 + bytes.length));
    expect(Buffer.compare(filled(decoded, {}, "SIGN"), filled(template, {}, "SIGN"))).toBe(0);
  });

  test("half a template and other bytes are rejected", () => {
    const bytes = encodeTemplate(template);
    expect(() => decodeTemplate(bytes.subarray(0, bytes.length - 1))).toThrow("cut short");
    expect(() => decodeTemplate(Buffer.from("%PDF-1.7 and so on"))).toThrow("not a compiled PDF template");
  });
});

test("a page without fields stays as it is", async () => {
  const blank = await smallBlank((document) => {
    document.addPage([612, 792]).drawText("Instructions", { x: 50, y: 700 });
  });
  const two = await compileTemplate(blank);
  expect(two.pages).toEqual([
    { width: 612, height: 792 },
    { width: 612, height: 792 },
  ]);
  const pdf = filled(two, { left: "Ada" }, "SIGN");
  expect(faults(pdf)).toBe("");
  expect(popplerText(pdf, 2)).toContain("Instructions");
  expect(popplerText(pdf, 2)).not.toContain("Ada");
});

test("coordinates count from the page's own corner, wherever that is", async () => {
  const blank = await smallBlank((document) => {
    document
      .getPage(0)
      .node.set(PDFName.of("MediaBox"), document.context.obj([36, 36, 648, 828].map((n) => PDFNumber.of(n))));
  });
  const pdf = filled(await compileTemplate(blank), { left: "Ada" }, "SIGN");
  const bbox = tool("pdftotext", ["-bbox", "-", "-"], pdf).stdout.toString();
  // The field starts at 50 and its letters two points later; 36 of these lie outside the page.
  expect(bbox).toMatch(/<word xMin="16\.0+"[^>]*>Ada</);
  expect((await PDFDocument.load(pdf)).getPage(0).getMediaBox()).toMatchObject({ x: 36, y: 36 });
});

function filled(
  given: Template,
  values: Readonly<Record<string, string | boolean>>,
  mode: "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY",
): Uint8Array {
  const result = fill(given, { values, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}
