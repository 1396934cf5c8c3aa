import type { Catalog, Found } from "@withholding-forms/catalog";
import type { Language, Notice } from "@withholding-forms/interview";
import { fillIn, messagesIn } from "../problems/messages/messages.js";
import { Problem } from "../problems/problem.js";
import { type Clock, today } from "./clock.js";

export interface Forms extends Clock {
  readonly catalog: Catalog;
}

/** The form version requested; without one, the latest. */
export function findForm(service: Forms, formId: string, version: string | undefined): Found {
  const day = today(service);
  const found = service.catalog.find(formId, version, day);
  if (found === "UNKNOWN_FORM") throw new Problem("UNKNOWN_FORM");
  if (found === "UNKNOWN_VERSION") {
    const versions = service.catalog.versions(formId, day).map((form) => form.version);
    throw new Problem("UNKNOWN_VERSION", { values: { versions: versions.join(", ") } });
  }
  return found;
}

/** A newer version replaced the form, or its year has ended. */
export function formNotice(
  { form, status, latest, yearEnded }: Found,
  language: Language,
): Notice | undefined {
  const { notices } = messagesIn(language);
  if (status === "DEPRECATED") {
    const values = { version: form.version, current: latest.version };
    return { type: "DEPRECATION", message: fillIn(notices.deprecation, values) };
  }
  if (!yearEnded) return undefined;
  return { type: "WARNING", message: fillIn(notices.yearEnded, { year: String(form.taxYear) }) };
}

/** Without a version, the questions can change with a new version. */
export function versionNotice(
  found: Found,
  asked: string | undefined,
  language: Language,
): Notice | undefined {
  const notice = formNotice(found, language);
  if (asked !== undefined || notice?.type === "WARNING") return notice;
  const sentence = messagesIn(language).notices.warning;
  return { type: "WARNING", message: fillIn(sentence, { version: found.form.version }) };
}
