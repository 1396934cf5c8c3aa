import type { CompiledRegister, PickList } from "@withholding-forms/catalog/model/register";
import { ExpressionError, idsOf, parseExpression, type QuestionSet } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import type { Path } from "../read/source.js";
import { formulasOf } from "../resolve/formula-places.js";

/** With the operator's register the form still works: the questions are there, the path is, and nothing needs an answer that is not asked. */
export function checkRegisters(parts: FormParts): void {
  const { register } = parts.form;
  if (register === undefined) return;
  const report = (path: Path, message: string): void =>
    parts.context.report(parts.context.form.questions, ["register", ...path], "register", message);
  for (const name of ["key", "group"] as const)
    if (!Object.hasOwn(register.columns, register[name]))
      return report(
        [name],
        `there is no column "${register[name]}": add it under \`columns\` or correct the name`,
      );
  const label = labelFault(register);
  if (label !== undefined) return report(["label"], label);
  const { plain, federal } = parts.sets.en;
  for (const [index, list] of register.lists.entries()) {
    // With federal values the form may not ask for the row at all.
    const variants = [
      plain,
      ...(federal?.some(({ questions }) => questions.some(({ id }) => id === list.row)) ? [federal] : []),
    ];
    const [fault = formulaFault(parts, list)] = variants.flatMap(
      (sets) => listFault(register, list, sets) ?? [],
    );
    if (fault !== undefined) report(["lists", index], fault);
  }
}

function labelFault({ label, columns }: CompiledRegister): string | undefined {
  const placeholder = /\{\{ *([A-Za-z0-9_]+) *\}\}/g;
  const unknown = [...label.matchAll(placeholder)].find(([, column = ""]) => !Object.hasOwn(columns, column));
  if (unknown !== undefined)
    return `there is no column "${unknown[1]}": add it under \`columns\` or correct the name`;
  return /\p{L}/u.test(label.replaceAll(placeholder, ""))
    ? "the label has words, which are not translated: write only columns and punctuation"
    : undefined;
}

function listFault(
  { columns }: CompiledRegister,
  { group, row, fills }: PickList,
  sets: readonly QuestionSet[],
): string | undefined {
  const asking = (id: string): QuestionSet[] =>
    sets.filter(({ questions }) => questions.some((one) => one.id === id));
  for (const id of [group, row]) {
    const question = asking(id).flatMap(({ questions }) => questions.filter((one) => one.id === id))[0];
    if (question === undefined) return `there is no question "${id}": correct the id`;
    if (question.valueType !== "text" || question.required.whenRequired !== "ALWAYS" || question.isCalculated)
      return `"${id}" is not a text that everyone enters: remove its \`when\` and \`required: never\`, or choose another question`;
  }
  const [rowSet, ...others] = asking(row);
  const target = rowSet?.id ?? "";
  const misplaced = asking(group).find((set) => constantNext(set) !== target);
  if (others.length > 0) return `"${row}" is in more than one set: ask it in one`;
  if (misplaced !== undefined)
    return `${misplaced.id} asks "${group}", so it must lead to the set of "${row}": write \`next: ${target}\``;
  const stray = sets.find((set) => leadsTo(set, target) && !asking(group).includes(set));
  if (stray !== undefined)
    return `${stray.id} leads to ${target} without asking "${group}": ask it there, or lead it elsewhere`;
  for (const [id, column] of Object.entries(fills)) {
    const filled = rowSet?.questions.find((one) => one.id === id);
    if (filled === undefined)
      return `${target} does not ask "${id}": list only questions of the set of "${row}"`;
    const type =
      columns[column] === undefined ? undefined : columns[column].number === true ? "number" : "text";
    if (filled.valueType !== type)
      return `column "${column}" does not give a ${filled.valueType} for "${id}": choose another column, or add \`number: true\` to it`;
  }
  return undefined;
}

function constantNext({ navigation }: QuestionSet): string | undefined {
  return navigation.navigationType === "CONSTANT"
    ? navigation.navigationMapping.nextQuestionSetId
    : undefined;
}

function leadsTo({ navigation }: QuestionSet, id: string): boolean {
  const mappings =
    navigation.navigationType === "CONSTANT"
      ? [navigation.navigationMapping]
      : Object.values(navigation.navigationMappings);
  return mappings.some(({ nextQuestionSetId }) => nextQuestionSetId === id);
}

/** Clients compute these from what was asked; helpers see what the row gives. */
function formulaFault({ context }: FormParts, { fills }: PickList): string | undefined {
  for (const [path, formula] of formulasOf("questions", context.form.questions.data)) {
    if (path[0] === "helpers") continue;
    const used = idsIn(formula).find((id) => Object.hasOwn(fills, id));
    if (used !== undefined)
      return `\`${formula}\` looks at "${used}", which is not asked with the register: remove it from \`fills\`, or change the formula`;
  }
  return undefined;
}

function idsIn(formula: string): readonly string[] {
  try {
    return idsOf(parseExpression(formula));
  } catch (error) {
    // Reported where formulas are checked.
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
