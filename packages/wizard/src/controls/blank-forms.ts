import type { FormSummary } from "@withholding-forms/client";

/** Blank forms. Each is loaded once, when a page first links to it; the review compares the completed form with it. */
export type BlankForms = ReturnType<typeof createBlankForms>;

interface Blank {
  readonly bytes: Promise<Uint8Array>;
  loaded?: Uint8Array;
}

export function createBlankForms(load: (form: FormSummary) => Promise<Uint8Array>, changed: () => void) {
  const blanks = new Map<string, Blank>();
  const failed = new Set<string>();

  function blankOf(form: FormSummary): Blank {
    const key = keyOf(form);
    const known = blanks.get(key);
    if (known !== undefined) return known;
    const blank: Blank = { bytes: load(form) };
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
    bytesOf: (form: FormSummary): Promise<Uint8Array> => blankOf(form).bytes,
    /** Undefined until it is loaded. A page is drawn often: what failed is loaded again only when the employee asks for it. */
    loaded: (form: FormSummary): Uint8Array | undefined =>
      (failed.has(keyOf(form)) ? blanks.get(keyOf(form)) : blankOf(form))?.loaded,
  };
}

/** Unique in a session. */
export function keyOf({ id, formVersion }: FormSummary): string {
  return `${id} ${formVersion}`;
}
