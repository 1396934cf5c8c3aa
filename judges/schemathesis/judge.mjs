// schemathesis over the OpenAPI description: generated requests, valid and invalid, and every check it has on each response.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { python, run, workFolder } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = workFolder("schemathesis");
const minCases = 5000;

export async function judge() {
  const program = await python("schemathesis", join(here, "requirements.txt"));
  return withService(async ({ baseUrl, apiKey }) => {
    const login = await fetch(`${baseUrl}/authentication/login`, { headers: { "api-key": apiKey } });
    const { accessToken } = await login.json();
    const headers = { authorization: `Bearer ${accessToken}` };
    const description = await fetch(`${baseUrl}/v1/docs/config`, { headers });
    writeFileSync(join(work, "api.yaml"), await description.text());
    copyFileSync(join(here, "hooks.py"), join(work, "hooks.py"));
    const report = join(work, "report.json");
    const args = [
      "-m",
      "schemathesis.cli",
      "--config-file",
      join(here, "schemathesis.toml"),
      "run",
      "api.yaml",
    ];
    const options = ["--url", baseUrl, "--checks", "all", "--max-examples", "250", "--report", "json"];
    const env = { API_KEY: apiKey, TOKEN: accessToken, PYTHONPATH: work };
    let output;
    try {
      output = await run(program, [...args, ...options, "--report-json-path", report], { cwd: work, env });
    } catch (error) {
      return { cases: 1, violations: [error.message] };
    }
    const cases = Number(/([0-9]+) generated/.exec(output)?.[1] ?? 0);
    const violations = cases < minCases ? [`only ${cases} of at least ${minCases} cases were generated`] : [];
    return { cases, violations };
  });
}
