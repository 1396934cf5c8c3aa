import { createHash } from "node:crypto";
import type { Artifact, OpenForm } from "../model/artifact.js";
import type { CompiledForm } from "../model/form.js";
import { oneOfPattern } from "../model/one-of.js";
import type { CompiledRegister } from "../model/register.js";
import type { TableData } from "../model/table.js";
import { groupsOf, withPickLists } from "./pick-lists.js";
import { RegisterProblem } from "./problem.js";
import { type RegisterRow, readRegister } from "./read-register.js";

/**
 * The content with the registers that the operator supplies, by name: the forms that use them have pick lists instead of typed answers, and
 * take the rest from the row that was chosen. Throws a RegisterProblem for anything wrong with a file.
 */
export function withRegisters(artifact: Artifact, files: Readonly<Record<string, string>>): Artifact {
  if (Object.keys(files).length === 0) return artifact;
  const known = new Set(artifact.forms.flatMap(({ entry }) => entry.register?.name ?? []));
  const unknown = Object.keys(files).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new RegisterProblem(`There is no register ${unknown}. The content uses: ${[...known].join(", ")}.`);
  const hash = createHash("sha256").update(artifact.digest);
  const forms = artifact.forms.map((form) => {
    const { register } = form.entry;
    const file = register === undefined ? undefined : files[register.name];
    if (register === undefined || file === undefined) return form;
    const rows = readRegister(register, file);
    hash.update(JSON.stringify(rows));
    return { entry: form.entry, open: () => opened(form.open(), rows) };
  });
  return { ...artifact, digest: hash.digest("hex").slice(0, 16), forms };
}

function opened(base: OpenForm, rows: readonly RegisterRow[]): OpenForm {
  const { register } = base.form;
  if (register === undefined) return base;
  return {
    ...base,
    form: formWith(base.form, register, rows),
    sets: (language) => {
      const { plain, federal } = base.sets(language);
      return {
        plain: withPickLists(plain, register, rows, language),
        ...(federal === undefined ? {} : { federal: withPickLists(federal, register, rows, language) }),
      };
    },
  };
}

/** Answers that are no longer asked are looked up in the row; the page and the parameters see no difference. */
function formWith(
  form: CompiledForm,
  register: CompiledRegister,
  rows: readonly RegisterRow[],
): CompiledForm {
  const filled = register.lists.flatMap(({ row, fills }) =>
    Object.entries(fills).map(([id, column]) => ({ id, row, column })),
  );
  const tables = filled.map(({ column }) => [tableName(column), tableOf(register, rows, column)] as const);
  const ids = new Set(filled.map(({ id }) => id));
  const groups = oneOfPattern(groupsOf(register, rows).keys());
  const asked = Object.entries(form.formFields.fields).filter(([id]) => !ids.has(id));
  const fields = asked.map(([id, pattern]) => [
    id,
    register.lists.some(({ group }) => group === id) ? groups : pattern,
  ]);
  return {
    ...form,
    formFields: { ...form.formFields, fields: Object.fromEntries(fields) },
    tables: { ...form.tables, ...Object.fromEntries(tables) },
    // Helpers are computed in order, and those of the form may use these.
    helpers: {
      ...Object.fromEntries(
        filled.map(({ id, row, column }) => [id, `lookup(${tableName(column)}, ${row})`]),
      ),
      ...form.helpers,
    },
  };
}

function tableName(column: string): string {
  return `register_${column}`;
}

function tableOf(
  { key, columns }: CompiledRegister,
  rows: readonly RegisterRow[],
  column: string,
): TableData {
  const value = (text: string): string | number => (columns[column]?.number === true ? Number(text) : text);
  return { words: Object.fromEntries(rows.map((row) => [row[key] ?? "", value(row[column] ?? "")])) };
}
