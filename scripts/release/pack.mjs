// Packs what the npm registry gets, each as one file: the service with its command and content, and the public
// packages. The project must be built.
//
//   node scripts/release/pack.mjs [FOLDER]    build/release by default
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../../packages/client/scripts/build.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = resolve(process.argv[2] ?? join(root, "build/release"));
rmSync(target, { recursive: true, force: true });

const service = stage("service");
execFileSync(process.execPath, [join(root, "scripts/release/assemble.mjs"), service], { stdio: "inherit" });
pack(service);

const client = stage("client");
await buildPackage(client);
pack(client);

for (const name of ["estimate", "wizard"]) {
  const folder = stage(name);
  for (const part of ["package.json", "README.md", "dist"])
    cpSync(join(root, "packages", name, part), join(folder, part), { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  pack(folder);
}
rmSync(join(target, "staged"), { recursive: true });

function stage(name) {
  const folder = join(target, "staged", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function pack(folder) {
  // npm sets variables for its scripts that would change what another npm does.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", target];
  execFileSync("npm", words, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  console.log(`${name} ${version}`);
}
