#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { artifactPath } from "@withholding-forms/catalog/model/paths";
import { Command, Option } from "commander";
import type { CheckOptions } from "./check/check.js";
import { folderOfForm, isBelow, knownFolder, knownRoot, UnknownFolderError } from "./check/only.js";
import type { CompiledContent } from "./compile/compile.js";
import { approvedPath, bookPath, contentRoot, picturesPath } from "./read/paths.js";
import { type ContentProblem, problemLine } from "./read/problem.js";
import type { DrawChoices } from "./tools/draw-form.js";
import type { PoUpdate } from "./tools/update-po.js";

// Each command loads only what it needs: loading everything takes about as long as checking one form.
const program = new Command("content")
  .description("Compile, check, and view the content")
  .showHelpAfterError();

program
  .command("compile")
  .description("compile the content into the artifact that the service loads")
  .option("-o, --output <file>", "where to write it", artifactPath)
  .action(async ({ output }: { output: string }) => {
    const { buildArtifact, ContentError } = await import("./compile/build-artifact.js");
    try {
      const bytes = await buildArtifact(contentRoot);
      mkdirSync(dirname(output), { recursive: true });
      // A running service reads parts of the old file until it exits, so that file must not change.
      writeFileSync(`${output}.new`, bytes);
      renameSync(`${output}.new`, output);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      fail(error.problems);
    }
  });

