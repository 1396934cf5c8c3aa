const variable = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Replaces each `{{ id }}` with the person's answer to that question. */
export function fillPerjury(statement: string, answer: (questionId: string) => string): string {
  if (!statement.includes("{{")) return statement;
  return statement.replace(variable, (_, id: string) => answer(id));
}

export function perjuryVariables(statement: string): string[] {
  return [...statement.matchAll(variable)].map((match) => match[1] ?? "");
}
