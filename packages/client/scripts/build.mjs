// Builds the package as it is published: one file for `import` and one for `require`, each with the interview engine and
// decimal.js inside, so that the package has no dependencies; and their types.
//
//   node scripts/build.mjs            into dist/, before npm pack
//   node scripts/build.mjs <folder>   the whole package into another folder
//
// In dist/ this replaces the output of `tsc -b` for the workspace; the next `tsc -b` restores it.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import { contractTypes } from "./contract-types.mjs";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Puts the package into a folder, which may be its own. */
export async function buildPackage(target) {
  compile();
  const contract = await contractTypes();
  const types = reachableTypes(join(home, "dist"), "index.d.ts", contract);
  const [esm, cjs] = await Promise.all([bundled("esm"), bundled("cjs")]);
  const licence = readFileSync(
    fileURLToPath(import.meta.resolve("decimal.js")).replace(/[^/]+$/, "LICENCE.md"),
    "utf8",
  );

  // The types of the estimate are in a folder of their own: two of its files have the names of files of the client.
  const estimates = reachableTypes(join(home, "../estimate/dist"), "index.d.ts", contract);
  estimates.delete("contract.d.ts");
  for (const [path, text] of estimates) types.set(`estimate/${path}`, text);

  const dist = join(target, "dist");
  rmSync(dist, { recursive: true, force: true });
  const write = (path, text) => {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  };
  for (const [path, text] of types) {
    write(path, text);
    write(`cjs/${path}`, text);
  }
  write("index.js", esm);
  write("cjs/index.js", cjs);
  write("cjs/package.json", `${JSON.stringify({ type: "commonjs" })}\n`);
  write("decimal.js-licence.md", licence);
  if (resolve(target) === resolve(home)) rmSync(join(home, "tsconfig.tsbuildinfo"), { force: true });
  else {
    for (const file of ["package.json", "README.md", "LICENSE"])
      copyFileSync(join(home, file), join(target, file));
    cpSync(join(home, "vectors"), join(target, "vectors"), { recursive: true });
  }
}

function compile() {
  // The compiler of the workspace: this package has an older one in its node_modules, for openapi-typescript.
  const tsc = join(home, "../../node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-b", home], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
}

async function bundled(format) {
  const { outputFiles } = await bundle({
    entryPoints: [join(home, "src/index.ts")],
    bundle: true,
    write: false,
    format,
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    legalComments: "inline",
    tsconfigRaw: {},
  });
  return outputFiles[0].text;
}

/** The files that a reader of the types needs. None may lead out of the package: the contract is put into it. */
function reachableTypes(folder, entry, contract, found = new Map([["contract.d.ts", contract]])) {
  const text = readFileSync(join(folder, entry), "utf8")
    .replaceAll(/"@withholding-forms\/contract"/g, '"./contract.js"')
    .replaceAll(/"@withholding-forms\/estimate"/g, '"./estimate/index.js"');
  found.set(entry, text);
  for (const [, specifier] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (specifier === "./estimate/index.js") continue;
    if (!/^\.\/[a-z-]+\.js$/.test(specifier))
      throw new Error(`${entry} imports ${specifier}, which is not in the package.`);
    const next = specifier.slice(2).replace(/\.js$/, ".d.ts");
    if (!found.has(next)) reachableTypes(folder, next, contract, found);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage(resolve(process.argv[2] ?? home));
