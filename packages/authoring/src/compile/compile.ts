import type { SharedContent } from "@withholding-forms/catalog/model/artifact";
import type { CompiledJurisdiction } from "@withholding-forms/catalog/model/jurisdiction";
import { keepParsed } from "@withholding-forms/interview";
import type { Ledger } from "../read/po.js";
import type { Report } from "../read/problem.js";
import type { Content } from "../resolve/content.js";
import { readContent } from "../resolve/read-content.js";
import { compileForm, type FormParts } from "./form.js";
import { compileJurisdiction } from "./jurisdiction.js";
import { compileShared } from "./shared.js";

export interface CompiledContent {
  readonly content: Content;
  readonly shared: SharedContent;
  readonly jurisdictions: readonly CompiledJurisdiction[];
  readonly forms: readonly FormParts[];
  readonly ledger: Ledger;
}

/** Reads and compiles the text and rules of all forms, or of one form (`us/AL/AL101`). Undefined only if the shared files cannot be read. */
export function compileContent(
  root: string,
  report: Report,
  formFolder?: string,
): CompiledContent | undefined {
  keepParsed();
  const content = readContent(root, report, formFolder);
  if (content === undefined) return undefined;
  const ledger: Ledger = { used: new Set(), missing: [] };
  return {
    content,
    shared: compileShared(content, ledger, report),
    jurisdictions: content.jurisdictions.map((place) => compileJurisdiction(content, place, ledger, report)),
    forms: content.jurisdictions.flatMap((place) =>
      place.forms.map((form) => compileForm(content, form, ledger, report)),
    ),
    ledger,
  };
}
