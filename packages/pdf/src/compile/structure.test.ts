import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { drawBlank } from "../draw/draw.js";
import { state } from "../draw/test/state.js";
import { fill } from "../fill/fill.js";
import type { Template } from "../template.js";
import { compileTemplate } from "./compile.js";

let blank: Uint8Array;
let template: Template;
beforeAll(async () => {
  blank = await drawBlank(state);
  template = await compileTemplate(blank);
});

const values = { firstName: "Łucja", lastName: "O'Hara", signatureLine: "Łucja O'Hara", date: "11/15/2026" };

describe("a completed tagged form", () => {
  test("is tagged, titled and in the language of its blank", () => {
    const info = tool("pdfinfo", ["-"], filled("SIGN")).stdout.toString();
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Title:\s+Form A4/);
    expect(unpackedCatalog(filled("SIGN"))).toContain("en-US");
  });

  test("is read out with each value where its field was", () => {
    const spoken = structureText(filled("SIGN"));
    const order = ["First name", "Łucja", "Middle initial", "Last name", "O'Hara"].map((words) =>
      spoken.indexOf(words),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("has its signature and date read out once signed, and not before", () => {
    expect(structureText(filled("SIGN"))).toContain("11/15/2026");
    expect(structureText(filled("PREVIEW"))).not.toContain("11/15/2026");
  });

  test("marks each value as a form field, with its name", async () => {
    const document = await PDFDocument.load(filled("SIGN"), { updateMetadata: false });
    const described = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const attributes = object instanceof PDFDict ? object.lookup(PDFName.of("A")) : undefined;
      if (!(attributes instanceof PDFDict) || attributes.get(PDFName.of("O")) !== PDFName.of("PrintField"))
        return [];
      return [[String(attributes.get(PDFName.of("Role"))), attributes.has(PDFName.of("Desc"))]];
    });
    expect(described).toHaveLength(template.slots.length);
    const boxes = template.slots.filter(({ kind }) => kind === "check").length;
    expect(described.filter(([role]) => role === "/cb")).toHaveLength(boxes);
    expect(described.every(([, description]) => description)).toBe(true);
  });

  test.each(["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const)(
    "refers only to marks that are on the page and objects that are in the file (%s)",
    async (mode) => {
      const file = await readTree(filled(mode));
      expect(file.missing).toEqual([]);
      expect(file.unbound).toEqual([]);
    },
  );

  test("counts live fields among the tags when it is signed elsewhere", () => {
    const json = tool("qpdf", ["--json=2", inputFile], filled("SIGN_EXTERNALLY")).stdout.toString();
    const roles = template.slots.filter(({ role }) => role !== undefined).length;
    expect(json.match(/"\/OBJR"/g)).toHaveLength(roles);
    expect(tool("qpdf", ["--json=2", inputFile], filled("SIGN")).stdout.toString()).not.toContain("/OBJR");
  });
});

test("values get ids that no artifact of the page has, even if the tree does not name it", async () => {
  const document = await PDFDocument.load(blank, { updateMetadata: false });
  const page = document.getPage(0).node;
  const artifact = document.context.register(
    document.context.stream("/Artifact<</MCID 900>>BDC 0 0 m 9 9 l S EMC"),
  );
  page.set(PDFName.of("Contents"), document.context.obj([page.get(PDFName.of("Contents"))!, artifact]));
  const { slots } = await compileTemplate(await document.save({ useObjectStreams: false }));
  const ids = slots.filter((slot) => slot.page === 0).map(({ mcid }) => mcid);
  expect(ids.toSorted()).toEqual(ids.map((_, index) => 901 + index));
});

/** Marked-content ids of the tree that are not in the page content, and the reverse; objects that do not exist. */
async function readTree(pdf: Uint8Array) {
  const json = JSON.parse(
    tool(
      "qpdf",
      ["--json=2", "--json-stream-data=inline", "--decode-level=generalized", inputFile],
      pdf,
    ).stdout.toString(),
  ) as { qpdf: [unknown, Record<string, { value?: Json; stream?: { dict: Json; data: string } }>] };
  const [, objects] = json.qpdf;
  const resolve = (value: Json | undefined): Json | undefined =>
    typeof value === "string" && / 0 R$/.test(value) ? objects[`obj:${value}`]?.value : value;
  const missing = Object.values(objects).flatMap(({ value, stream }) =>
    [...JSON.stringify(value ?? stream?.dict ?? null).matchAll(/"(\d+ 0 R)"/g)]
      .map((match) => match[1]!)
      .filter((ref) => objects[`obj:${ref}`] === undefined),
  );
  const inTree = new Set<string>();
  for (const { value } of Object.values(objects)) {
    if (!isObject(value) || value["/S"] === undefined || value["/P"] === undefined) continue;
    const kids = resolve(value["/K"]);
    for (const kid of Array.isArray(kids) ? kids : [kids]) {
      if (typeof kid === "number") inTree.add(`${value["/Pg"]} ${kid}`);
      else if (isObject(kid) && kid["/Type"] === "/MCR")
        inTree.add(`${kid["/Pg"] ?? value["/Pg"]} ${kid["/MCID"]}`);
    }
  }
  const onPage = new Set<string>();
  for (const [key, { value }] of Object.entries(objects)) {
    if (!isObject(value) || value["/Type"] !== "/Page") continue;
    for (const part of value["/Contents"] as string[]) {
      const content = Buffer.from(objects[`obj:${part}`]!.stream!.data, "base64").toString("latin1");
      for (const [, id] of content.matchAll(/\/MCID (\d+)/g)) onPage.add(`${key.slice(4)} ${id}`);
    }
  }
  const unbound = [...onPage]
    .filter((id) => !inTree.has(id))
    .concat([...inTree].filter((id) => !onPage.has(id)));
  return { missing, unbound };
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function structureText(pdf: Uint8Array): string {
  return tool("pdfinfo", ["-struct-text", "-"], pdf).stdout.toString();
}

function unpackedCatalog(pdf: Uint8Array): string {
  return tool("qpdf", ["--json=2", inputFile], pdf).stdout.toString();
}

function filled(mode: "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY"): Uint8Array {
  const result = fill(template, { values, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}
