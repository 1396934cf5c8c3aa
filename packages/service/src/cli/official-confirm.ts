import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AdoptedForm, ConfirmedFile } from "@withholding-forms/authoring";
import { confirmedName, contentDigest, readConfirmed } from "@withholding-forms/catalog";
import { officialFolder } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { readContent } from "./agency-files.js";
import { writeWhole } from "./files.js";
import { contentFolder, loadAuthoring, oneSentence, openedContent } from "./load-authoring.js";
import { adopted, adoptFolder } from "./official-adopt.js";
import { writeBelow } from "./official-watch.js";
import { print } from "./print.js";

export interface ConfirmOptions {
  readonly version?: string;
  readonly rules: boolean;
  readonly amounts: boolean;
  readonly patch?: string;
  readonly content?: string;
}

export async function confirm(formId: string | undefined, options: ConfirmOptions): Promise<void> {
  if (formId === undefined && options.patch === undefined)
    throw new OperatorError("Specify the form to confirm, or --patch to export what is confirmed.");
  if (formId !== undefined) print(await confirmForm(formId, options));
  if (options.patch !== undefined) await exportPatch(resolve(options.patch), options.content);
}

/**
 * Remembers that a person has compared the agency's file with the form. Throws if the last run of `adopt` found something
 * that has to be corrected first.
 */
export async function confirmForm(
  formId: string,
  { version, rules, amounts, content }: Omit<ConfirmOptions, "patch">,
): Promise<string> {
  const own = adopted().filter((one) => one.formId === formId && (version ?? one.version) === one.version);
  const [form, ...others] = own;
  if (form?.sha256 === undefined || form.content === undefined)
    throw new OperatorError(
      `There is no file of ${formId} to confirm. Run: withholding-forms official adopt`,
    );
  const name = `${formId} ${form.version}`;
  if (others.length > 0)
    throw new OperatorError(`Say which version of ${formId}: ${own.map((one) => one.version).join(", ")}.`);
  const wrong = (form.open ?? []).filter(({ about }) => about !== "amount");
  if (form.state === "new-revision" || wrong.length > 0)
    throw new OperatorError(
      `${name} differs from the agency's file: ${form.message}. Correct the content first.`,
    );
  if ((form.open ?? []).length > 0 && !amounts) {
    const list = (form.open ?? []).map(({ theirs }) => theirs).join(", ");
    throw new OperatorError(
      `The file of ${name} has amounts that the form does not have: ${list}. If you have looked at each of them, add --amounts.`,
    );
  }
  const built = readContent().forms.find(
    ({ entry }) => entry.id === formId && entry.version === form.version,
  );
  const opened = built?.open();
  if (!opened || contentDigest(opened.form, opened.sets("en"), opened.blank()) !== form.content)
    throw new OperatorError(
      `The content of ${name} changed after its file was compared. Run \`npm run build\` and: withholding-forms official adopt ${formId}`,
    );
  const binding = await completeBinding(form, content);
  const folder = officialFolder(readConfig(process.env));
  const rest = readConfirmed(folder).filter((one) => one.formId !== formId || one.version !== form.version);
  const checked = new Date().toISOString().slice(0, 10);
  const confirmed = [
    ...rest,
    { formId, version: form.version, sha256: form.sha256, content: form.content, rules, checked },
  ];
  writeBelow(folder, confirmedName, `${JSON.stringify({ confirmed }, undefined, 2)}\n`);
  const left =
    binding === undefined || binding.problems.length === 0
      ? ""
      : ` Its binding is not complete and is not used: ${binding.problems.length} things to do, such as ${binding.problems[0]}.`;
  return `${name}: confirmed${rules ? " with its rules" : ""}. Restart the service to publish it.${left}`;
}

/** The proposed binding as a person left it, with what the check says about it. */
async function completeBinding(
  { formId, version, folder, sha256 }: AdoptedForm,
  content: string | undefined,
): Promise<{ readonly text: string; readonly problems: readonly string[] } | undefined> {
  const path = join(adoptFolder(), folder ?? "", "official.yaml");
  if (folder === undefined || !existsSync(path)) return undefined;
  const { bindingProblems, contentRoot, folderOfForm } = await loadAuthoring();
  const root = contentFolder(content ?? contentRoot);
  const file = readFileSync(join(adoptFolder(), "files", `${sha256}.pdf`));
  const text = readFileSync(path, "utf8");
  const problems = await bindingProblems(root, `${folderOfForm(root, formId)}/${version}`, text, file).catch(
    oneSentence,
  );
  return { text, problems };
}

/** Everything that is confirmed, for the repository. */
async function exportPatch(path: string, content: string | undefined): Promise<void> {
  const { confirmationPatch } = await loadAuthoring();
  const { root, compiled } = await openedContent(content);
  const forms = adopted();
  const confirmed: ConfirmedFile[] = [];
  for (const one of readConfirmed(officialFolder(readConfig(process.env)))) {
    const form = forms.find(
      (other) =>
        other.formId === one.formId && other.version === one.version && other.confirmed !== undefined,
    );
    if (form === undefined) continue;
    const binding = await completeBinding(form, content);
    const whole = binding?.problems.length === 0 ? { binding: binding.text } : {};
    confirmed.push({ ...one, address: form.address, ...whole });
  }
  writeWhole(path, confirmationPatch(root, compiled, confirmed));
  print(`${path}: ${confirmed.length} forms. In the repository, run: git apply ${path}`);
}
