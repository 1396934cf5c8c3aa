// Builds everything that runs: compiled TypeScript, bundled packages, the wizard, the content and the docs. A step runs only if
// what it reads or what it left has changed since it last succeeded, so `npm start` without changes starts immediately.
// With names of steps, only those run: `build.mjs typescript`.
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFrom, bundleOf, digestOf, programFolder, reasonToRun } from "./up-to-date.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const stampFile = join(root, "build/stamps.json");

const packages = packageFolders();
const sources = readFiles(["scripts/build", ...packages.values()], isSource, byContent);
const common = [
  ...sources.filter(({ path }) => path.startsWith("scripts/build/")),
  ...named([
    "package.json",
    "package-lock.json",
    "tsconfig.base.json",
    "tsconfig.json",
    // Written by npm: the versions that are really installed.
    "node_modules/.package-lock.json",
  ]),
];
const below = (...folders) =>
  sources.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
const foldersOf = (name) => [...builtFrom(name, manifests())].map((one) => packages.get(one));

/** Files that only re-export packages. */
const bundled = sources
  .map(({ path }) => path)
  .filter((path) => /^packages\/(?:service\/src\/vendor\/[^/]+|contract\/src\/typebox)\.ts$/.test(path));
const bundles = new Set(bundled.map(bundleOf));
/** Each is run in a separate process or thread. */
const programs = ["main", "cli/batch/worker", "http/routes/images/worker", "http/routes/verify/worker"].map(
  (name) => `packages/service/src/${name}.ts`,
);
const programStarts = programs.map(bundleOf);
const wizard = ["bundle", "form-viewer", "site"].map((folder) => `packages/wizard/dist/${folder}`);
const steps = [
  {
    name: "typescript",
    inputs: () => below(...packages.values()),
    outputs: () =>
      readFiles(
        [...packages.values()].map((folder) => `${folder}/dist`),
        (path) =>
          !bundles.has(path) &&
          !programStarts.includes(path) &&
          ![...wizard, programFolder(programs[0])].some((folder) => path.startsWith(`${folder}/`)),
        bySizeAndTime,
      ),
    command: (reason) => [
      "node_modules/typescript/bin/tsc",
      "-b",
      ...(reason === "OUTPUTS" ? ["--force"] : []),
    ],
  },
  {
    name: "bundles",
    inputs: () => sources.filter(({ path }) => bundled.includes(path)),
    outputs: () => named([...bundles], bySizeAndTime),
    command: () => ["scripts/build/bundle.mjs", ...bundled],
  },
  {
    name: "programs",
    inputs: () => below(...foldersOf("@withholding-forms/service")),
    outputs: () => [
      ...named(programStarts, bySizeAndTime),
      ...readFiles([programFolder(programs[0])], () => true, bySizeAndTime),
    ],
    command: () => ["scripts/build/programs.mjs", ...programs],
  },
  {
    name: "wizard",
    inputs: () => below(...foldersOf("@withholding-forms/wizard")),
    outputs: () => readFiles(wizard, () => true, bySizeAndTime),
    command: () => ["packages/wizard/scripts/build.mjs"],
  },
  {
    name: "content",
    inputs: () => [
      ...readFiles(["content"], isSource, byContent),
      ...below(...foldersOf("@withholding-forms/authoring")),
    ],
    outputs: () => named(["build/catalog.bin"], bySizeAndTime),
    command: () => ["packages/authoring/dist/cli.js", "compile"],
  },
  {
    name: "docs",
    // The API reference is made from what the built service describes.
    inputs: () => [
      ...readFiles(["docs", "clients"], isDocument, byContent),
      ...named(["packages/client/README.md", "packages/client/vectors/evaluating.json", "SECURITY.md"]),
      ...below(...foldersOf("@withholding-forms/service"), "packages/wizard/src/styles"),
    ],
    outputs: () => readFiles(["build/docs"], () => true, bySizeAndTime),
    command: () => ["scripts/build/docs/docs.mjs"],
  },
];

const stamps = readStamps();
for (const { name, inputs, outputs, command } of stepsToRun(process.argv.slice(2))) {
  const read = [...common, ...inputs()];
  const reason = reasonToRun(stamps[name], read, outputs());
  if (reason === undefined) continue;
  console.log(`build: ${name}`);
  const { status } = spawnSync(process.execPath, command(reason), { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  stamps[name] = { inputs: digestOf(read), outputs: digestOf(outputs()) };
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify(stamps, null, 2)}\n`);
}

function stepsToRun(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no step ${unknown.join(", ")}. Steps: ${steps.map(({ name }) => name).join(", ")}.`,
    );
    process.exit(2);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

/** Folders of the workspace by the names of their packages. */
function packageFolders() {
  const folders = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}`), "bench"];
  return new Map(
    folders
      .filter((folder) => existsSync(join(root, folder, "package.json")))
      .map((folder) => [JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).name, folder]),
  );
}

function manifests() {
  return new Map(
    [...packages].map(([name, folder]) => [
      name,
      JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
    ]),
  );
}

/** Tests are not compiled, and what tools leave in the folders is no source. */
function isSource(path) {
  return !/\/(?:node_modules|dist|test)\/|\.(?:test\.ts|tsbuildinfo|md|png)$/.test(path);
}

function isDocument(path) {
  return !/\/(?:\.|__pycache__|node_modules|build|dist)/.test(path);
}

function readFiles(folders, isWanted, state) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(folder))
    .filter(isWanted)
    .map((path) => ({ path, state: state(join(root, path)) }));
}

/** Skips `node_modules`, which has far more files. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder.replace(/\/$/, "")}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function named(paths, state = byContent) {
  return paths
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, state: state(join(root, path)) }));
}

function byContent(file) {
  // Faster than SHA-256, and collision resistance is not needed here.
  return hash("sha1", readFileSync(file), "base64");
}

function bySizeAndTime(file) {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    // Missing, or damaged by a run that was stopped: everything is built.
    return {};
  }
}
