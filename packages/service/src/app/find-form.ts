import type { Catalog, FormNotice, Found } from "@withholding-forms/catalog";
import type { CodedNotice, ServiceNotice } from "@withholding-forms/contract";
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

/** What a response says about a form: the notice of the specification, and all of them for their audiences. */
export interface Notices {
  readonly notice: Notice | undefined;
  readonly notices: readonly CodedNotice[];
}

/** `own` are those of the content. The contract has only one `notice`, so it joins what is not quiet and certain. */
export function noticesOf(
  found: Found,
  language: Language,
  own: readonly FormNotice[],
  versionSent = true,
): Notices {
  const { form } = found;
  const first = lapse(found, language) ?? (versionSent ? undefined : versionNotSent(found, language));
  const paraphrased = form.agencyAddress !== undefined && form.edition === undefined;
  const { paraphrase, printNotSeen } = messagesIn(language).notices;
  const all = [
    ...(first === undefined ? [] : [form.serviceNotice(first.code, first.message)]),
    ...(paraphrased ? [form.serviceNotice("WORDING_PARAPHRASED", paraphrase)] : []),
    ...(form.verificationLevels.face === "DERIVED"
      ? [form.serviceNotice("PRINT_NOT_SEEN", printNotSeen)]
      : []),
    ...own,
  ];
  const notices = all.map(({ notice }) => notice);
  const said = [
    ...(first === undefined ? [] : [first.message]),
    ...own.flatMap(({ notice, quiet }) => (quiet || notice.optional === true ? [] : [notice.message])),
  ];
  if (said.length === 0) return { notice: undefined, notices };
  return { notice: { type: first?.type ?? "WARNING", message: said.join(" ") }, notices };
}

interface VersionNotice extends Notice {
  readonly code: ServiceNotice;
}

/** A newer version replaced the form, or its year has ended. */
function lapse({ form, status, latest, yearEnded }: Found, language: Language): VersionNotice | undefined {
  const { notices } = messagesIn(language);
  if (status === "DEPRECATED") {
    const values = { version: form.version, current: latest.version };
    return {
      type: "DEPRECATION",
      code: "VERSION_DEPRECATED",
      message: fillIn(notices.deprecation, values),
    };
  }
  if (!yearEnded) return undefined;
  const message = fillIn(notices.yearEnded, { year: String(form.taxYear) });
  return { type: "WARNING", code: "YEAR_ENDED", message };
}

/** The questions can change with a new version. */
function versionNotSent({ form }: Found, language: Language): VersionNotice {
  const message = fillIn(messagesIn(language).notices.warning, { version: form.version });
  return { type: "WARNING", code: "VERSION_NOT_SENT", message };
}
