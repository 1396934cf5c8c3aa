// Compiles the schemas of the content files into one file, in place of what the compiler put there, which would compile
// them with every check of a form.
//
//   node scripts/build/validators.mjs packages/catalog/dist/authoring/schema/validators.js
import { dirname } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { ajvOptions } from "../../packages/catalog/dist/authoring/schema/ajv-options.js";
import { schemas } from "../../packages/catalog/dist/authoring/schema/schemas.js";
import { withDefinitions } from "../../packages/catalog/dist/authoring/schema/with-definitions.js";

const [outfile] = process.argv.slice(2);
const kinds = Object.keys(schemas);
const ajv = new Ajv({
  ...ajvOptions,
  code: { ...ajvOptions.code, source: true },
  schemas: kinds.map((kind) => ({ $id: kind, ...withDefinitions(schemas[kind]) })),
});
const compiled = standalone.default(ajv, Object.fromEntries(kinds.map((kind) => [kind, kind])));

await build({
  stdin: {
    contents: 'import * as compiled from "compiled";\nexport const validatorOf = (kind) => compiled[kind];',
    resolveDir: dirname(outfile),
  },
  outfile,
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "error",
  plugins: [
    {
      name: "compiled",
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^compiled$/ }, () => ({ path: "compiled", namespace: "compiled" }));
        onLoad({ filter: /.*/, namespace: "compiled" }, () => ({
          contents: compiled,
          loader: "js",
          resolveDir: process.cwd(),
        }));
      },
    },
  ],
});
