import { type Expression, tableDepth, visit } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { correctFormula } from "../read/problem.js";
import { placeLists } from "../resolve/place-lists.js";

/**
 * A formula compares a choice only with its own options, and looks into tables with as many keys, and of the kinds, as
 * they have. A misspelled option would otherwise never be chosen.
 */
export function wordFaults(parts: FormParts, expression: Expression): string[] {
  const faults: string[] = listFaults(expression);
  const options = optionsById(parts);
  const known = (id: Expression | undefined, word: Expression | undefined): void => {
    if (id?.kind !== "id" || word?.kind !== "text" || word.value === "") return;
    const own = options.get(id.name);
    if (own !== undefined && !own.has(word.value))
      faults.push(`"${id.name}" has no option "${word.value}": use one of ${[...own].join(", ")}`);
  };
  visit(expression, (node) => {
    if (node.kind === "binary" && (node.operator === "==" || node.operator === "!=")) {
      known(node.left, node.right);
      known(node.right, node.left);
    }
    if (node.kind !== "call") return;
    const [first, second] = node.operands;
    if (node.name === "includes") known(first, second);
    if (node.name === "label" && first?.kind === "id" && !options.has(first.name))
      faults.push(`"${first.name}" has no options, so it has no label(): use the id alone`);
    if (node.name === "lookup" && first?.kind === "id") {
      const table = parts.tables.get(first.name);
      const [wanted, given] = [tableDepth(table), node.operands.length - 1];
      if (table === undefined) faults.push(`there is no table "${first.name}": ${correctFormula}`);
      else if (given !== wanted) faults.push(`the table has ${wanted} keys, not ${given}: ${correctFormula}`);
    }
  });
  return faults;
}

/** A list can only be asked whether it has a word. */
function listFaults(expression: Expression): string[] {
  const faults: string[] = [];
  const asked = new Set<Expression | undefined>();
  visit(expression, (node) => {
    if (node.kind === "call" && node.name === "includes") asked.add(node.operands[0]);
    if (node.kind === "id" && !asked.has(node) && placeLists.some((name) => name === node.name))
      faults.push(`${node.name} is a list: write includes(${node.name}, id)`);
  });
  return faults;
}

function optionsById(parts: FormParts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const set of [...parts.sets.en.plain, ...(parts.sets.en.federal ?? [])]) {
    for (const { id, questionOptions, multiSelectQuestionOptions } of set.questions) {
      const values = [
        ...(questionOptions ?? []).map((option) => String(option.value)),
        ...(multiSelectQuestionOptions ?? []).map((option) => option.id),
      ];
      if (values.length > 0) found.set(id, new Set([...(found.get(id) ?? []), ...values]));
    }
  }
  for (const [name, { words }] of Object.entries(parts.context.content.federalValues.data))
    if (words !== undefined) found.set(`federal.${name}`, new Set(Object.values(words)));
  return found;
}
