/** Only loaded for what it does when it is: it makes itself known to pdf.js. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {}
