import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir, startService } from "@withholding-forms/testing/faults/service";
import { expect, test } from "vitest";

// The commands in the README and in docs work as they are written.

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

function section(text: string, heading: string): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, code = ""]) =>
    of === language ? [code] : [],
  );
}

const commands = blocks(section(read("README.md"), "A first form"), "sh");
const explained = section(read("docs/api.md"), "Filling a form");

test("the README's commands make a form on disk", async () => {
  const { port, apiKey } = await startService();
  const script = commands
    .join("\n")
    .replace("KEY=...", `KEY=${apiKey}`)
    .replaceAll("localhost:8080", `127.0.0.1:${port}`);
  const folder = newDataDir();
  const printed = execFileSync("sh", ["-eu", "-c", script], { cwd: folder, encoding: "utf8" });
  expect(printed).toContain('"flows":[');
  expect(printed).toContain('{"id":"AL.additionalWithholding","value":"25.50","valueType":"dollarAmount"}');
  expect(commands.join("\n")).not.toMatch(/\bnode\b/);
  const file = join(folder, "AL101.pdf");
  expect(readFileSync(file, "latin1").slice(0, 5)).toBe("%PDF-");
  const page = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  for (const word of ["Smith", "Example Payroll Inc.", "25.50"]) expect(page).toContain(word);
});

test("the requests in docs/quickstart.md go from addresses to a PDF and tax parameters", async () => {
  const { port, apiKey } = await startService();
  const page = read("docs/quickstart.md");
  const script = blocks(page, "sh")
    .join("\n")
    .replace("KEY=...", `KEY=${apiKey}`)
    .replaceAll("localhost:8080", `127.0.0.1:${port}`);
  const folder = newDataDir();
  const printed = execFileSync("sh", ["-eu", "-c", script], { cwd: folder, encoding: "utf8" });
  expect(printed).toContain('"id":"AL_RESIDENT"');
  expect(printed).toContain('"formsToComplete":[');
  expect(printed).toContain('"id":"filingStatus"');
  expect(readFileSync(join(folder, "AL101.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");
  const shown = JSON.parse(blocks(page, "json").join("")) as object[];
  expect(shown.length).toBeGreaterThan(2);
  for (const parameter of shown) expect(printed).toContain(JSON.stringify(parameter));
});

test("docs/api.md has the body that the README sends, and explains each of its members", () => {
  const [json = ""] = blocks(explained, "json");
  expect(commands.join("\n")).toContain(`-d '${json.trimEnd()}'`);
  const body = JSON.parse(json) as Record<string, unknown>;
  const members = Object.entries(body).flatMap(([name, value]) =>
    name === "employee" || name === "employer"
      ? Object.keys(value as object).map((member) => `${name}.${member}`)
      : [name],
  );
  const documented = [...explained.matchAll(/^\| `([\w.]+)` \| \S.+ \|$/gm)].map((row) => row[1]);
  expect(documented).toEqual(members);
});
