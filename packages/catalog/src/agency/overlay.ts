import type { Language } from "@withholding-forms/interview";
import type { Artifact, OpenForm } from "../model/artifact.js";
import type { OfficialWords } from "../model/binding.js";
import { digest, listOfficial, readOfficial, requireCurrent, type StoredOfficial } from "./store.js";
import { withWords } from "./words.js";

/**
 * The content with the agencies' own files that are stored in the folder: where there is one, it is the blank and what
 * is filled, and the words that the law fixes are the agency's, also in the form's edition in another language. What is
 * stored for forms that the content does not have, or does not bind, is ignored. Throws an OfficialProblem for anything
 * damaged, so that a service never starts with a certificate it cannot vouch for.
 */
export function withOfficial(artifact: Artifact, folder: string): Artifact {
  const stored = new Map<string, StoredOfficial>();
  for (const name of listOfficial(folder)) {
    const form = artifact.forms.find(
      ({ entry }) => entry.id === name.formId && entry.version === name.version,
    );
    const official = form?.entry.official === undefined ? undefined : form.open().form.official;
    if (official === undefined) continue;
    const found = readOfficial(folder, name);
    requireCurrent(official, found);
    stored.set(keyOf(name.formId, name.version), found);
  }
  if (stored.size === 0) return artifact;
  const records = [...stored.values()].map(({ record }) => JSON.stringify(record.files));
  return {
    ...artifact,
    digest: digest(Buffer.from([artifact.digest, ...records].join("\n"))).slice(0, 16),
    forms: artifact.forms.map((form) => {
      const key = keyOf(form.entry.id, form.entry.version);
      const own = stored.get(key);
      const words = wordsFor(artifact, stored, key);
      if (own === undefined && words.size === 0) return form;
      return {
        entry: { ...form.entry, ...(own === undefined ? {} : { edition: editionOf(own) }) },
        open: () => opened(form.open(), own, words),
      };
    }),
  };
}

function keyOf(formId: string, version: string): string {
  return `${formId}/${version}`;
}

function editionOf({ record }: StoredOfficial): string {
  return (record.files["blank.pdf"] ?? "").slice(0, 8);
}

/** The words of the form's own file and of its editions in other languages. */
function wordsFor(
  artifact: Artifact,
  stored: ReadonlyMap<string, StoredOfficial>,
  key: string,
): ReadonlyMap<Language, OfficialWords> {
  const found = new Map<Language, OfficialWords>();
  const twin = (one: string): string | undefined =>
    artifact.forms.find(({ entry }) => keyOf(entry.id, entry.version) === one)?.entry.official?.editionOf;
  for (const [other, { words }] of stored) {
    if (other === key || twin(other) === key || twin(key) === other) found.set(words.language, words);
  }
  return found;
}

function opened(
  base: OpenForm,
  own: StoredOfficial | undefined,
  words: ReadonlyMap<Language, OfficialWords>,
): OpenForm {
  const sets: OpenForm["sets"] = (language) => {
    const plain = base.sets(language);
    const spoken = words.get(language);
    if (spoken === undefined) return plain;
    return {
      plain: withWords(plain.plain, spoken),
      ...(plain.federal === undefined ? {} : { federal: withWords(plain.federal, spoken) }),
    };
  };
  if (own === undefined) return { ...base, sets };
  const { official } = base.form;
  return {
    form: official === undefined ? base.form : { ...base.form, printed: official.printed },
    sets,
    taxParameters: base.taxParameters,
    blank: () => own.blank,
    template: () => own.template,
  };
}
