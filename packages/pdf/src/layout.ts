/**
 * What a form looks like on paper, with final text and named fields. The catalog builds one from a version's
 * `page.yaml` and its questions; this package draws it and knows nothing of where the words came from.
 */
export interface FormLayout {
  readonly language: "en" | "es" | "fr";
  /** Document title, as a viewer's title bar shows it. */
  readonly title: string;
  readonly head: Head;
  readonly blocks: readonly Block[];
  /** One sentence on every page: a substitute for the named form and revision. */
  readonly footer: string;
  /** "Page {n} of {total}" in the form's language. */
  readonly pageNumber: string;
}

export interface Head {
  /** Small word above the number: "Form". */
  readonly kind: string;
  /** "W-4" */
  readonly number: string;
  readonly title: string;
  /** Agency, printed small under the number. */
  readonly agency: string;
  /** "Rev. 3/2014", "TD1 E (26)" */
  readonly revision: string;
  /** Tax year in large digits at the right, if the form has one. */
  readonly year?: string;
  /** One or two sentences under the title. */
  readonly instruction?: string;
  /** A marking across the top margin, such as "For New Mexico state withholding only". */
  readonly marking?: string;
}

export type Block =
  | SectionBlock
  | HeadingBlock
  | TextBlock
  | ListBlock
  | RowBlock
  | LineBlock
  | ChoicesBlock
  | TableBlock
  | SignatureBlock
  | PageBreakBlock;

/** Starts a ruled section. `label` is the tag in the left margin ("Step 1:"). Lasts until the next section. */
export interface SectionBlock {
  readonly kind: "section";
  readonly label?: string;
  readonly title: string;
  /** Long instructions without boxes are set in two columns; 1 keeps them across the page. */
  readonly columns?: 1;
}

/** A heading inside a section, or the title of a worksheet. */
export interface HeadingBlock {
  readonly kind: "heading";
  readonly text: string;
}

export interface TextBlock {
  readonly kind: "text";
  /** Words in bold before the text: "Caution:". */
  readonly lead?: string;
  readonly text: string;
  /**
   * "small" between two numbered lines is a note to the line above it. "declaration" stays on the page of what
   * follows it, which is the signature.
   */
  readonly style?: "normal" | "bold" | "small" | "declaration";
}

export interface ListBlock {
  readonly kind: "list";
  readonly items: readonly string[];
}

/** Boxed cells side by side, each with a small label over its field; the identity and employer blocks. */
export interface RowBlock {
  readonly kind: "row";
  readonly cells: readonly { readonly label: string; readonly field: Field; readonly span: number }[];
}

/** A numbered line: words, dot leaders, and a box in the right-hand column; sometimes a second, inner box. */
export interface LineBlock {
  readonly kind: "line";
  readonly number?: string;
  /** Words in bold before the text: "Other income." */
  readonly lead?: string;
  readonly text: string;
  /** Short box inside the text column, such as a count that the amount is computed from. */
  readonly inner?: Field;
  readonly field?: Field;
  /** Drawn before the box, "$" or "%". */
  readonly unit?: string;
  /** A total, drawn heavier. */
  readonly total?: boolean;
}

/** Check boxes with their words; one option of a choice each, or a single box. */
export interface ChoicesBlock {
  readonly kind: "choices";
  readonly number?: string;
  /** Words in bold before the text. */
  readonly lead?: string;
  readonly text?: string;
  readonly columns: number;
  readonly options: readonly { readonly lead?: string; readonly text: string; readonly field: Field }[];
}

export interface TableBlock {
  readonly kind: "table";
  readonly title?: string;
  /** A heading over all columns but the first. */
  readonly spanner?: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The line to sign: signature fields (`signatureLine`) and date fields next to them. */
export interface SignatureBlock {
  readonly kind: "signature";
  /** "Sign here" tag in the left margin. */
  readonly label: string;
  readonly cells: readonly { readonly label: string; readonly field: Field; readonly span: number }[];
}

export interface PageBreakBlock {
  readonly kind: "pageBreak";
}

export interface Field {
  /** AcroForm field name: the question's id, or `<id>_<option>` for one box of a choice. */
  readonly name: string;
  readonly kind: "text" | "check" | "comb" | "multiline";
  /** Tooltip that describes the field's content; screen readers read it aloud. */
  readonly tooltip: string;
  readonly align?: "left" | "right" | "center";
  /** Number of comb cells. */
  readonly cells?: number;
  /** Lines a multi-line field has room for; 2 by default. */
  readonly lines?: number;
  /** On a numbered line: words rather than an amount, so a box of about a third of the page's width. */
  readonly wide?: boolean;
  /** Stays a live field for an external signature. A signature and its date are also empty in a preview. */
  readonly role?: "signature" | "date" | "text";
}
