import type { FormSummary } from "@withholding-forms/client";

/** Blank forms. Each is loaded once, when a page first links to it; the review compares the completed form with it. */
export interface BlankForms {
  bytesOf(form: FormSummary): Promise<Uint8Array>;
  /** Undefined until it is loaded. */
  loaded(form: FormSummary): Uint8Array | undefined;
}

export function createBlankForms(
  load: (form: FormSummary) => Promise<Uint8Array>,
  changed: () => void,
): BlankForms {
  const blanks = new Map<string, { readonly bytes: Promise<Uint8Array>; loaded?: Uint8Array }>();
  const failed = new Set<string>();

  function blankOf(form: FormSummary): { readonly bytes: Promise<Uint8Array>; loaded?: Uint8Array } {
    const key = keyOf(form);
    const known = blanks.get(key);
    if (known !== undefined) return known;
    const blank: { readonly bytes: Promise<Uint8Array>; loaded?: Uint8Array } = { bytes: load(form) };
    blanks.set(key, blank);
    blank.bytes.then(
      (bytes) => {
        blank.loaded = bytes;
        changed();
      },
      () => {
        failed.add(key);
        blanks.delete(key);
      },
    );
    return blank;
  }

  return {
    bytesOf: (form) => blankOf(form).bytes,
    // A page is drawn often: what failed is loaded again only when somebody asks for it.
    loaded: (form) => (failed.has(keyOf(form)) ? blanks.get(keyOf(form)) : blankOf(form))?.loaded,
  };
}

/** Unique in a session. */
export function keyOf({ id, formVersion }: FormSummary): string {
  return `${id} ${formVersion}`;
}
