import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from "@cantoo/pdf-lib";
import { openWithinLimit } from "./unpack-limit.js";

/** An agency's file as objects, decrypted: some agencies lock their files against changes, with an empty password. */
export function openAgencyFile(file: Uint8Array): Promise<PDFDocument> {
  return openWithinLimit(() => decrypted(file));
}

async function decrypted(file: Uint8Array): Promise<PDFDocument> {
  const locked = await PDFDocument.load(file, { updateMetadata: false, ignoreEncryption: true });
  const { Encrypt } = locked.context.trailerInfo;
  if (Encrypt === undefined) {
    return PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true });
  }
  const document = await unlock(file);
  const { context } = document;
  // Objects that could be read without the password have their own strings; those in packed streams do not.
  const own = new Set(locked.context.enumerateIndirectObjects().map(([ref]) => ref));
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (own.has(ref)) context.assign(ref, withPlainStrings(object));
  }
  if (Encrypt instanceof PDFRef) context.delete(Encrypt);
  delete context.trailerInfo.Encrypt;
  return document;
}

async function unlock(file: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(file, { updateMetadata: false, password: "" });
  } catch (error) {
    throw new Error("The file is encrypted and cannot be opened without a password.", { cause: error });
  }
}

/** The library leaves a decrypted string as it came out, where a parenthesis or a backslash would be read as syntax. */
function withPlainStrings(object: PDFObject): PDFObject {
  if (object instanceof PDFString) {
    return PDFHexString.of(Buffer.from(object.asString(), "latin1").toString("hex"));
  }
  if (object instanceof PDFArray) {
    object.asArray().forEach((item, index) => {
      object.set(index, withPlainStrings(item));
    });
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) object.set(key, withPlainStrings(value));
  } else if (object instanceof PDFStream) withPlainStrings(object.dict);
  return object;
}