program
  .command("check")
  .description("check the content and print the file, line, and rule of every problem")
  .argument("[folder]", "content folder; the one in this repository by default")
  .option("--only <folder>", "only check this folder or form, such as us/AL or AL101")
  .option("--no-draw", "skip drawing the pages")
  .option("--official <folder>", "also check the bindings against the agency files in this folder")
  .option("--po", "bring es.po and fr.po up to date: fill from other files, propose, drop what nothing says")
  .action(async (folder: string | undefined, options: CheckOptions & { po?: boolean }) => {
    try {
      await check(folder === undefined ? contentRoot : knownRoot(resolve(folder)), options);
    } catch (error) {
      if (!(error instanceof UnknownFolderError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  });

program
  .command("new-form <jurisdiction> <formId> [version]")
  .description(
    "write the files of a new form version, ready to be filled in: new-form NE NE102 2026.1.0 --like KS102",
  )
  .option(
    "--like <formId>",
    "start from a form of any place, with the flows, situations, and translations that name it",
  )
  .option("--locality <name>", "with --like: the city or other place that the form is for")
  .option(
    "--extends <version>",
    "start from another version: 2025.1.0, AL101/2014.3.0 or us/FEDERAL/W4101/2025.12.0",
  )
  .action(async (jurisdiction: string, id: string, version: string | undefined, options: NewFormChoices) => {
    const { newForm, nextStep } = await import("./tools/new-form.js");
    const { copyForm } = await import("./tools/copy-form.js");
    const { compileContent } = await import("./compile/compile.js");
    const { like, locality } = options;
    const form = {
      jurisdiction,
      id,
      version: version ?? `${today().slice(0, 4)}.1.0`,
      today: today(),
      ...options,
    };
    try {
      if (like === undefined && locality !== undefined)
        throw new Error(
          "--locality needs a form of another city to start from: add --like, such as --like MI205",
        );
      const before = like === undefined ? undefined : compileContent(contentRoot, () => {});
      const copy =
        like === undefined || before === undefined ? undefined : copyForm(before.content, { ...form, like });
      for (const file of copy ?? newForm(contentRoot, form)) console.log(file);
      console.log(nextStep(await bringPoUpToDate(contentRoot, jurisdiction), id));
    } catch (error) {
      program.error(error instanceof Error ? error.message : String(error));
    }
  });

program
  .command("finish [formId]")
  .description(
    "bring the translations up to date, check, write docs/coverage.md with its map, and draw the pictures that changed",
  )
  .action(async (formId?: string) => {
    const { checkContent } = await import("./check/check.js");
    const { coverageFiles } = await import("./tools/coverage-files.js");
    const { followersOf } = await import("./tools/new-year.js");
    try {
      await bringPoUpToDate(contentRoot, formId);
    } catch (error) {
      return program.error(error instanceof Error ? error.message : String(error));
    }
    const { problems, compiled } = await checkContent(contentRoot);
    if (compiled === undefined || problems.length > 0) return fail(problems, 2);
    for (const [path, text] of coverageFiles(compiled)) writeFileSync(path, text);
    const ids = formId === undefined ? [] : [formId, ...followersOf(compiled.content, formId)];
    const only = ids.length === 0 ? [] : ["-t", ids.join("|")];
    const args = ["vitest", "run", "packages/authoring/tests/pictures.content.test.ts", ...only];
    const env = { ...process.env, APPROVE_PICTURES: "yes" };
    process.exitCode = spawnSync("npx", args, { stdio: "inherit", env }).status ?? 1;
  });

program
  .command("new-year <year> [place]")
  .description(
    "start the versions of a new year, of a place or form or of all, and list what is left: new-year 2027 AL",
  )
  .action(async (year: string, of?: string) => {
    const { compileContent } = await import("./compile/compile.js");
    const { newYear } = await import("./tools/new-year.js");
    const compiled = compileContent(contentRoot, () => {});
    if (compiled === undefined) return program.error("the content cannot be read: npm run check says why");
    try {
      for (const line of newYear(compiled.content, { year: Number(year), of, today: today() }))
        console.log(line);
    } catch (error) {
      program.error(error instanceof Error ? error.message : String(error));
    }
  });

program
  .command("report")
  .description("print a table of all forms, with their doubts")
  .option("--lapses", "print what expires within 90 days instead")
  .option("--coverage", "write docs/coverage.md and its map instead")
  .action(async (options: { lapses?: boolean; coverage?: boolean }) => {
    const { compileContent } = await import("./compile/compile.js");
    const { coverageFiles } = await import("./tools/coverage-files.js");
    const { lapses } = await import("./tools/lapses.js");
    const { contentReport } = await import("./tools/report.js");
    const compiled = compileContent(contentRoot, () => {});
    if (compiled === undefined) return;
    if (options.coverage === true) {
      for (const [path, text] of coverageFiles(compiled)) writeFileSync(path, text);
      return;
    }
    console.log(options.lapses === true ? lapses(compiled, today()) : contentReport(compiled));
  });

program
  .command("book")
  .description("write one page with every question of every form, for review")
  .option("-o, --output <file>", "where to write it", bookPath)
  .action(async ({ output }: { output: string }) => {
    const { compileContent } = await import("./compile/compile.js");
    const { contentBook } = await import("./book/book.js");
    const compiled = compileContent(contentRoot, () => {});
    if (compiled === undefined) return;
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, contentBook(compiled));
    console.log(output);
  });

program
  .command("schemas")
  .description("write the JSON Schemas of the content files, for editors")
  .action(async () => {
    const { writeSchemas } = await import("./schema/published.js");
    for (const file of writeSchemas(contentRoot)) console.log(file);
  });

program
  .command("publish")
  .description("record the versions that are new or corrected since the last release in published.txt")
  .action(async () => {
    const { compileContent } = await import("./compile/compile.js");
    const { publicationsFile, readPublications } = await import("./read/publications.js");
    const { newPublications } = await import("./tools/record-publications.js");
    const compiled = compileContent(contentRoot, () => {});
    if (compiled === undefined) return program.error("the content cannot be read: npm run check says why");
    for (const { date, formId, formVersion, digest } of newPublications(
      compiled,
      readPublications(contentRoot),
      today(),
    ))
      appendFileSync(join(contentRoot, publicationsFile), `${date} ${formId} ${formVersion} ${digest}\n`);
  });

program
  .command("draw <formId>")
  .description('draw every page of a form as PNG: draw KY101 --case "no liability"')
  .option("--version <version>", "the newest one by default")
  .option("--case <name>", "fill it in with a case of cases.yaml; a part of its name is enough")
  .addOption(new Option("--language <language>", "language of the page's words").choices(["en", "es", "fr"]))
  .addOption(
    new Option("--mode <mode>", "what is printed; SIGN by default").choices([
      "PREVIEW",
      "SIGN",
      "SIGN_EXTERNALLY",
    ]),
  )
  .option("--out <folder>", "where to write the images", picturesPath)
  .action(async (formId: string, { out, ...choices }: DrawChoices & { out: string }) => {
    const { compileContent } = await import("./compile/compile.js");
    const { drawForm } = await import("./tools/draw-form.js");
    const problems: ContentProblem[] = [];
    // Reading one form takes a fraction of the time; where there is none, all are read to name those like it.
    const formFolder = folderOfForm(contentRoot, formId);
    const compiled = compileContent(contentRoot, (problem) => problems.push(problem), formFolder);
    if (compiled === undefined) return fail(problems);
    try {
      const { name, pages } = await drawForm(compiled, formId, choices);
      mkdirSync(out, { recursive: true });
      for (const [index, page] of pages.entries()) {
        const file = join(out, `${name}-page${index + 1}.png`);
        writeFileSync(file, page);
        console.log(file);
      }
    } catch (error) {
      // A form that cannot be read is not there to be drawn; its problems say why.
      const own = problems.filter(
        ({ file, rule }) => file.includes(`/${formId}/`) && rule !== "translation-missing",
      );
      for (const problem of own) console.error(problemLine(problem));
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    }
  });

interface NewFormChoices {
  readonly like?: string;
  readonly locality?: string;
  readonly extends?: string;
}

async function check(root: string, options: CheckOptions & { po?: boolean }): Promise<void> {
  const started = Date.now();
  const { checkContent, checkedWords } = await import("./check/check.js");
  if (options.po === true) await bringPoUpToDate(root, options.only);
  const { problems, compiled, checked, only } = await checkContent(root, options);
  // The exit code of `withholding-forms check`: the command ran and found problems.
  if (problems.length > 0) return fail(problems, 2);
  if (root === contentRoot && only === undefined && compiled !== undefined) {
    const { coverageFiles } = await import("./tools/coverage-files.js");
    const old = coverageFiles(compiled).find(
      ([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text,
    );
    if (old !== undefined) {
      console.error(`${relative(process.cwd(), old[0])} is out of date: run npm run finish`);
      process.exitCode = 2;
      return;
    }
  }
  const lacking =
    root !== contentRoot || options.draw === false
      ? []
      : (compiled?.forms ?? []).filter(
          ({ form, context }) =>
            isBelow(only, context.form.folder) &&
            !existsSync(join(approvedPath, `${form.id}-${form.version}.png`)),
        );
  if (lacking.length > 0) {
    for (const { form } of lacking)
      console.error(
        `${form.id} ${form.version} has no approved picture: run npm run finish -- ${form.id}, and look at it`,
      );
    process.exitCode = 2;
    return;
  }
  console.log(`${checkedWords(checked)} checked: OK (${Date.now() - started} ms)`);
}

/** The translations of a form are those of its jurisdiction, and of the shared files. */
async function bringPoUpToDate(root: string, only: string | undefined): Promise<CompiledContent | undefined> {
  const { compileContent } = await import("./compile/compile.js");
  const { updatePo } = await import("./tools/update-po.js");
  const compiled = compileContent(root, () => {});
  const place = only === undefined ? undefined : knownFolder(root, only).split("/").slice(0, 2).join("/");
  const isWanted = (folder: string): boolean => folder === "" || isBelow(place, folder);
  if (compiled === undefined) return undefined;
  printPoUpdates(updatePo(compiled.content, compiled.ledger, isWanted));
  return compiled;
}

function printPoUpdates(updates: ReadonlyMap<string, PoUpdate>): void {
  for (const [file, { filled, proposed, added, dropped }] of updates) {
    const parts = [
      added > 0 ? `${added} to translate` : "",
      proposed > 0 ? `${proposed} fuzzy to review` : "",
      filled > 0 ? `${filled} filled from other files` : "",
      dropped > 0 ? `${dropped} unused dropped` : "",
    ];
    console.log(`${file}: ${parts.filter((part) => part !== "").join(", ")}`);
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function fail(problems: readonly ContentProblem[], code = 1): void {
  for (const problem of problems) console.error(problemLine(problem));
  console.error(`${problems.length} problem${problems.length === 1 ? "" : "s"}`);
  process.exitCode = code;
}

await program.parseAsync();
