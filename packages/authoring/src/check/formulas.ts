import { signatureDate } from "@withholding-forms/catalog/model/signature-date";
import {
  type Expression,
  ExpressionError,
  type FunctionName,
  parseExpression,
  perjuryVariables,
  tableType,
  typeOf,
  type ValueType,
  visit,
} from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { noticePath } from "../compile/notices.js";
import { rawQuestions } from "../compile/questions.js";
import { checkInputs, surroundings } from "../compile/scope.js";
import { correctFormula, inFormula, type Rule } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import { placeLists } from "../resolve/place-lists.js";
import type { QuestionSource } from "../schema/questions.js";
import { checkOrder } from "./order.js";
import { wordFaults } from "./words.js";

/** Formulas parse, name known ids, options and tables, fit their types, and look only at what comes before them. */
export function checkFormulas(parts: FormParts): void {
  const types = questionTypes(parts);
  checkQuestions(parts, types);
  const helpers = checkHelpers(parts, types);
  const all: IdType = (name) => known(types, name) ?? known(helpers, name) ?? surroundings[name];
  checkParameters(parts, all);
  checkFields(parts, all);
  parts.form.notices.forEach(({ when, message }, index) => {
    const { form } = parts.context.form;
    const at = (key: string): Path => noticePath(parts.context, index, key);
    if (when !== undefined) checkCondition(parts, form, at("when"), when, all);
    for (const id of perjuryVariables(message.en))
      if (when === undefined || all(id) === undefined)
        parts.context.report(
          form,
          at("message"),
          "formula",
          `{{ ${id} }} has no value: name a question or helper, in a notice with \`when\``,
        );
  });
  checkOrder(parts, parts.sets.en.plain, "sets");
  if (parts.sets.en.federal !== undefined) checkOrder(parts, parts.sets.en.federal, "federalSets");
}

type IdType = (id: string) => ValueType | undefined;

/** Types by id; undefined where something else is wrong with it, which is reported there. */
type Types = ReadonlyMap<string, ValueType | undefined>;

class Untold extends Error {}

function known(types: Types, id: string): ValueType | undefined {
  const type = types.get(id);
  if (type === undefined && types.has(id)) throw new Untold();
  return type;
}

export function questionTypes({ context }: Pick<FormParts, "context">): Types {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  const types = new Map<string, ValueType | undefined>();
  for (const set of [...Object.values(sets), ...Object.values(federalSets ?? {})]) {
    for (const [id, question] of Object.entries(set.questions))
      if (!types.has(id)) types.set(id, context.kinds[question.answer ?? "dollars"]?.value);
  }
  return types;
}

/** `year` is the form's year in sentences, `formYear` in formulas. */
const reserved = new Set([
  "and",
  "or",
  "not",
  "true",
  "false",
  "year",
  "formYear",
  ...placeLists,
  ...Object.keys(surroundings),
]);

/** What a published formula may name besides answers. */
function publishedIds(types: Types, inputs: Readonly<Record<string, ValueType>>): IdType {
  return (id) => {
    if (Object.hasOwn(inputs, id)) return inputs[id];
    if (Object.hasOwn(checkInputs, id)) {
      const known = id === signatureDate ? "known to `checks` only" : "compared by `residence` only";
      throw new ExpressionError(`${id} is ${known}`, 0);
    }
    return placeLists.some((name) => name === id) ? "multi" : known(types, id);
  };
}

function checkQuestions(parts: FormParts, types: Types): void {
  const { report, form } = parts.context;
  const { sets, federalSets } = rawQuestions(form.questions);
  for (const [group, all] of Object.entries({ sets, federalSets: federalSets ?? {} })) {
    for (const [setId, set] of Object.entries(all)) {
      for (const [id, question] of Object.entries(set.questions)) {
        const at: Path = [group, setId, "questions", id];
        if (reserved.has(id))
          report(
            form.questions,
            at,
            "duplicate-id",
            `"${id}" is a word of the formula language: choose another id`,
          );
        const kind = parts.context.kinds[question.answer ?? "dollars"]?.value;
        const elsewhere = types.get(id);
        if (kind !== undefined && elsewhere !== undefined && elsewhere !== kind)
          report(
            form.questions,
            at,
            "duplicate-id",
            `"${id}" is a ${kind} here and a ${elsewhere} elsewhere: use one kind of answer, or another id`,
          );
        checkQuestion(parts, at, question, kind, types);
      }
    }
  }
}

/** Longer formulas do not help a client; split them with calculated lines. */
const maxFormulaLength = 50_000;

