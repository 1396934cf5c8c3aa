import type { FormParts } from "../compile/form.js";
import type { Report } from "../read/problem.js";
import type { Drawn } from "./draw-worker.js";

/** The page can be drawn, and the drawing has exactly its fields. */
export function checkDrawing({ context, form }: FormParts, drawn: Drawn, report: Report): void {
  const complain = (message: string): void =>
    report({ ...context.form.page.at(["blocks"]), rule: "draw", message });
  if ("failure" in drawn) return complain(drawingFault(drawn.failure));
  const fields = new Set(drawn.fields);
  for (const { name } of form.printed)
    if (!fields.has(name)) complain(`the field "${name}" is filled but not drawn: report this as a bug`);
  const fed = new Set(form.printed.map((field) => field.name));
  for (const name of fields)
    if (!fed.has(name))
      complain(`the field "${name}" is drawn but not fed: report this as a bug of the drawing`);
}

/** The drawing ends its sentences with a period; what to do follows it. */
function drawingFault(message: string): string {
  return `${message.replace(/\.$/, "")}: change that block of the page`;
}
