// Bundles the programs of the service, and puts a line that loads its bundle in place of what the compiler made of each:
// opening hundreds of small files slows down the start. What a program loads only later stays in separate files. Without
// the bundles everything works, only slower.
//
//   node scripts/build/programs.mjs packages/service/src/main.ts ...
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOf, programFolder } from "./up-to-date.mjs";

const sources = process.argv.slice(2);
const programs = sources.map((source) => ({ source, compiled: bundleOf(source), name: programName(source) }));
const folder = programFolder(sources[0]);

/** Packages that every start loads. The others are loaded from where they are installed, once they are needed. */
const atStart = ["commander", "decimal.js", "ipaddr.js", "lru-cache"];

/** Not in the image: the service loads it from where it is installed, if it is. */
const authoring = "@withholding-forms/authoring";

const ownModules = {
  name: "own-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" ||
      (path.startsWith("@withholding-forms/") && path !== authoring) ||
      atStart.includes(path)
        ? undefined
        : { path, external: true },
    );
    // A program is read from its source, because its compiled form may be the line that is written below.
    onResolve({ filter: /^\./ }, ({ path, importer }) =>
      importer.endsWith(".ts") ? { path: resolve(dirname(bundleOf(importer)), path) } : undefined,
    );
    // A module looks for files by where it is, and the bundles are somewhere else.
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]dist[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(
        "import.meta.url",
        `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`,
      ),
      loader: "js",
    }));
  },
};

const { metafile } = await build({
  entryPoints: Object.fromEntries(programs.map(({ name, source }) => [name, source])),
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "inline",
  plugins: [ownModules],
  // Packages written for `require` use it to load Node's own modules.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
  },
  logLevel: "error",
  metafile: true,
});

// Only now: a program that is started in the meantime still finds what it needs.
for (const name of readdirSync(folder))
  if (!Object.hasOwn(metafile.outputs, `${folder}/${name}`)) rmSync(`${folder}/${name}`);

for (const { compiled, name } of programs) {
  const bundle = relative(dirname(compiled), folder).replace(/^(?!\.)/, "./");
  writeFileSync(compiled, `#!/usr/bin/env node\nimport "${bundle}/${name}.js";\n`);
}

/** `http-routes-images-worker` */
function programName(source) {
  return source.replace(/^.*\/src\/|\.ts$/g, "").replaceAll("/", "-");
}
