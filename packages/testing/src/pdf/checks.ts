import { inputFile, tool } from "./tools.js";

/** What qpdf and mupdf find wrong with a file: nothing, for a good one. */
export function faults(pdf: Uint8Array): string {
  const qpdf = tool("qpdf", ["--check", inputFile], pdf);
  const mutool = tool("mutool", ["draw", "-q", "-F", "pgm", "-r", "20", "-o", "/dev/null", inputFile], pdf);
  const complaints = [
    qpdf.stderr,
    // The Debian build of mupdf says this of every file.
    mutool.stderr.replaceAll("warning: ICC support is not available\n", ""),
  ];
  if (qpdf.status !== 0) complaints.push(`qpdf ended with ${qpdf.status}`);
  if (mutool.status !== 0) complaints.push(`mutool ended with ${mutool.status}`);
  return complaints.join("").trim();
}

/** Text of one page as poppler reads it, or of all. */
export function popplerText(pdf: Uint8Array, page?: number): string {
  const pages = page === undefined ? [] : ["-f", String(page), "-l", String(page)];
  return tool("pdftotext", [...pages, inputFile, "-"], pdf).stdout.toString("utf8");
}

/** The whole file with every stream and object stream unpacked, without the table of offsets, one character per byte. */
export function unpackedFile(pdf: Uint8Array): string {
  const args = [
    "--qdf",
    "--static-id",
    "--object-streams=disable",
    "--stream-data=uncompress",
    inputFile,
    "-",
  ];
  const text = tool("qpdf", args, pdf).stdout.toString("latin1");
  // A table of offsets may hold any row of digits by chance.
  return text.slice(0, text.lastIndexOf("\nxref\n")) + text.slice(text.lastIndexOf("\ntrailer"));
}
