import { ExpressionError, idsOf, parseExpression } from "@withholding-forms/interview";
import { conditionFormula, isYesNo, readCondition } from "./conditions.js";
import type { FactEntry } from "./sheet.js";

/** A calculation of a sheet in the language of formulas; undefined if it is prose. */
export function readFormula(
  text: string,
  entries: readonly FactEntry[],
  figures: ReadonlySet<string>,
): string | undefined {
  const compared = text
    .replaceAll("&&", " and ")
    .replaceAll("||", " or ")
    .replaceAll(/\b(\w+)\s*(is not|is|==|!=)\s*"?([A-Za-z]\w*)"?/g, (all, id, is, word) => {
      const condition = readCondition(`${id} ${is} ${word}`, entries);
      return condition === undefined ? all : (conditionFormula(condition, entries) ?? "true");
    });
  const named = compared.replaceAll(/"[^"]*"|[A-Za-z_]\w*/g, (word) =>
    figures.has(word) ? `figure.${word}` : word,
  );
  const formula = named.replaceAll(/\s+/g, " ").trim();
  const known = (id: string): boolean => id.startsWith("figure.") || entries.some((one) => one.id === id);
  try {
    return idsOf(parseExpression(formula)).every(known) ? formula : undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}

/** Where a tax parameter comes from: an answer, a condition, a constant, or the one answered of several questions. */
export function readValue(
  text: unknown,
  valueType: string,
  entries: readonly FactEntry[],
  figures: ReadonlySet<string>,
): string | undefined {
  if (typeof text !== "string") return undefined;
  const constant = /^constant (\w+)/.exec(text)?.[1];
  if (constant !== undefined) return constant;
  const ids = text.split(/,\s*(?:or\s+)?|\s+or\s+/);
  if (ids.length > 1 && ids.every((id) => entries.some((one) => one.id === id && !isYesNo(one))))
    return valueType === "string" ? `join("", ${ids.join(", ")})` : undefined;
  if (valueType === "boolean") {
    const condition = readCondition(text, entries);
    if (condition !== undefined) return conditionFormula(condition, entries);
  }
  return readFormula(text, entries, figures);
}
