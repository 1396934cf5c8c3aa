import { compileTemplate, drawBlank } from "@withholding-forms/pdf/build";
import type { FormParts } from "../compile/form.js";
import type { Report } from "../problem.js";

/** The page can be drawn, and the drawing has exactly its fields. */
export async function checkDrawing({ context, layout, form }: FormParts, report: Report): Promise<void> {
  const at = context.form.page.at(["blocks"]);
  try {
    const template = await compileTemplate(await drawBlank(layout));
    const drawn = new Set(template.slots.map((slot) => slot.name));
    for (const { name } of form.printed)
      if (!drawn.has(name))
        report({
          ...at,
          rule: "draw",
          message: `the field "${name}" is filled but not drawn: report this as a bug`,
        });
    const fed = new Set(form.printed.map((field) => field.name));
    for (const name of drawn)
      if (!fed.has(name))
        report({
          ...at,
          rule: "draw",
          message: `the field "${name}" is drawn but not fed: report this as a bug of the drawing`,
        });
  } catch (error) {
    report({ ...at, rule: "draw", message: drawingFault(error) });
  }
}

/** The drawing ends its sentences with a period; what to do follows it. */
function drawingFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.replace(/\.$/, "")}: change that block of the page`;
}
