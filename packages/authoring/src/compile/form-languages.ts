import { type CompiledFlowOption, ordinaryOption } from "@withholding-forms/catalog/model/jurisdiction";
import type { Language } from "@withholding-forms/interview";
import type { Content } from "../resolve/content.js";

/**
 * The options with `formLanguage`, where several options differ only by the language of the printed form. It follows from
 * the forms: an edition in another language extends the form that it is an edition of.
 */
export function withFormLanguages(
  content: Content,
  options: readonly CompiledFlowOption[],
): CompiledFlowOption[] {
  const ordinary = ordinaryOption(options, "en");
  const language = languageOf(content, ordinary?.forms);
  if (ordinary === undefined || language === undefined) return [...options];
  const same = options.filter(
    (option) => option === ordinary || areEditions(content, ordinary.forms ?? [], option.forms ?? []),
  );
  if (same.length < 2) return [...options];
  return options.map((option) => {
    const formLanguage = same.includes(option) ? languageOf(content, option.forms) : undefined;
    return formLanguage === undefined ? option : { ...option, formLanguage };
  });
}

/** A form and its editions in other languages. */
export function editionsOf(content: Content, formId: string): readonly string[] {
  const { versions, editions } = indexOf(content);
  let found = editions.get(formId);
  if (found === undefined) {
    found = [formId, ...[...versions.keys()].filter((id) => isEdition(content, formId, id))];
    editions.set(formId, found);
  }
  return found;
}

/** The form that this one is an edition of, in another language. */
export function editionOf(content: Content, formId: string): string | undefined {
  return editionsOf(content, formId).find(
    (id) =>
      id !== formId && versionsOf(content, formId).some(({ data }) => data.extends?.split("/").at(-2) === id),
  );
}

/** The language of all these forms; undefined if there is none. */
function languageOf(content: Content, forms: readonly string[] = []): Language | undefined {
  const found = new Set(forms.flatMap((id) => versionsOf(content, id).map(({ data }) => data.language)));
  return found.size === 1 ? [...found][0] : undefined;
}

function areEditions(content: Content, forms: readonly string[], others: readonly string[]): boolean {
  return (
    forms.length === others.length &&
    forms.every((id, index) => isEdition(content, id, others[index] ?? "")) &&
    languageOf(content, others) !== undefined
  );
}

/** Whether one of the two extends the other, for the same people and in another language. */
function isEdition(content: Content, formId: string, other: string): boolean {
  const [forms, others] = [versionsOf(content, formId), versionsOf(content, other)];
  const extended = (all: typeof forms, id: string) =>
    all.some(({ data }) => data.extends?.split("/").at(-2) === id);
  return forms.some((one) =>
    others.some(
      (another) =>
        one.data.language !== another.data.language &&
        one.data.type === another.data.type &&
        (extended(forms, other) || extended(others, formId)),
    ),
  );
}

function versionsOf(content: Content, formId: string): readonly Version[] {
  return indexOf(content).versions.get(formId) ?? [];
}

type Version = Content["jurisdictions"][number]["forms"][number]["form"];

interface Index {
  readonly versions: ReadonlyMap<string, readonly Version[]>;
  /** Those found so far: many questions ask for the editions of the same few forms. */
  readonly editions: Map<string, readonly string[]>;
}

const indexes = new WeakMap<Content, Index>();

function indexOf(content: Content): Index {
  let index = indexes.get(content);
  if (index === undefined) {
    const versions = new Map<string, Version[]>();
    for (const { id, form } of content.jurisdictions.flatMap(({ forms }) => forms))
      versions.set(id, [...(versions.get(id) ?? []), form]);
    index = { versions, editions: new Map() };
    indexes.set(content, index);
  }
  return index;
}
