// The coverage table of the README, from the compiled content: which forms each jurisdiction has, and how well they were
// checked. Prints it; with --write, updates the README.
import { readFileSync, writeFileSync } from "node:fs";
import { loadCatalog } from "@withholding-forms/catalog";

const start = "| jurisdiction | forms | verification |\n|---|---|---|\n";
const catalog = loadCatalog();
/** The newest versions, whatever the day is on which this runs. */
const day = "9999-12-31";

const places = new Map();
for (const form of catalog.current(day))
  places.set(form.locality, [...(places.get(form.locality) ?? []), form]);
const rows = [...places].map(([locality, forms]) => {
  const levels = new Map();
  for (const { verification } of forms)
    levels.set(verification.level, (levels.get(verification.level) ?? 0) + 1);
  const ids = forms.map(({ id }) => id).sort();
  const counted = [...levels].sort().map(([level, count]) => `${level} ${count}`);
  return `| ${nameOf(locality)} | ${ids.join(", ")} | ${counted.join(", ")} |`;
});
const table = `${start}${rows.sort().join("\n")}\n`;

if (process.argv[2] === "--write") {
  const file = new URL("../README.md", import.meta.url);
  const text = readFileSync(file, "utf8");
  const at = text.indexOf(start);
  const end = text.indexOf("\n\n", at) + 1;
  writeFileSync(file, text.slice(0, at) + table + text.slice(end));
} else process.stdout.write(table);

function nameOf(locality) {
  return catalog.jurisdictions.get(locality)?.name ?? locality;
}
