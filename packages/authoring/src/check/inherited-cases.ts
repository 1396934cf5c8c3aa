import { once } from "@withholding-forms/catalog/model/once";
import type { CompiledContent } from "../compile/compile.js";
import { compileForm, type FormParts } from "../compile/form.js";
import type { Report } from "../read/problem.js";
import type { InheritedCases } from "../resolve/content.js";
import type { Case } from "../schema/cases.js";
import { casesOf, differences, filler } from "./cases.js";

/** Every case of the extended versions has the same result here, unless this version replaces or removes it. */
export function checkInheritedCases(
  parts: FormParts,
  compiled: Pick<CompiledContent, "content" | "shared">,
  report: Report,
): void {
  const { form, cases, inherited } = parts.context.form;
  const replaced = new Set(cases?.data.list.map((one) => one.case));
  const known = new Set<string>();
  for (const level of inherited) {
    const run = runners(parts, compiled, level);
    for (const [one, written] of runnable(level)) {
      known.add(one.case);
      if (replaced.has(one.case) || replaced.has(everyCase)) continue;
      const { form: filled, fill } = run[written]();
      for (const message of differences(comparable(one, parts, level), fill(one), filled, correct))
        report({
          ...form.at(["extends"]),
          rule: "case",
          message: `${one.case} of ${level.from}: ${message}`,
        });
    }
    for (const { case: name } of level.cases.data.list) replaced.add(name);
  }
  (cases?.data.list ?? []).forEach(({ case: name, answers }, index) => {
    if (answers !== null || known.has(name) || (name === everyCase && known.size > 0)) return;
    const message = `there is no inherited case "${name}" to remove: correct the name, or remove the entry`;
    if (cases !== undefined) report({ ...cases.at(["list", index]), rule: "case", message });
  });
}

const correct = "write a new case with this name in cases.yaml, or remove it with `answers: null`";

/** In the place of a name, with `answers: null`: no inherited case is run. */
const everyCase = "*";

/** Cases that name figures are run with those of this version, the others with the figures they were written for. */
function runners(
  parts: FormParts,
  compiled: Pick<CompiledContent, "content" | "shared">,
  { asBefore }: InheritedCases,
): Readonly<Record<"figures" | "amounts", () => Runner>> {
  const runner = (form: FormParts): Runner => ({ form, fill: filler(form, compiled) });
  const now = once(() => runner(parts));
  if (asBefore === undefined) return { figures: now, amounts: now };
  // Compiling a form takes longer than most checks, so it happens only if a case needs it.
  const before = once(() =>
    runner(compileForm(compiled.content, asBefore, { used: new Set(), missing: [] }, () => {})),
  );
  return { figures: now, amounts: before };
}

interface Runner {
  readonly form: FormParts;
  readonly fill: ReturnType<typeof filler>;
}

function runnable({ cases, figured }: InheritedCases): [Case, "figures" | "amounts"][] {
  return casesOf(cases).map((one) => [one, figured.has(one.case) ? "figures" : "amounts"]);
}

/** Printed words and the look of amounts belong to the language of an edition; marked boxes do not. */
function comparable(one: Case, parts: FormParts, { language }: InheritedCases): Case {
  if (language === parts.form.language) return one;
  const { perjury: _, prints = {}, ...rest } = one;
  const boxes = Object.entries(prints).filter(([, value]) => typeof value === "boolean");
  return { ...rest, prints: Object.fromEntries(boxes) };
}
