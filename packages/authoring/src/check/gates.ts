import type { FormParts } from "../compile/form.js";
import type { Gate } from "../resolve/gates.js";
import { formPathsOf } from "./graph.js";

/** Every statement that `next: {all}` or `{any}` names was asked on every path that comes to it. */
export function checkGates(parts: FormParts): void {
  for (const gate of parts.context.form.gates) checkGate(parts, gate);
}

function checkGate({ context, sets }: FormParts, { group, setId, kind, members }: Gate): void {
  const list = (group === "sets" ? sets.en.plain : sets.en.federal) ?? [];
  const byId = new Map(list.map((set) => [set.id, set]));
  const paths = formPathsOf(byId, "QS1").flatMap((formPath) => {
    const end = formPath.sets.indexOf(setId);
    return end < 0 ? [] : [formPath.sets.slice(0, end + 1)];
  });
  for (const id of members) {
    const without = paths.filter(
      (path) => !path.some((one) => byId.get(one)?.questions.some((question) => question.id === id)),
    );
    const [first] = without;
    // One that no path asks is reported where formulas are checked.
    if (first === undefined || without.length === paths.length) continue;
    const message = `"${id}" in \`${kind}\` is not asked on the path ${first.join(" ")}: ask it there, or remove it`;
    context.report(context.form.questions, [group, setId, "next"], "condition", message);
  }
}
