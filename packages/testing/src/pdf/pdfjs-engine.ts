const push = Array.prototype.push;

// The worker part too: pdf.js would otherwise load it with the first file.
const { getDocument, OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
await import("pdfjs-dist/legacy/build/pdf.worker.mjs");

// This build brings its own `push` for arrays of a fixed length. It has none, and Node's own takes a tenth of the time,
// also for everything else in the process.
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
