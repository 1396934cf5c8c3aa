import { conditionFormula, isYesNo, readCondition } from "./conditions.js";
import { inline, oneLine, todo, yamlText } from "./draft.js";
import { readValue } from "./formulas.js";
import {
  askedEntries,
  type FactConstant,
  type FactEntry,
  type FactForm,
  type FactParameter,
  hasEmployerBlock,
} from "./sheet.js";

/** `parameters.yaml` from a sheet. The end of a claim comes from `valid`, an intervention from the notices; both are left out. */
export function parametersFile(form: FactForm, figures: ReadonlySet<string>): string {
  const entries = askedEntries(form);
  const list = (form.taxParameters ?? []).filter(
    ({ id }) =>
      id !== undefined && !/\.(?:exempt(?:Expires|Effective)|employerInterventionRequired)$/.test(id),
  );
  return yamlText(Object.fromEntries(list.map((one) => [one.id, parameter(one, entries, figures)])));
}

function parameter(
  { from, when, values, valueType, notes }: FactParameter,
  entries: readonly FactEntry[],
  figures: ReadonlySet<string>,
): unknown {
  const entry = entries.find((one) => one.id === from);
  const condition = when === undefined ? undefined : readCondition(when, entries);
  const open = [
    when !== undefined && condition === undefined ? `only when ${when}` : [],
    notes === undefined ? [] : notes,
  ].flat();
  const only = condition === undefined ? {} : { when: conditionFormula(condition, entries) };
  const same = Object.entries(values ?? {}).every(([word, code]) => word === code);
  const value =
    entry !== undefined && values !== undefined && !same
      ? isYesNo(entry)
        ? { value: `${from} ? "${values["true"] ?? ""}" : "${values["false"] ?? ""}"` }
        : { from, map: values }
      : { value: readValue(from, valueType, entries, figures) };
  if ("value" in value && value.value === undefined)
    return todo(
      inline({ value: '""', ...only }),
      [`where it comes from: ${oneLine(from)}`, ...open].join("; "),
    );
  const node = inline({ ...value, ...only });
  return open.length === 0 ? node : todo(node, open.join("; "));
}

/** `page.yaml` from a sheet: the entries in their order, with their line numbers. */
export function pageFile(form: FactForm): string {
  const printed = askedEntries(form).filter(({ printed: on, line }) => on !== false && line !== "-");
  const boxes = JSON.stringify(form.employerBoxes ?? form.employerOnly);
  return yamlText(
    {
      instruction: "Give this form to your employer.",
      blocks: {
        employeeSection: inline({ section: "Employee" }),
        employee: todo(
          inline({ use: "usEmployee" }),
          `printed: ${JSON.stringify(form.identityPrinted ?? "as usual")}`,
        ),
        certificateSection: inline({ section: "Certificate" }),
        ...Object.fromEntries(printed.flatMap(blocksOf)),
        // A statement with answers in it is printed as text, with fields for the answers.
        declaration: form.declares?.includes("{{")
          ? todo(inline({ text: form.declares, style: "declaration" }), "print the answers in fields")
          : inline({ declaration: "standard" }),
        sign: inline({ use: "usual" }),
        ...(hasEmployerBlock(form)
          ? {
              employerSection: inline({ section: "Employer" }),
              employer: todo(inline({ use: "usEmployer" }), `printed: ${boxes}`),
            }
          : {}),
      },
    },
    (form.attachments ?? []).map((attachment) => `TODO: tell the employee to attach ${attachment}`),
  );
}

/** Papers have no box for "none of these": such a choice is printed as one box per claim. */
function blocksOf(entry: FactEntry): [string, unknown][] {
  const { id, options = [] } = entry;
  if (!options.some(({ value }) => value === "NONE")) return [[id, block(entry)]];
  return options
    .filter(({ value }) => value !== "NONE")
    .map(({ value, label }) => {
      const name = `${id}_${value}`;
      const node = inline({ check: name, text: label, on: `${id} == "${value}"` });
      return [name, todo(node, `printed at: ${entry.line ?? "?"}`)];
    });
}

function block(entry: FactEntry): unknown {
  const { id, type, line = "" } = entry;
  const number = /^[0-9A-Za-z]{1,3}$/.test(line) ? { number: line } : {};
  const kind =
    type === "choice"
      ? { choices: id }
      : isYesNo(entry)
        ? { check: id }
        : {
            line: id,
            ...(type === "dollar" ? { unit: "$" } : {}),
            ...(["state", "text", "name"].includes(type) ? { wide: true } : {}),
          };
  const node = inline({ ...kind, ...number });
  return "number" in number || line === "" ? node : todo(node, `printed at: ${line}`);
}

/** A figures file from the constants that forms print or compute with; undefined where there are none. */
export function figuresFile(constants: readonly FactConstant[]): string | undefined {
  const own = constants.filter(isPrinted);
  const others = constants.filter((one) => !isPrinted(one) && typeof (one.amount ?? one.date) !== "number");
  if (own.length === 0) return undefined;
  const figures = own.map((constant): [string, unknown] => {
    const { name, use, source = "", derived } = constant;
    const origin = { source: oneLine(source), ...(derived ? { derived } : {}) };
    return [name, todo(inline({ ...figureValue(constant), ...origin }), `used for: ${use ?? "?"}`)];
  });
  return yamlText(
    { figures: Object.fromEntries(figures) },
    others.map((one) => `TODO: constant: ${JSON.stringify(one)}`),
  );
}

/** Names of the constants that become figures. */
export function figureNames(constants: readonly FactConstant[]): ReadonlySet<string> {
  return new Set(constants.filter(isPrinted).map(({ name }) => name));
}

/** What only payroll computes with, or only a flow or an employer needs, is no figure of a form. */
function isPrinted({ use = "", amount, date }: FactConstant): boolean {
  const uses = use.split(/,\s*|\s+and\s+/);
  const elsewhere = uses.every((one) => /^(?:payroll|flow|employer)\b/.test(one.trim()));
  return !elsewhere && (typeof amount === "number" || date !== undefined);
}

function figureValue({ amount = 0, date, unit }: FactConstant): object {
  if (date !== undefined) return { date };
  if (unit !== undefined && unit !== "dollars") return { count: amount };
  // A fraction is a rate: 0.035 is 3.5 percent.
  return amount > 0 && amount < 1 ? { percent: Number((amount * 100).toFixed(6)) } : { amount };
}
