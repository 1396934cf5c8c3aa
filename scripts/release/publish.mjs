// Publishes the packed files that the registry does not have yet. Run again after a failure, it publishes the rest.
//
//   node scripts/release/publish.mjs [FOLDER] [--dry-run]    build/release by default
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const words = process.argv.slice(2);
const dryRun = words.includes("--dry-run");
const [named] = words.filter((word) => !word.startsWith("--"));
const folder = resolve(named ?? fileURLToPath(new URL("../../build/release", import.meta.url)));

for (const file of readdirSync(folder).filter((name) => name.endsWith(".tgz"))) {
  const path = join(folder, file);
  const manifest = execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" });
  const { name, version } = JSON.parse(manifest);
  const known = spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" });
  if (known.stdout.trim() === version) {
    console.log(`${name} ${version} is published already`);
    continue;
  }
  const more = dryRun ? ["--dry-run"] : ["--provenance"];
  execFileSync("npm", ["publish", path, "--access", "public", ...more], { stdio: "inherit" });
  console.log(`${name} ${version} ${dryRun ? "would be" : "was"} published`);
}
