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
        throw new Error(`${path} does not locate its files as expected`);
      return { contents: changed, loader: "js" };
    });
  },
};
const folder = "path.dirname(require.resolve('@fastify/swagger-ui/package.json'))";

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
    plugins: [filesOfSwaggerUi, loadedLater],
    // Packages written for `require` use it to load Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
}
