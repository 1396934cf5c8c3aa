import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** npm, without the environment variables that the workspace's own npm run sets. */
export async function npm(cwd: string, ...words: readonly string[]): Promise<string> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { stdout } = await run("npm", [...words, "--no-audit", "--no-fund"], { cwd, env: clean });
  return stdout;
}

/** Packs a folder as for the registry and returns the path of the file. */
export async function pack(folder: string, to: string): Promise<string> {
  const printed = await npm(folder, "pack", "--ignore-scripts", "--json", "--pack-destination", to);
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  return join(to, filename);
}

/** A new project in which npm installs packages, from the registry or packed files. */
export async function install(cwd: string, ...packages: readonly string[]): Promise<string> {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name: "project", private: true }));
  await npm(cwd, "install", "--prefer-offline", ...packages);
  return cwd;
}
