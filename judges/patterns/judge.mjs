// Every pattern that we publish, asked about one corpus of strings in JavaScript with and without the u flag, Java, Python,
// and Go. All must give the same verdicts, each with its own call for a match of the whole string.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCatalog } from "../../packages/catalog/dist/index.js";
import { run, workFolder } from "../tools.mjs";
import { corpusFor } from "./corpus.mjs";

const here = dirname(fileURLToPath(import.meta.url));

export async function judge() {
  const questions = publishedPatterns().map((pattern) => ({ pattern, strings: corpusFor(pattern) }));
  // One line per pattern: the pattern and its strings, each in Base64, so that the programs need no JSON library.
  const lines = questions.map(({ pattern, strings }) => [pattern, ...strings].map(encoded).join(" "));
  const input = `${lines.join("\n")}\n`;
  const go = join(workFolder("patterns"), "patterns-go");
  await run("go", ["build", "-o", go, "main.go"], { cwd: here, env: { GO111MODULE: "off" } });
  const verdicts = {
    javascript: verdictsOf(questions, ""),
    "javascript u": verdictsOf(questions, "u"),
    java: await ask("java", [join(here, "Patterns.java")], input),
    python: await ask("python3", [join(here, "patterns.py")], input),
    go: await ask(go, [], input),
  };
  return compare(questions, verdicts);
}

/** Patterns of questions, of form information, and of the schemas. */
function publishedPatterns() {
  const catalog = loadCatalog();
  const day = new Date().toISOString().slice(0, 10);
  const found = new Set();
  const collect = (part) => {
    if (typeof part === "string") found.add(part);
    else for (const inner of Object.values(part ?? {})) collect(inner);
  };
  for (const id of catalog.formIds(day))
    for (const { formFields } of catalog.versions(id, day)) {
      const { employee, employer, fields } = formFields;
      collect({ employee, employer, fields });
      for (const question of Object.keys(fields)) found.add(fields[question]);
    }
  const schemas = readFileSync(
    new URL("../../packages/contract/dist/schemas/address.js", import.meta.url),
    "utf8",
  );
  for (const [, pattern] of schemas.matchAll(/pattern: "(\^[^"]+\$)"/g)) found.add(pattern);
  return [...found].sort();
}

function verdictsOf(questions, flags) {
  return questions.map(({ pattern, strings }) => {
    const regex = new RegExp(pattern, flags);
    return strings.map((text) => (regex.test(text) ? "1" : "0")).join("");
  });
}

async function ask(program, args, input) {
  return (await run(program, args, { input })).trimEnd().split("\n");
}

function compare(questions, verdicts) {
  const violations = [];
  let cases = 0;
  const [first, ...others] = Object.entries(verdicts);
  for (const [at, { pattern, strings }] of questions.entries()) {
    cases += strings.length;
    for (const [engine, found] of others)
      for (const [index, text] of strings.entries())
        if (found[at]?.[index] !== first[1][at][index])
          violations.push(
            `${engine} says ${found[at]?.[index] ?? found[at]}, ${first[0]} says ${first[1][at][index]}: ${pattern} with ${JSON.stringify(text)}`,
          );
    if (!first[1][at].includes("1")) violations.push(`No string of the corpus matches ${pattern}`);
    if (!first[1][at].includes("0")) violations.push(`Every string of the corpus matches ${pattern}`);
  }
  return { cases, violations };
}

function encoded(text) {
  // A dot, so that the empty string is a separate word.
  return `.${Buffer.from(text, "utf8").toString("base64")}`;
}
