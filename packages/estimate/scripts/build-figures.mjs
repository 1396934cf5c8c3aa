// Compiles content/estimate into src/figures.json, without sources and notes.
//   node packages/estimate/scripts/build-figures.mjs           writes the file
//   node packages/estimate/scripts/build-figures.mjs --print   prints it (the test compares)
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const content = join(import.meta.dirname, "../../../content");
const read = (path) => parse(readFileSync(join(content, path), "utf8"));

const text = `${JSON.stringify({ us: editions("us", unitedStates), ca: editions("ca", canada) })}\n`;
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(join(import.meta.dirname, "../src/figures.json"), text);

/** By the month from which they count, such as 2026-01. */
function editions(country, complete) {
  const found = {};
  let before;
  const names = readdirSync(join(content, "estimate", country)).map((file) => file.replace(".yaml", ""));
  for (const name of names.sort()) {
    before = complete(withoutSources(read(`estimate/${country}/${name}.yaml`)), name, before);
    found[name.length === 4 ? `${name}-01` : name] = before;
  }
  return found;
}

function unitedStates(figures, year) {
  const form = read(`us/FEDERAL/figures/${year}.yaml`);
  const codes = read("federal-values.yaml").filingStatus.words;
  const wages = Object.entries(codes).map(([code, word]) => [code, form.tables.wages.words[word]]);
  const maxSecondWage = form.figures.multipleJobsSecondWageMax.amount;
  return { ...figures, multipleJobs: { maxSecondWage, wages: Object.fromEntries(wages) } };
}

/** An edition in the middle of a year says only what differs. */
function canada(figures, name, before) {
  const base = name.length === 4 ? { provinces: {} } : before;
  const codes = new Set([...Object.keys(base.provinces), ...Object.keys(figures.provinces)]);
  const provinces = [...codes].map((code) => [
    code,
    { ...base.provinces[code], ...figures.provinces[code], ...basicAmount(code, name) },
  ]);
  const federal = { ...base.federal, ...figures.federal, ...basicAmount("CANADA_FEDERAL", name) };
  return { ...base, ...figures, federal, provinces: Object.fromEntries(provinces) };
}

/** The amount that payroll uses where no TD1 was given, by the figures of the form. */
function basicAmount(place, name) {
  const path = `ca/${place}/figures/${name}.yaml`;
  if (!existsSync(join(content, path))) return {};
  const { figures } = read(path);
  const amount = figures.basicAmount.amount;
  const { basicAmountMinimum: minimum, basicReducedFrom: from, basicReducedTo: to } = figures;
  if (from === undefined) return { basicAmount: { amount, minimum: amount, from: 0, to: 1 } };
  return { basicAmount: { amount, minimum: minimum?.amount ?? 0, from: from.amount, to: to.amount } };
}

function withoutSources(value) {
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "source" && key !== "note");
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutSources(member)]));
}
