import type { NoticeDefinition } from "@withholding-forms/contract";
import {
  amountText,
  Decimal,
  defined,
  fillPerjury,
  type Language,
  type Value,
} from "@withholding-forms/interview";
import type { Artifact, NoticeKind, SharedContent } from "../model/artifact.js";
import type { Catalog, FormNotice } from "../model/catalog.js";
import type { CompiledNotice } from "../model/form.js";

type Kinds = SharedContent["notices"];

/** A notice with what its code says. */
export function formNotice(
  kinds: Kinds,
  notice: Omit<CompiledNotice, "message">,
  message: string,
): FormNotice {
  const { code, due } = notice;
  // The check verifies that every code is listed.
  const kind = kinds[code] as NoticeKind;
  const { audience, action, blocksPayroll, quiet } = kind;
  return { notice: defined({ code, audience, action, due: due ?? kind.due, blocksPayroll, message }), quiet };
}

/** A notice of a completed form: amounts among the answers are inserted. */
export function answeredNotice(
  kinds: Kinds,
  notice: CompiledNotice,
  language: Language,
  value: (id: string) => Value,
): FormNotice {
  const textOf = (id: string): string => {
    const found = value(id);
    return found instanceof Decimal ? amountText(found.toString(), language) : String(found ?? "");
  };
  return formNotice(kinds, notice, fillPerjury(notice.message[language], textOf));
}

/** Every code, with the forms that can be requested on a day and can have it. */
export function noticesOn(
  { shared, forms }: Pick<Artifact, "shared" | "forms">,
  { versions }: Pick<Catalog, "versions">,
  day: string,
  language: Language,
): NoticeDefinition[] {
  const served = forms.filter(({ entry }) =>
    versions(entry.id, day).some(({ version }) => version === entry.version),
  );
  return Object.entries(shared.notices).map(([code, { audience, action, due, blocksPayroll, meaning }]) =>
    defined({
      code,
      audience,
      action,
      due,
      blocksPayroll,
      description: meaning[language],
      forms: [
        ...new Set(served.flatMap(({ entry }) => (entry.notices.includes(code) ? [entry.id] : []))),
      ].sort(),
    }),
  );
}
