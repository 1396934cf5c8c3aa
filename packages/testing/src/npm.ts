import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runNode } from "./programs.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** npm, without the environment variables that the workspace's own npm run sets. */
export async function npm(cwd: string, ...words: readonly string[]): Promise<string> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { stdout } = await run("npm", [...words, "--no-audit", "--no-fund"], { cwd, env: clean });
  return stdout;
}

/** Packs everything that is published. Returns the path of a package's file by the package's name. */
export async function packAll(folder: string): Promise<(name: string) => string> {
  const { code, stderr } = await runNode([`${root}scripts/release/pack.mjs`, folder], { env: process.env });
  if (code !== 0) throw new Error(stderr);
  const files = readdirSync(folder);
  return (name) => {
    const start = name.replace("@", "").replace("/", "-");
    const file = files.find((one) => /^-\d/.test(one.slice(start.length)) && one.startsWith(start));
    if (file === undefined) throw new Error(`${name} is not packed`);
    return join(folder, file);
  };
}

/** A new project in which npm installs packages, from the registry or packed files. */
export async function install(cwd: string, ...packages: readonly string[]): Promise<string> {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name: "project", private: true }));
  await npm(cwd, "install", "--prefer-offline", ...packages);
  return cwd;
}
