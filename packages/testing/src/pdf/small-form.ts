import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

/** A line of words, and the field that follows it. */
export interface FormLine {
  readonly text: string;
  readonly field?: string;
}

/** A page of our own that stands in for an agency's fillable file. */
export async function smallForm(lines: readonly FormLine[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([612, 792]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  lines.forEach(({ text, field }, index) => {
    page.drawText(text, { x: 40, y: 720 - index * 24, size: 10, font });
    if (field !== undefined)
      document
        .getForm()
        .createTextField(field)
        .addToPage(page, { x: 450, y: 716 - index * 24, width: 80, height: 16, borderWidth: 0, font });
  });
  return document.save();
}
