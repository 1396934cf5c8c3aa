const push = Array.prototype.push;

// The worker part too: pdf.js would otherwise load it with the first file.
const { getDocument, OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
await import("pdfjs-dist/legacy/build/pdf.worker.mjs");

// pdf.js replaces `push` to support arrays of a fixed length, which it does not use. Node's own is much faster, and
// other code in the process uses it, too.
Array.prototype.push = push;

/** A font that a browser would load, where nothing is drawn. */
class FontFace {
  readonly loaded = Promise.resolve(this);
  load(): Promise<this> {
    return this.loaded;
  }
}
Object.assign(globalThis, { FontFace });

/**
 * What to open a file with. Widths come from the file or from the metrics of the standard fonts. Shapes of letters take
 * most of the time and are only needed to draw: pdf.js makes them itself, unless a browser loads the fonts.
 */
const shapeless = {
  useSystemFonts: true,
  disableFontFace: false,
  ownerDocument: { fonts: { add: () => {}, delete: () => {} } } as unknown as HTMLDocument,
};

export { getDocument, OPS, shapeless };
