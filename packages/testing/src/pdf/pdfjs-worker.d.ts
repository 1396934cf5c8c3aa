/** Imported for its side effect: it registers itself with pdf.js. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {}
