// Bundles the packages that a source file re-exports into one file in dist/, in place of what the compiler put there. A
// service that starts, and each worker of a batch, otherwise spends most of its first second on opening small files.
// Without the bundles everything works, only slower.
//
//   node scripts/build/bundle.mjs packages/service/src/vendor/jose.ts ...
import { build } from "esbuild";
import { bundleOf } from "./up-to-date.mjs";

/** Never used, or only by programs that embed the service, and imported only there. */
const external = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"];

/**
 * Functions that packages import when they are loaded, and that few processes call: the rest of their modules is loaded
 * with the first call. The colors of the first one are never shown.
 */
const calledByFew = {
  "supports-color": [],
  glob: ["glob"],
  "node:http2": ["createSecureServer", "createServer"],
  yaml: ["parse", "stringify"],
};
const loadedLater = {
  name: "loaded-later",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, namespace }) => {
      if (!Object.hasOwn(calledByFew, path)) return undefined;
      return namespace === "later" ? { path, external: true } : { path, namespace: "later" };
    });
    onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: calledByFew[path]
        .map((name) => `exports.${name} = (...given) => require("${path}").${name}(...given);`)
        .join("\n"),
    }));
  },
};

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
    external,
    plugins: [loadedLater],
    // Packages written for `require` use it to load Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
}
