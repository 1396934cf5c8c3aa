import { PDFDocument, PDFName, PDFString, StandardFonts, TextAlignment } from "@cantoo/pdf-lib";

/** Where the fields of `smallBlank` are on its only page. */
export const places = {
  left: { x: 50, y: 700, width: 200, height: 16 },
  right: { x: 300, y: 700, width: 100, height: 16 },
  center: { x: 420, y: 700, width: 100, height: 16 },
  comb: { x: 50, y: 650, width: 180, height: 18 },
  lines: { x: 50, y: 560, width: 200, height: 60 },
  box: { x: 300, y: 650, width: 10, height: 10 },
  otherBox: { x: 330, y: 650, width: 10, height: 10 },
  signatureLine: { x: 50, y: 100, width: 250, height: 22 },
  date: { x: 350, y: 100, width: 100, height: 22 },
} as const;

/** An untagged form from another library, with one field of each kind and parts that must be removed. */
export async function smallBlank(change?: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle("Small form");
  const page = document.addPage([612, 792]);
  const helvetica = await document.embedFont(StandardFonts.Helvetica);
  page.drawText("A small form", { x: 50, y: 750, size: 14, font: helvetica });
  const form = document.getForm();
  const plain = { borderWidth: 0 };
  const text = (name: keyof typeof places, align = TextAlignment.Left) => {
    const field = form.createTextField(name);
    field.addToPage(page, { ...places[name], ...plain, font: helvetica });
    field.setFontSize(10);
    field.setAlignment(align);
    return field;
  };
  text("left");
  text("right", TextAlignment.Right);
  text("center", TextAlignment.Center);
  const comb = text("comb");
  comb.setMaxLength(9);
  comb.enableCombing();
  text("lines").enableMultiline();
  form.createCheckBox("box").addToPage(page, { ...places.box, ...plain });
  form.createCheckBox("otherBox").addToPage(page, { ...places.otherBox, ...plain });
  text("signatureLine").acroField.dict.set(PDFName.of("WFRole"), PDFName.of("signature"));
  text("date").acroField.dict.set(PDFName.of("WFRole"), PDFName.of("date"));
  const choice = form.createRadioGroup("choice");
  choice.addOptionToPage("Married", page, { x: 300, y: 600, width: 10, height: 10, ...plain });
  choice.addOptionToPage("Single", page, { x: 330, y: 600, width: 10, height: 10, ...plain });
  form.createButton("reset").addToPage("Reset form", page, { x: 500, y: 20, width: 60, height: 20 });
  document.addJavaScript("greet", 'app.alert("hello from a script")');
  document.catalog.set(
    PDFName.of("OpenAction"),
    document.context.obj({ S: "JavaScript", JS: PDFString.of('app.alert("opened")') }),
  );
  change?.(document);
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}
