// Puts the packages that a compiled file re-exports into that file: a service that starts, and each worker of a batch,
// spends most of its first second on opening small files otherwise. Without it everything works, only later.
//
//   node scripts/bundle.mjs <file or folder>...   a folder means all its .js files
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const mark = "// Bundled by scripts/bundle.mjs.\n";

const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];

for (const path of process.argv
  .slice(2)
  .flatMap(filesIn)
  .filter((file) => file.endsWith(".js"))) {
  if (readFileSync(path, "utf8").startsWith(mark)) continue;
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    legalComments: "inline",
    // What is written for `require` finds Node's own modules with it.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  writeFileSync(path, mark + outputFiles[0].text);
}
