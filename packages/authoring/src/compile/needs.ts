import type { CompiledForm } from "@withholding-forms/catalog/model/form";
import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import { ExpressionError, idsOf, parseExpression } from "@withholding-forms/interview";
import type { Context } from "./context.js";
import { rawQuestions } from "./questions.js";

/** What a request must say about employee and employer: what identity.yaml always wants, and else what is printed. */
export function compileNeeds(
  context: Context,
  country: "US" | "CA",
  printed: readonly PrintedField[],
): CompiledForm["needs"] {
  const { helpers } = rawQuestions(context.form.questions);
  const members = new Set(printed.flatMap(({ value }) => membersIn(value, helpers)));
  const party = (who: "employee" | "employer"): Record<string, "always" | "never"> =>
    Object.fromEntries(
      Object.entries(context.content.identity.data[country][who]).map(([name, { required }]) => {
        const needed = required === "printed" ? members.has(`${who}.${name}`) : required === "always";
        return [name, needed ? "always" : "never"];
      }),
    );
  return { employee: party("employee"), employer: party("employer") };
}

/** `employer.nameAndAddress` in an expression needs `employer.name` and `employer.address` in the request. */
function membersIn(value: string, helpers: Readonly<Record<string, string>>): string[] {
  return idsIn(value).flatMap((id) => {
    const { [id]: helper, ...others } = helpers;
    if (helper !== undefined) return membersIn(helper, others);
    const [who = "", name = ""] = id.split(".");
    return (parts[name] ?? [name]).map((member) => `${who}.${member}`);
  });
}

/** Values that are put together from members of another name. */
const parts: Readonly<Record<string, readonly string[]>> = {
  fullName: ["firstName", "lastName"],
  nameAndAddress: ["name", "address"],
  street: ["address"],
  city: ["address"],
  region: ["address"],
  postal: ["address"],
  cityRegionPostal: ["address"],
};

function idsIn(value: string): readonly string[] {
  if (value === "") return [];
  try {
    return [...idsOf(parseExpression(value))];
  } catch (error) {
    // Reported where the page is checked.
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
