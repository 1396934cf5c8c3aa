// Puts the packages that dist/vendor/ re-exports into its files: a service that starts, and each worker of a batch,
// spends most of its first second on opening small files otherwise. Without it everything works, only later.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../dist/vendor/", import.meta.url));
const mark = "// Bundled by scripts/bundle.mjs.\n";

for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
  const path = `${folder}${name}`;
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
