import { PDFDocument, PDFName, PDFString, TextAlignment } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText, unpackedFile } from "@withholding-forms/testing/pdf/checks";
import {
  officialBytes,
  officialFile,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { openFields } from "@withholding-forms/testing/pdf/pdfjs";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { type AgencyOptions, cleanAgencyFile } from "./clean.js";

const sign: AgencyOptions = {
  places: [
    {
      name: "signatureLine",
      role: "signature",
      label: "Employee's signature",
      at: { page: 0, rect: { x: 60, y: 40, width: 200, height: 20 } },
    },
    {
      name: "date",
      role: "date",
      label: "Date",
      at: { page: 0, rect: { x: 300, y: 40, width: 90, height: 14 } },
    },
  ],
};

/** Nothing of these may be left in a file that is returned; qpdf writes each key on a separate line. */
const unwanted = [
  "/JavaScript",
  "/JS",
  "/XFA",
  "/UR3",
  "/Perms",
  "/AA",
  "/OpenAction",
  "/SubmitForm",
  "/ResetForm",
];

function leftOver(pdf: Uint8Array): string[] {
  const file = unpackedFile(pdf);
  return unwanted.filter((key) => new RegExp(`^\\s*${key}\\s`, "m").test(file));
}

describe("a form of another library", () => {
  // Without fields to sign, which an agency's file has none of either.
  const agency = (): Promise<Uint8Array> =>
    smallBlank((document) => {
      const form = document.getForm();
      for (const name of ["signatureLine", "date"]) form.removeField(form.getField(name));
    });
  let clean: Uint8Array;
  beforeAll(async () => {
    clean = await cleanAgencyFile(await agency(), sign);
  });

  test("keeps its fields, in order, and gets those to sign", async () => {
    const names = (await openFields(clean)).map(({ name }) => name);
    expect(names).toEqual([
      ...["left", "right", "center", "comb", "lines", "box", "otherBox", "choice", "choice"],
      ...["signatureLine", "date"],
    ]);
    expect(faults(clean)).toBe("");
  });

  test("keeps no script and no button, not even as an object that nothing points to", async () => {
    expect(leftOver(await agency())).toEqual(["/JavaScript", "/JS", "/OpenAction"]);
    expect(leftOver(clean)).toEqual([]);
    expect(unpackedFile(clean)).not.toMatch(/hello from a script|Reset form/);
  });

  test("gets the language of the form only if it names none", async () => {
    const languageOf = async (file: Uint8Array): Promise<string | undefined> =>
      /\/Lang \(([^)]*)\)/.exec(unpackedFile(await cleanAgencyFile(file, { language: "es" })))?.[1];
    expect(await languageOf(await smallBlank(() => undefined))).toBe("es");
    expect(await languageOf(await smallBlank((document) => document.setLanguage("en-US")))).toBe("en-US");
  });

  test("comes out the same every time", async () => {
    expect(Buffer.compare(await cleanAgencyFile(await agency(), sign), clean)).toBe(0);
  });

  test.each([
    ["right", "right"],
    ["a field below another", "page1.right"],
  ])("takes over %s under our name", async (_, field) => {
    const file = await smallBlank((document) => {
      const form = document.getForm();
      for (const name of ["signatureLine", "date", "right"]) form.removeField(form.getField(name));
      const box = form.createTextField(field);
      box.addToPage(document.getPages()[0]!, { x: 300, y: 700, width: 100, height: 16, borderWidth: 0 });
      box.setAlignment(TextAlignment.Right);
      form.createTextField("page1.other").addToPage(document.getPages()[0]!, { x: 300, y: 400 });
    });
    const places: AgencyOptions["places"] = [{ name: "date", role: "date", label: "Day", at: { field } }];
    const clean = await cleanAgencyFile(file, { places });
    expect(faults(clean)).toBe("");
    expect(fields(clean).map(({ fullname }) => fullname)).toContain("date");
    const { slots } = await compileTemplate(clean);
    expect(slots.map(({ name }) => name)).not.toContain(field);
    expect(slots.map(({ name }) => name)).toContain("page1.other");
    expect(slots.find(({ name }) => name === "date")).toMatchObject({
      role: "date",
      tooltip: "Day",
      align: "right",
      rect: { x: 300, y: 700, width: 100, height: 16 },
    });
  });

  test.each<[string, NonNullable<AgencyOptions["places"]>[number]["at"], string]>([
    ["a field that is not there", { field: "nowhere" }, 'no field "nowhere"'],
    ["a check box", { field: "box" }, "not a single text field"],
    ["a page that is not there", { page: 3, rect: { x: 0, y: 0, width: 9, height: 9 } }, "page 4 of 1"],
  ])("rejects a signature on %s", async (_, at, reason) => {
    const places = [{ name: "signatureLine", role: "signature", label: "Sign", at }] as const;
    await expect(cleanAgencyFile(await agency(), { places })).rejects.toThrow(reason);
  });

  test("drops a field with what it shows", async () => {
    const names = (await openFields(await cleanAgencyFile(await agency(), { drop: ["lines"] }))).map(
      ({ name }) => name,
    );
    expect(names).not.toContain("lines");
    expect(names).toContain("comb");
  });

  test.each(["disable", "generate"])("is decrypted, with object streams %s", async (mode) => {
    // Signs that mean something in PDF syntax, which encryption hides.
    const title = "a) b( c\\d \\) é";
    const plain = await smallBlank((document) => {
      const field = document.getForm().getTextField("left").acroField.dict;
      field.set(PDFName.of("TU"), PDFString.of("a\\) b\\( c\\\\d \\\\\\) \\351"));
    });
    const args = ["--encrypt", "", "owner", "128", "--use-aes=y", "--", `--object-streams=${mode}`];
    const locked = tool("qpdf", [...args, inputFile, "-"], plain).stdout;
    await expect(PDFDocument.load(locked)).rejects.toThrow("encrypted");
    const opened = await cleanAgencyFile(locked);
    expect(faults(opened)).toBe("");
    expect(Buffer.from(opened).includes("/Encrypt")).toBe(false);
    const { slots } = await compileTemplate(opened);
    expect(slots.find(({ name }) => name === "left")?.tooltip).toBe(title);
  });

  test("a file that needs a password is rejected", async () => {
    const args = ["--encrypt", "secret", "owner", "128", "--use-aes=y", "--", inputFile, "-"];
    const locked = tool("qpdf", args, await smallBlank()).stdout;
    await expect(cleanAgencyFile(locked)).rejects.toThrow("cannot be opened without a password");
  });
});

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
});

