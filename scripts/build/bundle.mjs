// Bundles the packages that a source file re-exports into one file in dist/, in place of what the compiler put there. A
// service that starts, and each worker of a batch, otherwise spends most of its first second on opening small files.
// Without the bundles everything works, only slower.
//
//   node scripts/build/bundle.mjs packages/service/src/vendor/jose.ts ...
import { build } from "esbuild";
import { bundleOf } from "./up-to-date.mjs";

for (const source of process.argv.slice(2)) {
  await build({
    entryPoints: [source],
    outfile: bundleOf(source),
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    legalComments: "inline",
    // Packages written for `require` use it to load Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
}
