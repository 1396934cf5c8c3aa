import { PDFHexString, PDFString } from "@cantoo/pdf-lib";

/** Text of a document's own strings, such as its title: plain where ASCII will do, UTF-16 otherwise. */
export function textString(text: string): PDFString | PDFHexString {
  const plain = /^[\x20-\x7e]*$/.test(text);
  return plain ? PDFString.of(text.replace(/[\\()]/g, "\\$&")) : PDFHexString.fromText(text);
}
