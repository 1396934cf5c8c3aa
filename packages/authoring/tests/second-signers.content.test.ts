import { fill } from "@withholding-forms/pdf";
import { formNames, modes, type Subject, subjectOf } from "@withholding-forms/testing/catalog/filled";
import { popplerText } from "@withholding-forms/testing/pdf/checks";
import { openFields } from "@withholding-forms/testing/pdf/pdfjs";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { describe, expect, it } from "vitest";
import { casesOf } from "../src/check/cases.js";

// Who signs after the employee needs fields to sign in, like the employee.

const signed = [
  ["W8101 2018.9.0", ["agentDate", "agentSignature", "date", "signatureLine"]],
  ["CAN103 2022.1.0", ["date", "employerDate", "employerName", "employerSignature", "signatureLine"]],
  ["CAN103FR 2022.1.0", ["date", "employerDate", "employerName", "employerSignature", "signatureLine"]],
  [
    "IN102 2021.3.0",
    [
      "date",
      "notaryCommission",
      "notaryCounty",
      "notaryDay",
      "notaryMonthYear",
      "notarySignature",
      "signatureLine",
    ],
  ],
] as const;

describe.each(signed)("%s", (name, fields) => {
  it("leaves the fields of all signers open for an external signature, and none otherwise", async () => {
    const subject = await filledSubject(name);
    for (const mode of modes) {
      const pdf = completed(subject, mode);
      const wanted = mode === "SIGN_EXTERNALLY" ? [...fields] : [];
      expect([mode, qpdfFields(pdf)]).toEqual([mode, wanted]);
      expect([mode, (await openFields(pdf)).map((field) => field.name).sort()]).toEqual([mode, wanted]);
    }
  });
});

it("an employer's name is printed unless it is filled in elsewhere, but no signature and no date", async () => {
  const subject = await filledSubject("CAN103 2022.1.0");
  const [one] = casesOf(subject.parts.context.form.cases);
  const answers = { about: "the first case", answers: one!.answers as Record<string, never> };
  for (const [mode, printed] of [
    ["PREVIEW", { employerName: "Example Works Inc." }],
    ["SIGN", { employerName: "Example Works Inc.", employerSignature: "", employerDate: "" }],
    ["SIGN_EXTERNALLY", {}],
  ] as const) {
    const values = subject.values(answers, mode);
    const own = Object.entries(values).filter(([field]) => /^employer(?:Name|Signature|Date)$/.test(field));
    expect([mode, Object.fromEntries(own)]).toEqual([mode, printed]);
    expect(popplerText(completed(subject, mode)).includes("Example Works Inc.")).toBe(
      mode !== "SIGN_EXTERNALLY",
    );
  }
});

async function filledSubject(name: string): Promise<Subject> {
  const parts = formNames.find(([one]) => one === name)?.[1];
  if (parts === undefined) throw new Error(`there is no ${name}`);
  return subjectOf(parts);
}

function completed(subject: Subject, mode: (typeof modes)[number]): Uint8Array {
  const [one] = casesOf(subject.parts.context.form.cases);
  const { case: about, region } = one!;
  const answers = one!.answers as Record<string, never>;
  const values = subject.values({ about, answers, ...(region === undefined ? {} : { region }) }, mode);
  const result = fill(subject.template, { values, mode });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}

function qpdfFields(pdf: Uint8Array): string[] {
  const { stdout } = tool("qpdf", ["--json=1", "--json-key=acroform", inputFile], pdf);
  const { acroform } = JSON.parse(stdout.toString()) as { acroform: { fields: { fullname: string }[] } };
  return acroform.fields.map(({ fullname }) => fullname).sort();
}
