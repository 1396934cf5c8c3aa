import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Confirmation } from "@withholding-forms/catalog/agency/confirmed";
import { Document, isMap } from "yaml";
import { checkContent } from "../check/check.js";
import type { CompiledContent } from "../compile/compile.js";
import { problemLine } from "../read/problem.js";
import { formOf } from "./bind-form.js";

export interface ConfirmedFile extends Confirmation {
  /** Where the file was downloaded. */
  readonly address: string;
  /** Text of `official.yaml`, where it is complete. */
  readonly binding?: string;
}

/** What a person has confirmed, for `git apply` in the repository: sources, verification, and bindings. */
export function confirmationPatch(
  root: string,
  compiled: CompiledContent,
  confirmed: readonly ConfirmedFile[],
): string {
  return confirmed
    .map((one) => {
      const { context } = formOf(compiled, one.formId, one.version);
      const { folder, form } = context.form;
      const [path, binding] = [`${folder}/form.yaml`, `${folder}/official.yaml`];
      const before = readFileSync(join(root, path), "utf8");
      const after = withConfirmation(before, form.data, one);
      const bound = existsSync(join(root, binding)) ? readFileSync(join(root, binding), "utf8") : undefined;
      return patchOf(path, before, after) + patchOf(binding, bound, one.binding ?? bound);
    })
    .join("");
}

/** The text of `form.yaml` with the file among its sources, and with the levels that it gives. */
function withConfirmation(
  text: string,
  { name, agency, revision, sources }: CompiledSource,
  { address, sha256, checked, rules }: ConfirmedFile,
): string {
  const part = rules ? {} : { for: "face" };
  const source = { document: name, agency, address, seen: checked, revision, sha256, ...part };
  const raised = text.replace(/^verification: .*$/m, (line) =>
    line
      .replace(/face: \w+/, "face: AGENCY_FILE")
      .replace(/rules: \w+/, rules ? "rules: AGENCY_FILE" : "$&")
      .replace(/checked: [\d-]+/, `checked: ${checked}`),
  );
  if (sources.some((other) => other.sha256 === sha256 && (!rules || other.for === undefined))) return raised;
  const flow = (one: object): string => {
    const document = new Document(one);
    if (isMap(document.contents)) document.contents.flow = true;
    return `  - ${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
  };
  return /^sources:$/m.test(raised)
    ? raised.replace(/^sources:\n/m, `$&${flow(source)}`)
    : `${raised.replace(/^sources:.*\n/m, "")}sources:\n${[source, ...sources].map(flow).join("")}`;
}

type CompiledSource = CompiledContent["forms"][number]["context"]["form"]["form"]["data"];

/** One change of a file, as lines from the first to the last that differ. */
function patchOf(path: string, before: string | undefined, after: string | undefined): string {
  if (after === undefined || before === after) return "";
  const [old, now] = [before ?? "", after].map((text) => text.split("\n").slice(0, -1)) as [
    string[],
    string[],
  ];
  const shorter = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < shorter && old[start] === now[start]) start += 1;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const from = Math.max(0, start - around);
  const tail = old.slice(old.length - end, old.length - end + around);
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
  ];
  const range = (all: string[]): string => {
    const count = all.length - end - from + tail.length;
    return `${count === 0 ? 0 : from + 1},${count}`;
  };
  const left = before === undefined ? "/dev/null" : `a/content/${path}`;
  return `--- ${left}\n+++ b/content/${path}\n@@ -${range(old)} +${range(now)} @@\n${lines.join("\n")}\n`;
}

/** Lines of context, as `git` has them. */
const around = 3;

/** Why a binding is not complete, in a copy of the content with the file itself; empty if nothing is left to do. */
export async function bindingProblems(
  root: string,
  folder: string,
  binding: string,
  file: Uint8Array,
): Promise<string[]> {
  const copy = mkdtempSync(join(tmpdir(), "binding-"));
  try {
    cpSync(root, copy, { recursive: true });
    writeFileSync(join(copy, folder, "official.yaml"), binding);
    const official = join(copy, "official");
    mkdirSync(official);
    writeFileSync(join(official, "agency.pdf"), file);
    const { problems } = await checkContent(copy, { only: folder, draw: false, official });
    return problems.filter((one) => one.file === `${folder}/official.yaml`).map(problemLine);
  } finally {
    rmSync(copy, { recursive: true });
  }
}
