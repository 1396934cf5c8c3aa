/** The bytes of the PDF in a `fillPdf` response. */
export function pdfBytes({ pdf }: { readonly pdf: string }): Uint8Array {
  return Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
}
