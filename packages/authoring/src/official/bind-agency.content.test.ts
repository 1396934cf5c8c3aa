import { digest } from "@withholding-forms/catalog/agency/store";
import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import { surveyAgencyFile } from "@withholding-forms/pdf/build";
import { content } from "@withholding-forms/testing/catalog/content";
import {
  officialBytes,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { describe, expect, test } from "vitest";
import { casesOf, filler } from "../check/cases.js";
import { examplesOf } from "../check/examples.js";
import type { FormParts } from "../compile/form.js";
import { proposeBinding } from "./bind/propose.js";
import { bindingInput } from "./bind-form.js";

// What the tool proposes for the agencies' files, measured against the bindings of the content.

const files = new Map(officialNames().map((name) => [digest(officialBytes(name)), name]));
const bound = content.forms
  .filter(({ form }) => form.official !== undefined)
  .map((parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const);

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
  expect(bound.length).toBeGreaterThanOrEqual(19);
});

describe.runIf(officialPresent)("of the fields of the agency's file", () => {
  test.each(bound)("%s: the tool proposes at least nine in ten as they are bound", async (_, parts) => {
    const name = files.get(parts.form.official!.sha256);
    const proposal = proposeBinding(
      await surveyAgencyFile(officialBytes(name ?? "")),
      bindingInput(content, parts),
    );
    const proposed = proposal.fields.flatMap(({ field, group, value }): PrintedField[] =>
      group === "fields" || group === "private"
        ? [{ name: field.name, kind: field.kind === "check" ? "check" : "text", value }]
        : [],
    );
    const right = sameEverywhere(parts, proposed);
    const { printed, unused } = parts.form.official!;
    const own = new Set(proposal.fields.map(({ field }) => field.name));
    const all = [
      ...printed.filter(({ role }) => role === undefined).map((field) => field.name),
      ...unused,
    ].filter((one) => own.has(one));
    const wrong = all.filter((one) => !right(one));
    expect([wrong, wrong.length <= all.length * 0.1]).toEqual([wrong, true]);
  });
});

/** Whether a field prints the same with the proposal as with the binding, whatever is answered. */
function sameEverywhere(parts: FormParts, proposed: readonly PrintedField[]): (field: string) => boolean {
  const fill = (printed: readonly PrintedField[]) =>
    filler(
      { ...parts, form: { ...parts.form, printed: printed.map(({ private: _, ...field }) => field) } },
      content,
    );
  const [own, other] = [fill(parts.form.official!.printed), fill(proposed)];
  const { examples } = examplesOf(parts, content.shared, { formPaths: 40, answers: 60 });
  const different = new Set<string>();
  for (const one of [...examples, ...casesOf(parts.context.form.cases)]) {
    const [a, b] = [own(one), other(one)];
    if (a.outcome !== "COMPLETE" || b.outcome !== "COMPLETE") continue;
    const [left, right] = [a.printed, b.printed];
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
      if (shown(left[name]) !== shown(right[name])) different.add(name);
  }
  return (field) => !different.has(field);
}

/** Whether a zero is written or left out is a matter of taste, not of the right box. */
function shown(value: string | boolean | undefined): string | boolean {
  return value === undefined || value === false || value === "0" ? "" : value;
}
