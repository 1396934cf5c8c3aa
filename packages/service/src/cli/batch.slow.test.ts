import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { runNode } from "@withholding-forms/testing/programs";
import { main, newFile, newFolder, run, start } from "@withholding-forms/testing/service/command";
import { describe, expect, test } from "vitest";

const text = async (path: string): Promise<string> =>
  (await placedTexts(readFileSync(path))).map((placed) => placed.text).join("\n");

const pdfs = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(".pdf"));

const report = (
  folder: string,
): { line: number; code: string; errors: { pointer: string; code: string }[] }[] =>
  readFileSync(join(folder, "refused.ndjson"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const alabama = (changes: object): string => JSON.stringify({ ...fillAlabama, ...changes });

describe("ten thousand lines, killed twice and resumed", () => {
  /** Every hundredth line has one of these errors, in turn. */
  const bad: readonly (readonly [line: string, code: string])[] = [
    ['{"formId": "AL101", "employee"', "MALFORMED_JSON"],
    ['{"formId":"AL101","formId":"AL102"}', "MALFORMED_JSON"],
    ["[]", "INVALID_BODY"],
    [alabama({ formId: "XX999" }), "UNKNOWN_FORM"],
    [alabama({ formVersion: "1999.1.0" }), "UNKNOWN_VERSION"],
    [alabama({ fields: { filingStatus: "SINGLE" } }), "ANSWERS_REFUSED"],
    [alabama({ formId: "AL102", formVersion: null, fields: { spouseIsServicemember: false } }), "INELIGIBLE"],
    [alabama({ employee: { ...fillAlabama.employee, firstName: "Jo\u{10FFFD}" } }), "ANSWERS_REFUSED"],
    [alabama({ fields: { filingStatus: "x".repeat(300_000) } }), "BODY_TOO_LARGE"],
  ];
  const isBad = (number: number): boolean => number % 100 === 0;
  const badAt = (number: number) => bad[(number / 100) % bad.length] ?? (["", ""] as const);
  /** Names have no digits, so the number is written in letters. */
  const nameOf = (number: number): string =>
    `Person${String(number).replace(/[0-9]/g, (figure) => "ABCDEFGHIJ"[Number(figure)] ?? "")}`;
  const lineAt = (number: number): string =>
    isBad(number)
      ? badAt(number)[0]
      : alabama({ employee: { ...fillAlabama.employee, lastName: nameOf(number) } });
  const count = 10_000;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);

  test("each valid line gets exactly one complete PDF, and each invalid line one reason", async () => {
    const input = newFile("answers.ndjson", numbers.map((number) => `${lineAt(number)}\n`).join(""));
    const folder = join(newFolder(), "made", "here");
    const args = ["batch", input, "-o", folder, "--workers", "2", "--json"];

    for (const enough of [2500, 6000]) {
      const { child, ended } = start(args);
      await eventually(
        () => child.exitCode !== null || (existsSync(folder) && pdfs(folder).length >= enough),
        { what: `${enough} files` },
      );
      child.kill("SIGKILL");
      expect(await ended).toEqual({ code: null, signal: "SIGKILL", stdout: "", stderr: "" });
      expect(pdfs(folder).length).toBeLessThan(9900);
      // The worst that a kill at any time can leave behind.
      appendFileSync(join(folder, "batch.journal"), '{"line":99');
      writeFileSync(join(folder, ".0009999.pdf.part"), "%PDF-1.7 half");
    }
    const before = pdfs(folder).slice(0, 2000);
    const untouched = before.map((name) => statSync(join(folder, name)).mtimeMs);

    const last = await run(args);
    expect(last.stderr).toBe("");
    expect(last.code).toBe(2);
    const summary = JSON.parse(last.stdout);
    expect(summary).toMatchObject({ lines: 10_000, filled: 9900, refused: 100, left: 0 });
    expect(summary.doneBefore).toBeGreaterThan(5000);
    // What was done before was not done again.
    expect(before.map((name) => statSync(join(folder, name)).mtimeMs)).toEqual(untouched);

    const good = numbers
      .filter((number) => !isBad(number))
      .map((number) => `${String(number).padStart(7, "0")}.pdf`);
    expect(readdirSync(folder).sort()).toEqual([...good, "batch.journal", "refused.ndjson"].sort());
    const halves = good.filter((name) => {
      const bytes = readFileSync(join(folder, name));
      const tail = bytes.subarray(-6).toString("latin1");
      return !bytes.subarray(0, 5).equals(Buffer.from("%PDF-")) || !/%%EOF\n?$/.test(tail);
    });
    expect(halves).toEqual([]);

    expect(report(folder).map(({ line, code }) => [line, code])).toEqual(
      numbers.filter(isBad).map((number) => [number, badAt(number)[1]]),
    );

    const sample = numbers.filter((number) => number % 501 === 7 && !isBad(number));
    expect(sample.length).toBeGreaterThan(15);
    for (const number of sample) {
      const path = join(folder, `${String(number).padStart(7, "0")}.pdf`);
      execFileSync("qpdf", ["--check", path], { stdio: "ignore" });
      expect(await text(path)).toMatch(new RegExp(`${nameOf(number)}$`, "m"));
    }

    const again = await run(args);
    expect(again.code).toBe(2);
    expect(JSON.parse(again.stdout)).toMatchObject({
      filled: 9900,
      refused: 100,
      doneBefore: 10_000,
      left: 0,
    });
    expect(before.map((name) => statSync(join(folder, name)).mtimeMs)).toEqual(untouched);
  });
});

describe("one batch", () => {
  const three = [alabama({}), "", alabama({ fields: {} }), alabama({ signForm: "SIGN" })].join("\n");

  test("reports as text what it did and where the reasons are, and shows no progress bar without a terminal", async () => {
    const folder = join(newFolder(), "out");
    const env = { DATA_DIR: newFolder() };
    const ended = await run(["batch", newFile("a.ndjson", three), "-o", folder], "", env);
    expect(ended).toMatchObject({
      code: 2,
      stdout: `2 of 3 filled, 1 refused.\nSee the reasons in ${join(folder, "refused.ndjson")}.\n`,
      stderr: "",
    });
    expect(pdfs(folder).sort()).toEqual(["0000001.pdf", "0000004.pdf"]);
    expect(statSync(join(folder, "0000001.pdf")).mode & 0o777).toBe(0o600);
    expect(report(folder)).toEqual([
      { line: 3, code: "ANSWERS_REFUSED", errors: [{ pointer: "/fields/filingStatus", code: "REQUIRED" }] },
    ]);
    const audit = readFileSync(join(env.DATA_DIR, "audit.jsonl"), "utf8").trimEnd().split("\n");
    expect(audit.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ keyId: "command-line", formId: "AL101", formVersion: "2025.4.0" }),
    ]);
  });

  test("with nothing rejected it ends with 0 and an empty report", async () => {
    const folder = newFolder();
    const ended = await run(["batch", newFile("a.ndjson", alabama({})), "-o", folder]);
    expect(ended).toMatchObject({ code: 0, stdout: "1 of 1 filled, 0 refused.\n" });
    expect(readFileSync(join(folder, "refused.ndjson"), "utf8")).toBe("");
  });

  test("with --parameters the tax parameters are next to each PDF", async () => {
    const folder = newFolder();
    await run(["batch", newFile("a.ndjson", alabama({})), "-o", folder, "--parameters"]);
    expect(JSON.parse(readFileSync(join(folder, "0000001.json"), "utf8"))).toEqual({
      form: "AL101",
      formVersion: "2025.4.0",
      taxParameters: [
        { id: "AL.filingStatus", value: "S", valueType: "code" },
        { id: "AL.dependents", value: "1", valueType: "integer" },
        { id: "AL.additionalWithholding", value: "0.00", valueType: "dollarAmount" },
        { id: "AL.isExempt", value: "false", valueType: "boolean" },
      ],
      ignoredFields: [],
    });
  });

  test("a missing or truncated file is created again", async () => {
    const folder = newFolder();
    const args = ["batch", newFile("a.ndjson", `${alabama({})}\n`.repeat(3)), "-o", folder, "--json"];
    await run(args);
    const whole = statSync(join(folder, "0000001.pdf")).size;
    truncateSync(join(folder, "0000001.pdf"), 100);
    unlinkSync(join(folder, "0000003.pdf"));
    expect(JSON.parse((await run(args)).stdout)).toMatchObject({ filled: 3, doneBefore: 1 });
    expect(statSync(join(folder, "0000001.pdf")).size).toBe(whole);
    expect(statSync(join(folder, "0000003.pdf")).size).toBe(whole);
  });

  test("on a signal, it finishes what is in progress and can be resumed", async () => {
    const folder = newFolder();
    const args = ["batch", newFile("a.ndjson", `${alabama({})}\n`.repeat(20_000)), "-o", folder];
    const { child, ended } = start(args);
    await eventually(() => pdfs(folder).length >= 100, { what: "a hundred files" });
    child.kill("SIGTERM");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const left = Number(
      /^([0-9]+) lines are left\. Run the same command again to resume\.$/m.exec(stdout)?.[1],
    );
    expect(pdfs(folder)).toHaveLength(20_000 - left);
    expect(readdirSync(folder).filter((name) => name.startsWith(".") || name.endsWith(".lock"))).toEqual([]);
  });

  test("two processes share a file: each line is filled by one of them, also after one is killed", async () => {
    const input = newFile("a.ndjson", `${alabama({})}\n`.repeat(2001));
    const folders = [newFolder(), newFolder()] as const;
    const shard = (index: number): string[] => [
      ...["batch", input, "-o", folders[index] ?? "", "--shard", `${index}/2`, "--json"],
    ];
    const killed = start(shard(1));
    const other = run(shard(0));
    await eventually(() => pdfs(folders[1]).length >= 20, { what: "twenty files" });
    killed.child.kill("SIGKILL");
    await killed.ended;
    const { code, stdout } = await run(shard(1));
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { lines: 1001, filled: 1001, left: 0 }]);
    expect(JSON.parse((await other).stdout)).toMatchObject({ lines: 1000, filled: 1000, left: 0 });
    for (const [index, folder] of folders.entries())
      expect(pdfs(folder).every((name) => Number.parseInt(name, 10) % 2 === index)).toBe(true);
    expect(new Set(folders.flatMap(pdfs)).size).toBe(2001);
    const { stderr } = await run(["batch", input, "-o", folders[0]]);
    expect(stderr).toContain("has a batch with different answers, options, or content");
  });

  test("nothing about a person is in the report or the journal", async () => {
    const folder = newFolder();
    const lines = [
      alabama({}),
      alabama({ employee: { ...fillAlabama.employee, firstName: "Jo\u{10FFFD}", lastName: "Canary" } }),
      alabama({ fields: { "Canary, 123-45-6789": 1, filingStatus: "Canary", dependents: "Canary" } }),
      '{"formId": "Canary',
      alabama({ formId: "Canary" }),
    ];
    await run(["batch", newFile("a.ndjson", lines.join("\n")), "-o", folder]);
    expect(report(folder).map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(report(folder)[1]?.errors).toContainEqual({ pointer: "/fields", code: "UNKNOWN" });
    for (const name of ["refused.ndjson", "batch.journal"])
      expect(readFileSync(join(folder, name), "utf8")).not.toMatch(
        /Canary|Smith|6789|Montgomery|\u{10FFFD}/u,
      );
  });

  test("a person at a terminal sees a bar with rate and time left", async () => {
    const input = newFile("a.ndjson", `${alabama({})}\n`.repeat(300));
    const { stdout } = await runNode([main, "batch", input, "-o", newFolder()], {
      within: (command) => ["script", "-qec", command.join(" "), "/dev/null"],
    });
    expect(stdout).toMatch(/100% {2}300 of 300 {2}[0-9]+\/s {2}00:00:00 left {2}0 refused/);
  });
});

