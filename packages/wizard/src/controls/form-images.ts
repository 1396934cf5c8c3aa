/** A form that can be shown. */
export interface ShownForm {
  readonly formId: string;
  /** As the employee knows it. */
  readonly name: string;
  /** Base64. */
  readonly pdf: string;
  /** The same form without answers, to see what was printed. */
  readonly blank: () => Promise<Uint8Array>;
}

/** The form's pages as images, as far as they are drawn, and how they are shown. */
export interface FormImage {
  readonly pdf: string;
  readonly pages: { readonly canvas: HTMLCanvasElement; readonly hasAnswers: boolean }[];
  status: "DRAWING" | "DRAWN" | "FAILED";
  /** Index in `zooms`. */
  zoom: number;
  showsAll: boolean;
}

export interface FormImages {
  of(form: ShownForm): FormImage;
}