function checkQuestion(
  parts: FormParts,
  at: Path,
  { calculate, when, checks }: QuestionSource,
  kind: ValueType | undefined,
  types: Types,
): void {
  const { report, form } = parts.context;
  const idType = publishedIds(types, {});
  if (calculate !== undefined) {
    const path = [...at, "calculate"];
    const found = check(parts, form.questions, path, String(calculate), idType, [
      "includes",
      "answered",
      "year",
    ]);
    if (found !== undefined && kind !== undefined && found !== kind)
      report(
        form.questions,
        path,
        "formula",
        `gives a ${found}, but its answer is a ${kind}: change \`calculate\` or \`answer\``,
      );
    const [group, setId, , id] = at;
    const sets = group === "sets" ? parts.sets.en.plain : parts.sets.en.federal;
    const published = sets?.find((set) => set.id === setId)?.questions.find((one) => one.id === id);
    const length = published?.calculation?.formula.length ?? 0;
    if (length > maxFormulaLength)
      report(
        form.questions,
        path,
        "formula",
        `is ${length} characters long when published: split it into several calculated questions`,
      );
  }
  if (when !== undefined) checkCondition(parts, form.questions, [...at, "when"], when, idType);
  (checks ?? []).forEach(({ must }, index) => {
    checkCondition(
      parts,
      form.questions,
      [...at, "checks", index],
      must,
      publishedIds(types, { [signatureDate]: "date" }),
    );
  });
}

function checkHelpers(parts: FormParts, types: Types): Types {
  const { report, form } = parts.context;
  const helpers = new Map<string, ValueType | undefined>();
  for (const [id, value] of Object.entries(parts.form.helpers)) {
    if (types.has(id))
      report(
        form.questions,
        ["helpers", id],
        "duplicate-id",
        `"${id}" is a question too: choose another id for the helper`,
      );
    const all: IdType = (name) => known(types, name) ?? known(helpers, name) ?? surroundings[name];
    helpers.set(id, check(parts, form.questions, ["helpers", id], value, all));
  }
  return helpers;
}

const parameterTypes: Readonly<Record<string, readonly ValueType[]>> = {
  boolean: ["boolean"],
  dollarAmount: ["number"],
  integer: ["number"],
  percent: ["number", "text"],
  date: ["date", "text"],
  string: ["text", "date", "multi"],
  code: ["text", "multi"],
};

function checkParameters(parts: FormParts, idType: IdType): void {
  const source = parts.context.form.parameters;
  for (const { id, type, value, when } of parts.form.parameters) {
    if (value === "") continue;
    const found = check(parts, source, [id], value, idType);
    if (found !== undefined && !parameterTypes[type]?.includes(found))
      parts.context.report(
        source,
        [id],
        "parameter",
        `${id} is a ${type} but its value is a ${found}: change \`value\`, or use another name`,
      );
    if (when !== undefined) checkCondition(parts, source, [id, "when"], when, idType);
  }
}

function checkFields(parts: FormParts, idType: IdType): void {
  const { report, form } = parts.context;
  const names = new Set<string>();
  for (const { name, value, kind, when, source, path } of parts.page.fields) {
    if (names.has(name))
      report(source, path, "field", `two fields are named "${name}": give one of them another name`);
    names.add(name);
    if (when !== undefined) checkCondition(parts, source, path, when, idType, "field");
    if (value === "") continue;
    if (kind === "check") checkCondition(parts, source, path, value, idType, "field");
    else check(parts, source, path, value, idType, [], "field");
  }
  if (!parts.page.fields.some(({ role, signer }) => role === "signature" && signer === undefined))
    report(form.page, ["blocks"], "field", "the employee signs nowhere on this page: add a sign block");
}

function checkCondition(
  parts: FormParts,
  source: Source,
  path: Path,
  text: string,
  idType: IdType,
  rule: Rule = "formula",
): void {
  const found = check(parts, source, path, text, idType, [], rule);
  if (found !== undefined && found !== "boolean")
    parts.context.report(
      source,
      path,
      rule,
      inFormula(text, `gives a ${found}, not a boolean: compare it with something`),
    );
}

function given({ tables }: FormParts, name: string): "number" | "text" {
  const table = tables.get(name);
  return table === undefined ? "number" : tableType(table);
}

/** A list is spelled out when it is published, so a calculation may use it. */
function asksList(operand: Expression | undefined): boolean {
  return operand?.kind === "id" && placeLists.some((name) => name === operand.name);
}

function check(
  parts: FormParts,
  source: Source,
  path: Path,
  text: string,
  idType: IdType,
  banned: readonly FunctionName[] = [],
  rule: Rule = "formula",
): ValueType | undefined {
  const complain = (message: string): void =>
    parts.context.report(source, path, rule, inFormula(text, message));
  try {
    const expression = parseExpression(text);
    visit(expression, (node) => {
      if (node.kind === "call" && banned.includes(node.name) && !asksList(node.operands[0]))
        complain(`${node.name}() cannot be part of a calculation: decide in \`when\` or by another question`);
    });
    const faults = wordFaults(parts, expression);
    for (const fault of faults) complain(fault);
    return faults.length > 0 ? undefined : typeOf(expression, idType, (name) => given(parts, name));
  } catch (error) {
    if (error instanceof Untold) return undefined;
    if (!(error instanceof ExpressionError)) throw error;
    complain(`${error.message}: ${correctFormula}`);
    return undefined;
  }
}