describe.each(officialNames())("%s", (file) => {
  let clean: Uint8Array;
  beforeAll(async () => {
    clean = await cleanAgencyFile(officialBytes(file), sign);
  });

  test("is a valid blank without scripts, XFA, usage rights and buttons", async () => {
    expect(faults(clean)).toBe("");
    expect(leftOver(clean)).toEqual([]);
  });

  test("has the fields that qpdf finds in the original, and those to sign", () => {
    const before = fields(officialBytes(file)).filter(
      ({ fieldtype, flags }) => fieldtype !== "/Btn" || !flags.push,
    );
    const expected = [...before.map(described), "signatureLine /Tx Employee's signature", "date /Tx Date"];
    expect(fields(clean).map(described).sort()).toEqual(expected.sort());
  });

  test("says what the original says, but for its buttons", () => {
    const words = (pdf: Uint8Array): string[] => popplerText(pdf).split(/\s+/).sort();
    const buttons = new Set(["Clear", "Data", "Form", "Print", "Reset"]);
    const left = words(clean);
    const missing = words(officialFile(file)).filter((word) => {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect(missing.filter((word) => !buttons.has(word))).toEqual([]);
    expect(left).toEqual([]);
  });
});

interface JsonField {
  readonly fullname: string;
  readonly fieldtype: string;
  readonly alternativename: string;
  readonly flags: { readonly push: boolean };
}

/** Fields as qpdf lists them, one for each box. */
function fields(pdf: Uint8Array): JsonField[] {
  const json = JSON.parse(
    tool("qpdf", ["--json=1", "--json-key=acroform", inputFile], pdf).stdout.toString(),
  ) as { acroform: { fields: (Omit<JsonField, "flags"> & { fieldflags: number })[] } };
  return json.acroform.fields.map((field) => ({
    ...field,
    flags: { push: (field.fieldflags & (1 << 16)) !== 0 },
  }));
}

function described({ fullname, fieldtype, alternativename }: JsonField): string {
  return `${fullname} ${fieldtype} ${alternativename}`;
}
