// schemathesis over the OpenAPI description: generated requests, valid and invalid, and every check it has on each response.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { python, run, workFolder } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = workFolder("schemathesis");
const minCases = 5000;

/**
 * Three parallel runs, each in a separate process: threads of one process make Hypothesis fail in Python 3.11.
 * Requests with a body take most of the time.
 */
const units = ["--phases", "examples,coverage,fuzzing"];
const runs = {
  bodies: [...units, "--include-method", "POST", "--max-examples", "150"],
  others: [...units, "--exclude-method", "POST", "--max-examples", "400"],
  sequences: ["--phases", "stateful", "--max-examples", "30"],
};

export async function judge() {
  const program = await python("schemathesis", join(here, "requirements.txt"));
  return withService(async ({ baseUrl, apiKey }) => {
    const login = await fetch(`${baseUrl}/authentication/login`, { headers: { "api-key": apiKey } });
    const { accessToken } = await login.json();
    const headers = { authorization: `Bearer ${accessToken}` };
    const description = await fetch(`${baseUrl}/v1/docs/config`, { headers });
    writeFileSync(join(work, "api.yaml"), await description.text());
    copyFileSync(join(here, "hooks.py"), join(work, "hooks.py"));
    const env = { API_KEY: apiKey, TOKEN: accessToken, PYTHONPATH: work };
    const results = await Promise.all(
      Object.entries(runs).map(([name, options]) => generate(program, name, options, baseUrl, env)),
    );
    const cases = results.reduce((sum, result) => sum + result.cases, 0);
    const violations = results.flatMap((result) => result.violations);
    if (violations.length === 0 && cases < minCases)
      violations.push(`Only ${cases} of at least ${minCases} cases were generated.`);
    return { cases, violations };
  });
}

async function generate(program, name, options, baseUrl, env) {
  const config = ["--config-file", join(here, "schemathesis.toml")];
  const report = ["--report", "json", "--report-json-path", join(work, `${name}.json`)];
  // A failure is reported as it was found: making it smaller takes longer than all the rest.
  const all = ["--url", baseUrl, "--checks", "all", "--no-shrink", ...options, ...report];
  try {
    const args = ["-m", "schemathesis.cli", ...config, "run", "api.yaml", ...all];
    const output = await run(program, args, { cwd: work, env });
    const cases = Number(/([0-9]+) generated/.exec(output)?.[1] ?? 0);
    console.log(`${name}: ${cases} cases, ${/ in ([0-9.]+)s =/.exec(output)?.[1]} s`);
    return { cases, violations: cases > 0 ? [] : [`${name}: no case was generated.`] };
  } catch (error) {
    return { cases: 1, violations: [`${name}: ${error.message}`] };
  }
}
