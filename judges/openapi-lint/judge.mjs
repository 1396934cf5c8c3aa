// Spectral with its ruleset for OpenAPI (spectral:oas), which also validates every example against its schema. No result of
// any severity is allowed.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { fromRegistry, run, workFolder } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = workFolder("openapi-lint");

export async function judge() {
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(here, file), join(work, file));
  await fromRegistry("npm", "npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: work });
  writeFileSync(join(work, "ruleset.yaml"), 'extends: ["spectral:oas"]\n');
  const operations = await withService(async ({ baseUrl, apiKey }) => {
    const login = await fetch(`${baseUrl}/authentication/login`, { headers: { "api-key": apiKey } });
    const { accessToken } = await login.json();
    const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json" };
    const description = await (await fetch(`${baseUrl}/v1/docs/config`, { headers })).json();
    writeFileSync(join(work, "api.json"), JSON.stringify(description, undefined, 2));
    return Object.values(description.paths).flatMap((methods) => Object.keys(methods)).length;
  });
  // 0 whatever it finds, so that a failure of the program itself is not taken for a finding.
  const lint = [
    "lint",
    "api.json",
    "--ruleset",
    "ruleset.yaml",
    "--format",
    "json",
    "--quiet",
    "--fail-severity",
    "hint",
  ];
  const output = await run("sh", ["-c", `node_modules/.bin/spectral ${lint.join(" ")} || [ $? -eq 1 ]`], {
    cwd: work,
  });
  const violations = JSON.parse(output.trim() === "" ? "[]" : output).map(
    ({ code, message, path }) => `${code}: ${message} (${path.join(".")})`,
  );
  return { cases: operations, violations };
}