test.each(["2/2", "0/0", "1", "-1/2", "a/b"])("%s is no shard", async (shard) => {
  const { code, stderr } = await run(["batch", "a.ndjson", "-o", newFolder(), "--shard", shard]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("Enter i/n with i from 0 to n - 1")]);
});

describe("invalid arguments", () => {
  const input = newFile("a.ndjson", alabama({}));
  const used = newFolder();
  writeFileSync(join(used, "mine.txt"), "");

  test.each([
    [
      "a file that is not there",
      ["/nowhere.ndjson", "-o", used],
      /^withholding-forms: \/nowhere\.ndjson cannot be read: no such file or folder\.\n$/,
    ],
    ["a folder for a file", [used, "-o", used], /^withholding-forms: \S+ is not a file\.\n$/],
    [
      "a folder with other files",
      [input, "-o", used],
      /^withholding-forms: \S+ is not empty and has no batch to resume\. Choose another folder\.\n$/,
    ],
    ["a file for a folder", [input, "-o", input], /^withholding-forms: \S+ cannot be used: [^\n]+\n$/],
    ["no workers", [input, "-o", used, "--workers", "0"], /Enter a number from 1 to 999\./],
    ["an unknown zone", [input, "-o", used, "--time-zone", "Mars"], /Unknown time zone\./],
    ["no output", [input], /required option '-o, --output <folder>' not specified/],
  ])("%s stops it with a reason", async (_, args, reason) => {
    const { code, stdout, stderr } = await run(["batch", ...args]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(reason);
    expect(readdirSync(used)).toEqual(["mine.txt"]);
  });

  test("resuming with different answers or options is rejected", async () => {
    const folder = newFolder();
    await run(["batch", input, "-o", folder]);
    const other = newFile("b.ndjson", `${alabama({})}\n`);
    for (const args of [[other], [input, "--language", "es"]]) {
      const { code, stderr } = await run(["batch", ...args, "-o", folder]);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `withholding-forms: ${folder} has a batch with different answers, options, or content. Choose another folder.\n`,
      );
    }
  });

  test("two simultaneous runs in one folder are rejected", async () => {
    const folder = newFolder();
    const args = ["batch", newFile("a.ndjson", `${alabama({})}\n`.repeat(20_000)), "-o", folder];
    const first = start(args);
    await eventually(() => readdirSync(folder).includes("batch.journal"), { what: "the journal" });
    const { code, stderr } = await run(args);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^withholding-forms: Process [0-9]+ is already using /);
  });
});
