import { pointerNames } from "@withholding-forms/interview";
import type { ErrorObject } from "ajv";
import type { Report } from "../read/problem.js";
import type { Source } from "../read/source.js";
import type { Kind, Shape } from "./schemas.js";
import { validatorOf } from "./validators.js";

/** Checks a file against the schema of its kind, and reports what does not fit. */
export function validateSource<K extends Kind>(
  kind: K,
  source: Source,
  report: Report,
): source is Source<Shape<K>> {
  const validate = validatorOf(kind);
  if (validate(source.data)) return true;
  const seen = new Set<string>();
  for (const error of mostTelling((validate.errors ?? []).filter(({ keyword }) => keyword !== "if"))) {
    const path = pointerNames(error.instancePath);
    const extra =
      error.keyword === "additionalProperties" ? [String(error.params["additionalProperty"])] : [];
    const message = `${pathText(path) || "the file"} ${wording(error)}`;
    if (seen.has(message)) continue;
    seen.add(message);
    report({ ...source.at([...path, ...extra]), rule: "schema", message });
  }
  return false;
}

/** Entries of a list are counted from 1: `blocks.#3.text`; a file that is a list has no name for it. */
function pathText(path: readonly (string | number)[]): string {
  const named = path.map((key) => (/^[0-9]+$/.test(String(key)) ? `#${Number(key) + 1}` : key));
  return named.slice(path[0] === "list" ? 1 : 0).join(".");
}

/** Inside a list of alternatives every alternative complains; keep the complaints of the one that came closest. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter((error) => error.keyword === "oneOf").map((error) => error.instancePath);
  const inside = (error: ErrorObject): string | undefined =>
    choices.find((path) => error.instancePath.startsWith(path) && error.schemaPath.includes("/oneOf/"));
  const plain = errors.filter((error) => error.keyword !== "oneOf" && inside(error) === undefined);
  for (const choice of choices) {
    const branches = new Map<string, ErrorObject[]>();
    for (const error of errors) {
      const branch = /^(.*?\/oneOf\/[0-9]+)/.exec(error.schemaPath)?.[1];
      if (branch !== undefined && error.keyword !== "oneOf" && error.instancePath.startsWith(choice)) {
        branches.set(branch, [...(branches.get(branch) ?? []), error]);
      }
    }
    // The alternative that is meant has its own key present, so it lacks nothing where the choice is.
    const lacks = (list: readonly ErrorObject[]): number =>
      Number(list.some((error) => error.keyword === "required" && error.instancePath === choice));
    const ranked = [...branches.values()].sort((a, b) => lacks(a) - lacks(b) || weight(a) - weight(b));
    plain.push(...(ranked[0]?.slice(0, 2) ?? []));
  }
  return plain;
}

function weight(errors: readonly ErrorObject[]): number {
  return errors.reduce(
    (sum, error) => sum + (error.keyword === "required" ? 10 : error.keyword === "type" ? 5 : 1),
    0,
  );
}

function wording(error: ErrorObject): string {
  if (error.keyword === "additionalProperties")
    return `has an unknown key "${String(error.params["additionalProperty"])}": remove it or correct its spelling`;
  if (error.keyword === "required") return `lacks "${String(error.params["missingProperty"])}": add it`;
  if (error.keyword === "enum")
    return `is not a known value: use one of ${(error.params["allowedValues"] as readonly unknown[]).join(", ")}`;
  if (error.keyword === "pattern") {
    const words = /^\^\(\?:(.*)\)\$$/.exec(String(error.params["pattern"]))?.[1]?.split("|") ?? [];
    const choice = words.map((word) => spelled.get(word) ?? word);
    return choice.length > 1 && choice.every((word) => /^[\w.<>-]+$/.test(word))
      ? `is not a known value: use one of ${choice.join(", ")}`
      : "is not spelled as docs/authoring.md says: correct it";
  }
  return `${error.message ?? "does not fit its schema"}: see docs/authoring.md`;
}

/** Parts of patterns, as people say them. */
const spelled: ReadonlyMap<string, string> = new Map([
  ["figure\\.\\w+", "figure.<name>"],
  ["[0-9]{4}-[0-9]{2}-[0-9]{2}", "<year>-<month>-<day>"],
]);
