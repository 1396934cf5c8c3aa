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

/** The form version's warnings in one notice, because the contract has only one. */
export function formNotice(found: Found, language: Language): Notice | undefined {
  return withOwn(lapseNotice(found, language), ownNotices(found, language));
}

/** Warnings of the form's content, and that its regulated wording is not the agency's. */
function ownNotices({ form }: Found, language: Language): string[] {
  const paraphrased = form.agencyAddress !== undefined && form.edition === undefined;
  return [...form.notices(language), ...(paraphrased ? [messagesIn(language).notices.paraphrase] : [])];
}

/** A newer version replaced the form, or its year has ended. */
function lapseNotice({ form, status, latest, yearEnded }: Found, language: Language): Notice | undefined {
  const { notices } = messagesIn(language);
  if (status === "DEPRECATED") {
    const values = { version: form.version, current: latest.version };
    return { type: "DEPRECATION", message: fillIn(notices.deprecation, values) };
  }
  if (!yearEnded) return undefined;
  return { type: "WARNING", message: fillIn(notices.yearEnded, { year: String(form.taxYear) }) };
}

/** Without a version, the questions can change with a new version. `answered` has the form's own warnings for these answers. */
export function versionNotice(
  found: Found,
  asked: string | undefined,
  language: Language,
  answered: readonly string[] = [],
): Notice | undefined {
  const own = [...ownNotices(found, language), ...answered];
  const lapse = lapseNotice(found, language);
  if (asked !== undefined || lapse?.type === "WARNING") return withOwn(lapse, own);
  const message = fillIn(messagesIn(language).notices.warning, { version: found.form.version });
  return withOwn({ type: "WARNING", message }, own);
}

function withOwn(notice: Notice | undefined, own: readonly string[]): Notice | undefined {
  if (own.length === 0) return notice;
  const message = [...(notice === undefined ? [] : [notice.message]), ...own].join(" ");
  return { type: notice?.type ?? "WARNING", message };
}
