import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Every command that the pages for authors show exists, with its options.

const top = (name: string): string => readFileSync(new URL(`../../../../${name}`, import.meta.url), "utf8");
const { scripts } = JSON.parse(top("package.json")) as { scripts: Record<string, string> };
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

function commandsOf(page: string): { readonly script: string; readonly args: string }[] {
  return [...top(`docs/${page}.md`).matchAll(/npm run ([\w:-]+)(?: -- ([^#`\n]*))?/g)].map(
    ([, script = "", args = ""]) => ({ script, args: args.trim() }),
  );
}

const help = new Map<string, string>();
function helpOf(command: string): string {
  const known =
    help.get(command) ?? spawnSync(process.execPath, [cli, command, "--help"], { encoding: "utf8" }).stdout;
  help.set(command, known);
  return known;
}

describe.each(["first-form", "new-year", "authoring", "checker"])("docs/%s.md", (page) => {
  it("shows only commands and options that exist", () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(0);
    for (const { script, args } of commands) {
      expect(Object.keys(scripts)).toContain(script);
      const command = /cli\.js (\S+)/.exec(scripts[script] ?? "")?.[1];
      for (const option of args.match(/--[a-z-]+/g) ?? [])
        expect(command === undefined ? "" : helpOf(command), `npm run ${script} -- ${args}`).toContain(
          option,
        );
    }
  });
});
