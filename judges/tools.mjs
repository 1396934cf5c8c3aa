// Programs and libraries that judges need, from their registries, in build/judges. A registry that cannot be reached is an
// error that says so.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../build/judges/", import.meta.url));

/** A folder for what a judge installs or generates. It stays between runs, is never committed, and may be deleted. */
export function workFolder(name) {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs a program and returns its standard output. Fails with its last lines of output if it fails. */
export async function run(program, args, { cwd, env, input } = {}) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  let stdout = "";
  let all = "";
  child.stdout.on("data", (part) => {
    stdout += part;
    all += part;
  });
  child.stderr.on("data", (part) => {
    all += part;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const [code] = await once(child, "close");
  if (code === 0) return stdout;
  const last = all.trimEnd().split("\n").slice(-40).join("\n");
  throw new Error(`${[program, ...args].join(" ").slice(0, 300)} ended with ${code}:\n${last}`);
}

/** Python with the packages of a requirements file. Installed again only when the file changes. */
export async function python(name, requirements) {
  const folder = join(workFolder(name), "venv");
  const program = join(folder, "bin", "python");
  await unlessDone(folder, readFileSync(requirements, "utf8"), async () => {
    rmSync(folder, { recursive: true, force: true });
    await run("python3", ["-m", "venv", folder]);
    await fromRegistry("PyPI", program, [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "-r",
      requirements,
    ]);
  });
  return program;
}

/** Runs a program that downloads from a registry. */
export async function fromRegistry(registry, program, args, options) {
  try {
    return await run(program, args, options);
  } catch (error) {
    throw new Error(
      `This judge needs packages from ${registry}, and installing them failed.\n${error.message}`,
    );
  }
}

/** Does the work if it was not done yet with the same input. */
async function unlessDone(folder, input, work) {
  const stamp = `${folder}.stamp`;
  const digest = createHash("sha256").update(input).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  await work();
  writeFileSync(stamp, digest);
}
