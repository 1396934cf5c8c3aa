// Writes what runs without the repository: the image and the npm package `withholding-forms` consist of it. The
// project must be built.
//
//   node scripts/release/assemble.mjs build/release/withholding-forms
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const out = resolve(process.argv[2] ?? "");
if (process.argv[2] === undefined) throw new Error("usage: node scripts/release/assemble.mjs FOLDER");

const manifestOf = (path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
const scope = "@withholding-forms/";
const names = ownPackages("service");

rmSync(out, { recursive: true, force: true });
for (const name of names)
  for (const part of ["package.json", "dist", "data", "fonts"]) copy(`packages/${name}/${part}`);
for (const part of ["site", "form-viewer"]) copy(`packages/wizard/dist/${part}`);
for (const file of ["build/catalog.bin", "build/docs", "LICENSE"]) copy(file);
copy("scripts/release/README.md", "README.md");

const { name, description, license, repository, bugs, homepage, engines, type } = manifestOf(".");
const { version } = manifestOf("packages/service");
writeFileSync(
  join(out, "package.json"),
  `${JSON.stringify(
    {
      ...{ name, version, description, license, repository, bugs, homepage, engines, type },
      keywords: ["payroll", "tax", "withholding", "w-4", "td1", "pdf"],
      bin: { "withholding-forms": "packages/service/dist/main.js" },
      dependencies: dependencies(),
    },
    null,
    2,
  )}\n`,
);

/** The package and those of ours that it needs when it runs. */
function ownPackages(first, known = new Set()) {
  if (known.has(first)) return known;
  known.add(first);
  for (const one of Object.keys(manifestOf(`packages/${first}`).dependencies ?? {}))
    if (one.startsWith(scope)) ownPackages(one.slice(scope.length), known);
  return known;
}

/** Packages of others. Their versions are exact, as in the lock file. */
function dependencies() {
  const all = [...names].flatMap((one) => Object.entries(manifestOf(`packages/${one}`).dependencies ?? {}));
  return Object.fromEntries(all.filter(([one]) => !one.startsWith(scope)).sort());
}

/** Maps and types are for those who work on the code. */
function copy(from, to = from) {
  if (!existsSync(join(root, from))) return;
  mkdirSync(join(out, to, ".."), { recursive: true });
  cpSync(join(root, from), join(out, to), {
    recursive: true,
    filter: (path) => !/\.(?:map|d\.ts)$/.test(path),
  });
}
