// Bundles the packages that a source file re-exports into one file in dist/, in place of what the compiler put there. A
// service that starts, and each worker of a batch, otherwise spends most of its first second on opening small files.
// Without the bundles everything works, only slower.
//
//   node scripts/build/bundle.mjs packages/service/src/vendor/jose.ts ...
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { bundleOf } from "./up-to-date.mjs";

/** The files that the interactive description consists of stay in its package: the bundle looks for them there. */
const filesOfSwaggerUi = {
  name: "files-of-swagger-ui",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@fastify[\\/]swagger-ui[\\/](?:index|lib[\\/]routes)\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const changed = text
        .replace("path.join(__dirname, './static/logo.svg')", `${folder} + '/static/logo.svg'`)
        .replace("path.join(__dirname, '..', 'static')", `${folder} + '/static'`);
      if (changed === text || changed.includes("__dirname"))
        throw new Error(`${path} looks for its files in another way than before`);
      return { contents: changed, loader: "js" };
    });
  },
};
const folder = "path.dirname(require.resolve('@fastify/swagger-ui/package.json'))";

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
    plugins: [filesOfSwaggerUi],
    // Packages written for `require` use it to load Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
}
