import type { Language } from "@withholding-forms/interview";
import { type Circumstances, completeForm } from "../app/complete-form.js";
import { noticesOf } from "../app/find-form.js";
import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { explainProblem, Problem } from "../problems/problem.js";
import { openSeal } from "../seal/open-seal.js";
import { openAuditLog } from "../store/open.js";
import { auditSigned } from "./audit-signed.js";
import { endWith } from "./exit-codes.js";
import { readJson, writeWhole } from "./files.js";
import { print, printError } from "./print.js";
import { sealSigned } from "./seal-signed.js";

export interface FillOptions extends Circumstances {
  readonly output: string;
  readonly json: boolean;
}

/** Fills one form from the body of a fillPdf request. */
export async function fill(answersFile: string, { output, json, ...options }: FillOptions): Promise<void> {
  const { language } = options;
  const config = readConfig(process.env);
  const service = { catalog: openCatalog(config), clock: () => new Date() };
  const body = readJson(answersFile);
  try {
    const completed = completeForm(service, body, options);
    const { found, version, completion, mode } = completed;
    const filled = mode === "SIGN" ? await sealSigned(await openSeal(config), completed) : completed.filled;
    if (mode === "SIGN") {
      const audit = await openAuditLog(config);
      await auditSigned(audit, completed, filled.sha256, language).finally(() => audit.close());
    }
    writeWhole(output, filled.pdf);
    const { form } = found;
    const { notice, notices } = noticesOf(found, language, completion.notices, version !== undefined);
    const { taxParameters, ignoredFields, calculatedValues } = completion;
    if (json) {
      const result = {
        form: form.id,
        formVersion: form.version,
        output,
        taxParameters,
        ignoredFields,
        calculatedValues,
        notices,
        ...(mode === "SIGN" ? { signedAt: completed.instant.toISOString(), sha256: filled.sha256 } : {}),
      };
      return print(JSON.stringify(notice === undefined ? result : { ...result, notice }));
    }
    if (notice !== undefined) printError(notice.message);
    print(`${form.id} ${form.version} was written to ${output}.`);
    for (const { id, value } of taxParameters) print(`  ${id} = ${value}`);
    if (ignoredFields.length > 0) print(`  ignored (not asked on this path): ${ignoredFields.join(", ")}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    endWith("REFUSED");
    showRefusal(error, language, json);
  }
}

export function showRefusal(problem: Problem, language: Language, json: boolean): void {
  const { code } = problem;
  const { title, detail, errors } = explainProblem(problem, language);
  if (json) return print(JSON.stringify({ code, title, detail, errors }));
  printError(`${code}: ${detail}`);
  for (const error of errors) printError(`  ${error.pointer || "/"}  ${error.code}  ${error.message}`);
}
