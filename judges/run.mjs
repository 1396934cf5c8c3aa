// Runs the judges: programs of other ecosystems that test the built service from the outside. Each folder next to this
// file that has a judge.mjs is one judge. `npm run judge` runs all of them, `npm run judge -- NAME...` the named ones.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const known = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, "judge.mjs")))
  .map(({ name }) => name)
  .sort();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no judge named ${unknown.join(", ")}. Judges: ${known.join(", ")}.`);
  process.exit(2);
}

const results = [];
for (const name of named.length === 0 ? known : named) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const result = await run(name);
  results.push({ name, ...result, seconds: (performance.now() - started) / 1000 });
}
console.log(`\n${table(results)}`);
process.exit(results.every(({ violations }) => violations.length === 0) ? 0 : 1);

async function run(name) {
  try {
    const { judge } = await import(pathToFileURL(join(here, name, "judge.mjs")).href);
    const { cases, violations } = await judge();
    if (!(cases > 0)) return { cases, violations: [`${name} judged nothing.`] };
    for (const violation of violations) console.error(violation);
    return { cases, violations };
  } catch (error) {
    console.error(error);
    return { cases: 0, violations: [String(error)] };
  }
}

function table(rows) {
  const lines = rows.map(({ name, cases, violations, seconds }) =>
    [
      name.padEnd(16),
      String(cases).padStart(8),
      String(violations.length).padStart(11),
      `${seconds.toFixed(0)} s`.padStart(8),
    ].join(""),
  );
  return [
    `${"judge".padEnd(16)}${"cases".padStart(8)}${"violations".padStart(11)}${"time".padStart(8)}`,
    ...lines,
  ].join("\n");
}
