import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OfficialProblem } from "@withholding-forms/catalog/agency/problem";
import { digest } from "@withholding-forms/catalog/agency/store";
import type { CompiledOfficial, Target } from "@withholding-forms/catalog/model/binding";
import { ExpressionError, parseExpression } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { inFormula } from "../read/problem.js";
import type { Path } from "../read/source.js";
import { casesOf, filler } from "./cases.js";
import { checkExamples } from "./examples.js";
import { wordFaults } from "./words.js";

/** Agency files by their SHA-256. They are not in the repository; the check covers those that are in the folder. */
export type AgencyFiles = ReadonlyMap<string, Uint8Array>;

export function readAgencyFiles(folder: string): AgencyFiles {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".pdf"),
  );
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [digest(bytes), bytes];
    }),
  );
}

/**
 * What is bound to an agency's file: expressions name options that exist, every bound field gets something on some
 * path, and editions in two languages take words for the same places. If the file itself is available: every field of
 * it is bound or left out with a reason, every bound name is there and of its kind, and every passage is found.
 */
export async function checkOfficial(
  parts: FormParts,
  compiled: Pick<CompiledContent, "shared" | "forms">,
  files: AgencyFiles,
): Promise<void> {
  const { official } = parts.form;
  const source = parts.context.form.official;
  if (official === undefined || source === undefined) return;
  const complain = (path: Path, message: string): void =>
    parts.context.report(source, path, "official", message);
  checkExpressions(parts, official, complain);
  checkEditions(compiled, official, parts, complain);
  if (parts.context.broken.has("official")) return;
  checkFed(parts, official, compiled, complain);
  const file = files.get(official.sha256);
  if (file === undefined) return;
  const { makeOfficial } = await import("@withholding-forms/catalog/agency/make");
  try {
    await makeOfficial({ ...parts.form, official }, file);
  } catch (error) {
    if (!(error instanceof OfficialProblem)) throw error;
    complain(["sha256"], error.message);
  }
}

type Complain = (path: Path, message: string) => void;

function checkExpressions(parts: FormParts, official: CompiledOfficial, complain: Complain): void {
  for (const { name, value, role } of official.printed) {
    if (role !== undefined) continue;
    try {
      for (const fault of wordFaults(parts, parseExpression(value)))
        complain(pathOf(parts, name), inFormula(value, fault));
    } catch (error) {
      // Reported when it was compiled.
      if (!(error instanceof ExpressionError)) throw error;
    }
  }
}

/** The agency's wording in one language and ours in another would be two different statements. */
function checkEditions(
  { forms }: Pick<CompiledContent, "forms">,
  { editionOf, wording }: CompiledOfficial,
  { form }: FormParts,
  complain: Complain,
): void {
  if (editionOf === undefined) return;
  const twin = forms.find((other) => `${other.form.id}/${other.form.version}` === editionOf)?.form;
  if (twin?.official === undefined)
    return complain(
      ["editionOf"],
      `${editionOf} is not bound to a file: name a version that has an official.yaml`,
    );
  if (twin.language === form.language)
    complain(
      ["editionOf"],
      `${editionOf} is in the same language: name the edition in another one, or remove \`editionOf\``,
    );
  const places = (passages: CompiledOfficial["wording"]): string[] =>
    [...new Set(passages.flatMap(({ into }) => into.map(placeName)))].sort();
  const [own, other] = [places(wording), places(twin.official.wording)];
  for (const place of own)
    if (!other.includes(place))
      complain(
        ["wording"],
        `${editionOf} has no passage for ${place}: add the passage there, or remove it here`,
      );
  for (const place of other)
    if (!own.includes(place))
      complain(
        ["wording"],
        `has no passage for ${place}, but ${editionOf} does: add the passage here, or remove it there`,
      );
}

function placeName(target: Target): string {
  const { part, set, ...rest } = target;
  return [part, set, ...Object.values(rest)].join(" ");
}

function checkFed(
  parts: FormParts,
  official: CompiledOfficial,
  compiled: Pick<CompiledContent, "shared">,
  complain: Complain,
): void {
  const fill = filler({ ...parts, form: { ...parts.form, printed: official.printed } }, compiled);
  const { examples } = checkExamples(parts, compiled.shared);
  const unfed = new Set(official.printed.filter(({ role }) => role === undefined).map(({ name }) => name));
  // Cases first: authors write them about the lines that are printed rarely.
  for (const one of [...casesOf(parts.context.form.cases), ...examples]) {
    if (unfed.size === 0) return;
    const result = fill(one);
    if (result.outcome !== "COMPLETE") continue;
    for (const [name, value] of Object.entries(result.printed))
      if (value !== "" && value !== false) unfed.delete(name);
  }
  for (const name of unfed)
    complain(
      pathOf(parts, name),
      `nothing ever prints in "${name}": correct its formula, or list it under \`unused\` with the reason`,
    );
}

/** Where in the YAML a field is, by its full name. */
function pathOf(parts: FormParts, name: string): Path {
  const data = parts.context.form.official?.data;
  const prefix = data?.prefix ?? "";
  const short = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  for (const group of ["fields", "private"] as const)
    if (Object.hasOwn(data?.[group] ?? {}, short)) return [group, short];
  return ["add", name];
}
