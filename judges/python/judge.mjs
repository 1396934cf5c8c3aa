// The Python package of clients/python: strict types, its wheel, and its tests with the wheel against the running service.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { python, run, workFolder } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const cwd = fileURLToPath(new URL("../../clients/python", import.meta.url));
const work = workFolder("python");
const [wheels, installed] = [join(work, "wheels"), join(work, "installed")];

export async function judge() {
  const program = await python("python", join(here, "requirements.txt"));
  const env = { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: installed };
  await run(program, ["-m", "mypy", "--cache-dir", join(work, "mypy")], { cwd });
  for (const folder of [wheels, installed]) rmSync(folder, { recursive: true, force: true });
  await run(program, ["-m", "build", "--wheel", "--no-isolation", "--outdir", wheels], { cwd });
  const [wheel, ...others] = readdirSync(wheels);
  if (wheel === undefined || others.length > 0) throw new Error("Not exactly one wheel was built.");
  const install = ["install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", installed];
  await run(program, ["-m", "pip", ...install, join(wheels, wheel)]);
  const printed = await withService(({ baseUrl, apiKey }) =>
    run(program, ["-m", "pytest", "-q", "--import-mode=importlib"], {
      cwd,
      env: { ...env, BASE_URL: baseUrl, API_KEY: apiKey },
    }),
  );
  console.log(`${wheel}: ${printed.trimEnd().split("\n").at(-1)}`);
  return { cases: Number(/(\d+) passed/.exec(printed)?.[1]), violations: [] };
}
