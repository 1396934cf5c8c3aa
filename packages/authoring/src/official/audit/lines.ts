import type { FormLayout } from "@withholding-forms/pdf";
import type { AgencySurvey } from "@withholding-forms/pdf/build";
import type { FormParts } from "../../compile/form.js";
import { lineNumber } from "../bind/line-number.js";
import { theirBoxes } from "../bind/their-boxes.js";
import type { FileText, Spot } from "./file-text.js";
import { type Finding, finding } from "./finding.js";

/** Numbers of lines that only one side has. */
export function lineFindings(parts: FormParts, print: FileText, survey: AgencySurvey): Finding[] {
  const { page } = parts.context.form;
  const starts = new Map<string, Spot>();
  for (const { text, spot, startsLine } of print.words) {
    const number = startsLine ? lineNumber(text) : undefined;
    if (number !== undefined && !starts.has(number)) starts.set(number, spot);
  }
  const atFields = new Map<string, Spot>();
  for (const { field, numbers, near } of theirBoxes(survey))
    for (const number of numbers)
      if (/^[1-9]/.test(number) && !atFields.has(number))
        atFields.set(number, {
          page: field.page + 1,
          rect: field.rect,
          words: near.lead || near.left || near.above,
        });
  const ours = numbersOf(parts.layout);
  return [
    ...[...ours].map(([number, name]) => {
      const { source, path } = parts.page.fields.find((one) => one.name === name) ?? {
        source: page,
        path: ["blocks"],
      };
      const spot = starts.get(number) ?? atFields.get(number) ?? numberWithin(number, print);
      const weight = spot === undefined ? "DIFFERS" : "AGREES";
      return finding(source, path, { about: "line", weight, ours: number, theirs: spot ? number : "" }, spot);
    }),
    ...[...atFields]
      .filter(([number]) => ours.size > 0 && !ours.has(number) && starts.has(number))
      .map(([number, spot]) =>
        finding(page, ["blocks"], { about: "line", weight: "UNSEEN", theirs: number }, spot),
      ),
  ];
}

/** Numbers of the lines that we draw, with the name of a field. */
function numbersOf({ blocks }: FormLayout): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const block of blocks) {
    if ((block.kind !== "line" && block.kind !== "choices") || block.number === undefined) continue;
    const number = lineNumber(block.number);
    const field = block.kind === "line" ? (block.field ?? block.inner) : block.options[0]?.field;
    if (number !== undefined && !found.has(number)) found.set(number, field?.name ?? "");
  }
  return found;
}

/** A line that does not start one: `4(a)`, `(a)` some words after `4.`, or a number that is only mentioned. */
function numberWithin(number: string, { find }: FileText): Spot | undefined {
  const [, digits = "", letter = ""] = /^(\d*)(.*)$/.exec(number) ?? [];
  const after = letter === "" ? "" : `(?:\\s?\\(?${letter}\\)?|\\.\\s.{0,200}?\\(${letter}\\))`;
  return find(`${digits}${after}`)[0]?.spot;
}

/** Steps, sections, and parts that only one side has. */
export function headingFindings({ layout, context }: FormParts, print: FileText): Finding[] {
  const ours = new Set(layout.blocks.flatMap(headingsOf));
  const theirs = new Map(
    print
      .find(heading)
      .filter(({ startsLine }) => startsLine)
      .map(({ text, spot }) => [headingName(text), spot]),
  );
  return [...new Set([...ours, ...theirs.keys()])].map((name) => {
    const weight = theirs.has(name) && ours.has(name) ? "AGREES" : "UNSEEN";
    const sides = { ours: ours.has(name) ? name : "", theirs: theirs.has(name) ? name : "" };
    return finding(context.form.page, ["blocks"], { about: "heading", weight, ...sides }, theirs.get(name));
  });
}

const heading = "(?:step|section|part|paso|sección|parte|partie|étape) (?:[0-9]{1,2}|[A-H]|I{1,3}|IV|V)";

function headingsOf(block: FormLayout["blocks"][number]): string[] {
  const text =
    block.kind === "section"
      ? `${block.label ?? ""} ${block.title}`
      : block.kind === "heading"
        ? block.text
        : block.kind === "table"
          ? (block.title ?? "")
          : "";
  return [...text.matchAll(new RegExp(`\\b${heading}\\b`, "giu"))].map(([found]) => headingName(found));
}

function headingName(text: string): string {
  return text.replace(/\s+/g, " ").toLowerCase();
}
