// The evaluator of the Python package, written from docs/evaluating.md alone, against the running service: it walks every form that calculates,
// recomputes each calculated line, and compares it with what the PDF prints and with `calculatedValues`. It also runs the test
// vectors of the client package, and compares conditions and checks with what fillPdf says.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { python, run } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const vectors = fileURLToPath(new URL("../../packages/client/vectors/evaluating.json", import.meta.url));
const source = fileURLToPath(new URL("../../clients/python/src", import.meta.url));
const fillsPerForm = "20";
const leastFills = 2000;
const leastConditions = 1000;

export async function judge() {
  const program = await python("evaluator", join(here, "requirements.txt"));
  const output = await withService(({ baseUrl, apiKey }) =>
    run(program, ["judge.py", baseUrl, apiKey, vectors, fillsPerForm], {
      cwd: here,
      env: { PYTHONPATH: source },
    }),
  );
  const { forms, fills, conditions, printed, returned, lines, nonzero, unfilled, violations } =
    JSON.parse(output);
  console.log(
    `${fills} fills of ${forms} forms: ${printed} values compared with the PDF, ${returned} with calculatedValues. ` +
      `${nonzero} of ${lines} calculated questions had a value other than zero. ` +
      `Conditions and checks of ${conditions} requests were compared.`,
  );
  if (fills < leastFills) violations.push(`There were only ${fills} fills, not ${leastFills}.`);
  if (conditions < leastConditions)
    violations.push(`Conditions of only ${conditions} requests were compared, not ${leastConditions}.`);
  for (const form of unfilled) violations.push(`${form} calculates and was never filled.`);
  return { cases: fills, violations };
}
