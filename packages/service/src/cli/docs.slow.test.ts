import { readFileSync } from "node:fs";
import { run } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";
import { exitCodes } from "./exit-codes.js";

// Compares docs/command-line.md with the help of the command, in both directions.

const page = readFileSync(new URL("../../../../docs/command-line.md", import.meta.url), "utf8");

/** Cells of the table under a heading. */
function table(heading: string): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

const plain = (cell: string | undefined): string => (cell ?? "").replaceAll("`", "");

async function help(...command: string[]): Promise<string> {
  const { code, stdout } = await run([...command, "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Usage: withholding-forms${command.map((word) => ` ${word}`).join("")}`);
  return stdout;
}

/** Names and descriptions of a list in a help text; a description may continue in further lines. */
function listed(text: string, title: string): [name: string, description: string][] {
  const section = text.split(`${title}:\n`)[1]?.split("\n\n")[0] ?? "";
  const joined = section.replace(/\n {10,}/g, " ").split("\n");
  return joined.flatMap((line) => {
    const found = /^ {2}(?:-\w, )?(\S+).*? {2,}(\S.*)$/.exec(line);
    return found === null ? [] : [[found[1] ?? "", (found[2] ?? "").trim()]];
  });
}

const commands = listed(await help(), "Commands").filter(([name]) => name !== "help");

test("the commands are those that the page lists, with the same words", () => {
  expect(commands.length).toBeGreaterThan(8);
  const documented = table("Commands").map(([name, what]) => [plain(name), plain(what)]);
  expect(documented.sort()).toEqual([...commands].sort());
});

test("the options of serve and of the commands on forms are those that the page lists", async () => {
  const ours = new Set(table("Options").flatMap(([, of]) => plain(of).split(" ")));
  expect([...ours].sort()).toEqual([
    "batch",
    "check",
    "diff",
    "fill",
    "forms",
    "migrate",
    "serve",
    "verify",
    "walk",
  ]);
  const existing = new Map<string, string[]>();
  for (const [command] of commands) {
    const text = await help(command);
    if (!ours.has(command)) continue;
    for (const [option] of listed(text, "Options"))
      if (option !== "--help") existing.set(option, [...(existing.get(option) ?? []), command]);
  }
  const documented = table("Options").map(([option, of]) => [plain(option), plain(of).split(" ").sort()]);
  expect(documented.sort()).toEqual([...existing].map(([option, of]) => [option, of.sort()]).sort());
});

test("the exit codes are those that the page lists, with the same words", () => {
  expect(table("Exit codes")).toEqual(
    Object.entries(exitCodes).map(([name, { code, meaning }]) => [String(code), name, meaning]),
  );
});
