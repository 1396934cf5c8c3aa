#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { drawBlank } from "@withholding-forms/pdf/build";
import { Command } from "commander";
import { checkContent } from "./check/check.js";
import { buildArtefact, ContentError, compileContent } from "./compile/compile.js";
import { artefactPath, contentRoot } from "./paths.js";
import { type ContentProblem, problemLine } from "./problem.js";
import { inputStamp } from "./stamp.js";
import { byVersion } from "./version.js";

const program = new Command("content")
  .description("Compile, prove and look at the content")
  .showHelpAfterError();

program
  .command("compile")
  .description("compile the content into the artefact that the service loads")
  .option("-o, --output <file>", "where to write it", artefactPath)
  .action(async ({ output }: { output: string }) => {
    const stamp = inputStamp(contentRoot);
    const stampFile = `${output}.stamp`;
    if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
    try {
      const bytes = await buildArtefact(contentRoot);
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, bytes);
      writeFileSync(stampFile, stamp);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      fail(error.problems);
    }
  });

program
  .command("check")
  .description("prove the content; prints file, line and rule of every problem")
  .option("--only <folder>", "only below this folder, such as us/AL")
  .option("--no-draw", "leave out drawing the pages")
  .option("--official <folder>", "hold the bindings against the agencies' files in this folder")
  .action(async (options: { only?: string; draw: boolean; official?: string }) => {
    const started = Date.now();
    const { problems, compiled } = await checkContent(contentRoot, options);
    if (problems.length > 0) return fail(problems);
    console.log(
      `${compiled?.forms.length ?? 0} form versions in ${compiled?.jurisdictions.length ?? 0} jurisdictions are sound (${Date.now() - started} ms)`,
    );
  });

program
  .command("draw <formId> [version]")
  .description("draw the blank of a form, whatever else is wrong with the content")
  .requiredOption("-o, --output <file>", "where to write the PDF")
  .action(async (formId: string, version: string | undefined, { output }: { output: string }) => {
    const problems: ContentProblem[] = [];
    const compiled = compileContent(contentRoot, (problem) => problems.push(problem));
    const found = compiled?.forms
      .filter(({ form }) => form.id === formId && (version === undefined || form.version === version))
      .sort((a, b) => byVersion(a.form.version, b.form.version))[0];
    if (found === undefined)
      return fail([...problems, { file: formId, line: 1, rule: "draw", message: "there is no such form" }]);
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, await drawBlank(found.layout));
  });

function fail(problems: readonly ContentProblem[]): void {
  for (const problem of problems) console.error(problemLine(problem));
  console.error(`${problems.length} problem${problems.length === 1 ? "" : "s"}`);
  process.exitCode = 1;
}

await program.parseAsync();
