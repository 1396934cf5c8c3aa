// Builds dist/bundle (the component in one file for each language, for pages without a bundler), dist/form-viewer (what draws the pages of a form,
// which the component loads from the service when it shows one), and dist/site (the pages of the service with a wizard, whose
// files have a digest in their names, and the style of the pages without a script).
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import { build } from "vite";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
/** Indentation means nothing in templates, and would be a tenth of the bundle. */
const squeeze = {
  name: "squeeze",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(path("src/")) && id.endsWith(".ts")
      ? { code: code.replace(/\n\s+/g, "\n").replace(/\n(\/?>)/g, "$1"), map: null }
      : null,
};
/**
 * decimal.js carries a thousand digits each of pi and of a logarithm, powers, roots, trigonometry and other bases. Forms
 * add, multiply, divide and round: without the rest the bundle is some kilobytes smaller on the wire.
 */
const unused = [
  /(?:inverse)?(?:[hH]yperbolic)?(?:[cC]osine|[sS]ine|[tT]angent)/,
  /cubeRoot|squareRoot|logarithm|naturalExponential|naturalLogarithm|toPower/,
  /toBinary|toHexadecimal|toOctal|toFraction|toNearest|toExponential|toPrecision|toSignificantDigits/,
  /clampedTo|modulo|dividedToIntegerBy/,
  /absoluteValue|ceil|floor|round|truncated|greaterThan(?:OrEqualTo)?|lessThan(?:OrEqualTo)?/,
  /isInteger|isPositive|precision|toNumber/,
].map(({ source }) => source);
const usedStatics = ["config", "clone", "isDecimal", "prototype", "precision", "max", "min"];
const onlyArithmetic = {
  name: "only-arithmetic",
  transform: (code, id) =>
    id.endsWith("/decimal.mjs")
      ? {
          code: code
            .replace(/(LN10|PI) = '(\d\.\d{20})\d{1000,}'/g, "$1 = '$2'")
            .replace(new RegExp(`^P\\.(?:${unused.join("|")}) = .*?^\\};$`, "gms"), "")
            .replace(/^ {2}Decimal\.(\w+) = \1;.*$/gm, (line, name) =>
              usedStatics.includes(name) ? line : "",
            )
            // All settings are our own.
            .replace(
              /^function config\(obj\) \{.*?^\}/gms,
              "function config(obj) { return Object.assign(this, obj); }",
            )
            .replace(/^ {2}Decimal\.(?:ROUND_(?:UP|DOWN|HALF_(?!UP)\w+)|EUCLID) = \d;$/gm, "")
            .replace(/^P\[Symbol\.for.*$/gm, "")
            // Only for other bases. A text that is no number cannot come from a checked answer.
            .replace(": parseOther(x, v)", ": (() => { throw Error(invalidArgument + v); })()"),
          map: null,
        }
      : null,
};
/** Vite wraps each import() in code that preloads styles and other files, which there are none of. */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null,
};
const common = {
  plugins: [squeeze, onlyArithmetic, plainImports],
  configFile: false,
  logLevel: "warn",
  publicDir: false,
};
const shared = {
  target: "es2022",
  emptyOutDir: true,
  sourcemap: false,
  reportCompressedSize: false,
  modulePreload: false,
};

await build({
  ...common,
  build: {
    ...shared,
    outDir: path("dist/bundle"),
    minify: "terser",
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rollupOptions: {
      input: path("src/index.ts"),
      preserveEntrySignatures: "strict",
      output: {
        format: "es",
        entryFileNames: "withholding-wizard.js",
        // The text in other languages, loaded when it is needed.
        chunkFileNames: "withholding-wizard-[name].js",
      },
    },
  },
});
await build({
  ...common,
  build: {
    ...shared,
    outDir: path("dist/form-viewer"),
    minify: "esbuild",
    rollupOptions: {
      input: path("src/viewer/form-viewer.ts"),
      external: ["pdfjs-dist"],
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "form-viewer.js", paths: { "pdfjs-dist": "./pdf.js" } },
    },
  },
});
// Unchanged, with its license notice. The build for older browsers: phones are not always up to date.
for (const name of ["pdf", "pdf.worker"])
  copyFileSync(
    fileURLToPath(import.meta.resolve(`pdfjs-dist/legacy/build/${name}.min.mjs`)),
    path(`dist/form-viewer/${name}.js`),
  );
await build({
  ...common,
  root: path("src/site"),
  base: "./",
  build: {
    ...shared,
    outDir: path("dist/site"),
    assetsInlineLimit: 0,
    rollupOptions: { input: ["try", "theme"].map((name) => path(`src/site/${name}.html`)) },
  },
});
await bundle({
  entryPoints: [path("src/site/pages.css")],
  outfile: path("dist/site/pages.css"),
  bundle: true,
  minify: true,
});
