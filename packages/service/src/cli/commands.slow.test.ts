import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fakeClock } from "@withholding-forms/testing/faults/clock";
import { placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { americanEmployee, fillAlabama } from "@withholding-forms/testing/people/samples";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { describe, expect, test } from "vitest";

const text = async (path: string): Promise<string> =>
  (await placedTexts(readFileSync(path))).map((placed) => placed.text).join("\n");

/** For tests of versions: none that is published from now on is current at this time. */
const inThePast = fakeClock("2026-02-02T12:00:00Z").env;

/** Small and complete. */
const soundContent = fileURLToPath(new URL("../../../authoring/src/check/test/base", import.meta.url));

const answersFile = (changes: object = {}): string =>
  newFile("answers.json", JSON.stringify({ ...fillAlabama, ...changes }));

describe("fill", () => {
  test("writes the PDF and prints the tax parameters", async () => {
    const output = join(newFolder(), "out.pdf");
    expect(await run(["fill", answersFile(), "-o", output], "", inThePast)).toMatchObject({
      code: 0,
      stdout: `AL101 2025.4.0 was written to ${output}.\n  AL.filingStatus = S\n  AL.dependents = 1\n  AL.additionalWithholding = 0.00\n  AL.isExempt = false\n`,
      stderr: "",
    });
    execFileSync("qpdf", ["--check", output], { stdio: "ignore" });
    expect(await text(output)).toContain("XXX-XX-6789");
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(output))).toEqual(["out.pdf"]);
  });

  test("reads standard input, and with --json answers as the service does", async () => {
    const output = join(newFolder(), "out.pdf");
    const body = { ...fillAlabama, formVersion: undefined, fields: { filingStatus: "ZERO", dependents: 7 } };
    const { code, stdout } = await run(
      ["fill", "-", "-o", output, "--json"],
      JSON.stringify(body),
      inThePast,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      form: "AL101",
      formVersion: "2025.4.0",
      output,
      taxParameters: [
        { id: "AL.filingStatus", value: "0", valueType: "code" },
        { id: "AL.dependents", value: "0", valueType: "integer" },
        { id: "AL.additionalWithholding", value: "0.00", valueType: "dollarAmount" },
        { id: "AL.isExempt", value: "false", valueType: "boolean" },
      ],
      ignoredFields: ["dependents"],
      calculatedValues: {},
      notices: [
        expect.objectContaining({ code: "VERSION_NOT_SENT", audience: "OPERATOR" }),
        expect.objectContaining({ code: "KEEP_FORM" }),
        expect.objectContaining({ code: "REPORT_DOUBTFUL_CLAIM" }),
      ],
      notice: { type: "WARNING", message: expect.any(String) },
    });
  });

  test("signs with the date of the time zone and leaves an audit event without anything personal", async () => {
    const output = join(newFolder(), "out.pdf");
    const env = { DATA_DIR: join(newFolder(), "data") };
    const args = ["fill", answersFile({ signForm: "SIGN" }), "-o", output, "--time-zone", "pacific/honolulu"];
    expect((await run(args, "", env)).code).toBe(0);
    expect(await text(output)).toMatch(/John Smith [0-9-]{10} [0-9:]{8} (?:GMT-10|HST)/);
    const audit = readFileSync(join(env.DATA_DIR, "audit.jsonl"), "utf8");
    const digest = execFileSync("sha256sum", [output], { encoding: "utf8" }).slice(0, 64);
    expect(JSON.parse(audit)).toMatchObject({ keyId: "command-line", formId: "AL101", sha256: digest });
    expect(audit).not.toMatch(/Smith|123-45-6789|123456789|XX-6789|Montgomery/);
  });

  const wrong = { fields: { filingStatus: "SINGLE", hobby: "chess" } };

  test("lists rejected answers with their reasons and writes nothing", async () => {
    const output = join(newFolder(), "out.pdf");
    expect(await run(["fill", answersFile(wrong), "-o", output])).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "ANSWERS_REFUSED: The form was not filled. Some values are missing or invalid.\n" +
        "  /fields/dependents  REQUIRED  Enter a whole number from 0 to 99.\n" +
        "  /fields/hobby  UNKNOWN  This field does not exist.\n",
    });
    expect(existsSync(output)).toBe(false);
  });

  test("lists them as JSON in the language that is requested", async () => {
    const args = ["fill", answersFile(wrong), "-o", "never.pdf", "--json", "--language", "fr"];
    const { code, stdout } = await run(args);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      code: "ANSWERS_REFUSED",
      errors: [
        {
          pointer: "/fields/dependents",
          questionId: "dependents",
          code: "REQUIRED",
          message: "Entrez un nombre entier de 0 à 99.",
        },
        { pointer: "/fields/hobby", code: "UNKNOWN" },
      ],
    });
  });

  test.each([
    [{ formId: "XX999" }, "UNKNOWN_FORM"],
    [{ formVersion: "1999.1.0" }, "UNKNOWN_VERSION"],
    [{ fields: [] }, "INVALID_BODY"],
  ])("%j is rejected with %s", async (change, code) => {
    const ended = await run(["fill", answersFile(change), "-o", "never.pdf"]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(new RegExp(`^${code}: `));
  });

  test("a file that is no JSON is not quoted", async () => {
    const file = newFile("answers.json", '{"firstName": "Canary');
    expect(await run(["fill", file, "-o", "never.pdf"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `withholding-forms: ${file} is not valid JSON in UTF-8.\n`,
    });
  });

  test("a file with two members of one name is rejected, and the member is named", async () => {
    const file = newFile("answers.json", '{"formId":"AL101","fields":{"a":"Canary","\\u0061":"b"}}');
    expect(await run(["fill", file, "-o", "never.pdf"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `withholding-forms: ${file} has a duplicate member: /fields/a.\n`,
    });
  });

  test("an output that cannot be written is a one-line error", async () => {
    const output = join(newFolder(), "nowhere", "out.pdf");
    expect(await run(["fill", answersFile(), "-o", output])).toMatchObject({
      code: 1,
      stderr: `withholding-forms: ${output} cannot be written: no such file or folder.\n`,
    });
  });

  test("nothing is signed without its audit event", async () => {
    const output = join(newFolder(), "out.pdf");
    const env = { DATA_DIR: newFile("data", "") };
    const { code, stderr } = await run(["fill", answersFile({ signForm: "SIGN" }), "-o", output], "", env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^withholding-forms: [^\n]+\n$/);
    expect(existsSync(output)).toBe(false);
  });
});

describe("forms", () => {
  test("lists every version with its status", async () => {
    const listed = JSON.parse((await run(["forms", "--json"], "", inThePast)).stdout);
    expect(listed).toContainEqual(
      expect.objectContaining({ id: "W4101", version: "2024.12.0", status: "DEPRECATED" }),
    );
    expect(listed).toContainEqual({
      id: "W4101",
      version: "2025.12.0",
      status: "CURRENT",
      name: "W-4",
      title: "Employee's Withholding Certificate",
      locality: "FEDERAL",
      effectiveDate: "2026-01-01",
      verification: {
        face: expect.any(String),
        rules: expect.any(String),
        revision: expect.any(String),
        checked: expect.any(String),
        doubts: expect.any(Array),
      },
    });
    const lines = (await run(["forms"], "", inThePast)).stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(listed.length);
    expect(lines).toContainEqual(expect.stringMatching(/^AL101 +2025\.4\.0 +CURRENT +AL +A4 +Employee's/));
  });

  test("lists what applies where one lives and works", async () => {
    const args = ["forms", "--address", "11 S Union St, Montgomery, AL 36130"];
    const { code, stdout, stderr } = await run(args, "", inThePast);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^W4101 +2025\.12\.0 +CURRENT +recommended/m);
    expect(stdout).toMatch(/^AL101 +2025\.4\.0 +CURRENT +recommended/m);
    expect(stdout).not.toMatch(/^AZ101/m);
  });

  test("lists the forms of a pension", async () => {
    const args = ["forms", "--home", "1700 W Washington St, Phoenix, AZ 85007", "--pension"];
    const { code, stdout, stderr } = await run(args, "", inThePast);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^W4102 +2025\.12\.0 +CURRENT +recommended/m);
    expect(stdout).toMatch(/^AZ108/m);
    expect(stdout).not.toMatch(/^W4101/m);
  });

  test("accepts several work addresses and reports what is wrong with one", async () => {
    const args = ["forms", "--home", "11 S Union St, Montgomery, AL 36130"];
    const works = [
      "--work",
      "1700 W Washington St, Phoenix, AZ 85007",
      "--work",
      "1 Main St, Nowhere, ZZ 12345",
    ];
    const { code, stdout } = await run([...args, ...works, "--json"]);
    const { forms, errors } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(forms.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(["AL101", "AZ101"]));
    expect(errors).toContainEqual(expect.objectContaining({ addressId: "work2" }));
    expect((await run([...args, ...works])).stderr).toMatch(/^work2: /m);
  });

  test.each([
    [["--address", "Montgomery"], 'Enter each address as one argument: "street, city, ST 12345"'],
    [
      ["--work", "11 S Union St, Montgomery, AL 36130"],
      "Also specify the home address with --home or --address.",
    ],
    [["--address", "111 Wellington St, Ottawa, ZZ K1A 0A9"], "An address is incomplete"],
    [["--language", "de"], "Allowed choices are en, es, fr."],
  ])("%j fails with a reason", async (args, reason) => {
    const { code, stderr } = await run(["forms", ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });
});

describe("diff", () => {
  test("reports what changed and which stored answers stay valid", async () => {
    const { code, stdout } = await run(["diff", "W4101", "2024.12.0", "2025.12.0"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^W4101 2024\.12\.0 -> 2025\.12\.0\nadded: [0-9]+\n/);
    expect(stdout).toMatch(/^ {2}survivingSpouse: Will you file as a qualifying surviving spouse\?$/m);
    expect(stdout).toMatch(/^ {2}deductionsWorksheet2025Line1: /m);
    expect(stdout).toMatch(/^ {2}isExempt: questionText, notes$/m);
    expect(stdout).toMatch(/^ {2}stay valid: .*\bisExempt\b/m);
    expect(stdout).toMatch(/^ {2}are no longer asked: .*\bdeductionsWorksheet2025Line1\b/m);
  });

  test("has the same as JSON, and nothing between a version and itself", async () => {
    const { stdout } = await run(["diff", "W4101", "2024.12.0", "2025.12.0", "--json"]);
    const whole = JSON.parse(stdout);
    expect(whole.added).toContainEqual(expect.objectContaining({ questionId: "survivingSpouse" }));
    expect(whole.storedAnswers).toContainEqual({ questionId: "isNra", fate: "VALID" });
    expect(whole.storedAnswers).toContainEqual({
      questionId: "deductionsWorksheet2025Line1",
      fate: "DROPPED",
    });
    // Calculated in the old version, so no answer to it is stored.
    const stored = whole.storedAnswers.map(({ questionId }: { questionId: string }) => questionId);
    expect(stored).not.toContain("deductionsWorksheet2025Line5");
    const same = JSON.parse((await run(["diff", "AL101", "2025.4.0", "2025.04.0", "--json"])).stdout);
    expect(same).toMatchObject({ from: "2025.4.0", to: "2025.4.0", added: [], removed: [], changed: [] });
    expect(same.unchanged.sort()).toEqual(["additionalWithholding", "dependents", "filingStatus"]);
  });

  test.each([
    [["diff", "XX999", "1", "2"], /^withholding-forms: There is no form "XX999"\.\n$/],
    [
      ["diff", "W4101", "2024.12.0", "1999.1.0"],
      /^withholding-forms: W4101 has no version "1999\.1\.0"\. Available versions: [0-9., ]*2025\.12\.0, 2024\.12\.0, [0-9., ]+\.\n$/,
    ],
    [["walk", "XX999"], /^withholding-forms: There is no form "XX999"\.\n$/],
  ])("%j fails with one line", async (args, stderr) => {
    expect(await run(args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(stderr) });
  });
});

describe("migrate", () => {
  const migrate = (answers: object, ...options: string[]) =>
    run([
      "migrate",
      "W4101",
      "2024.12.0",
      "2025.12.0",
      newFile("stored.json", JSON.stringify(answers)),
      ...options,
    ]);
  const exempt = { isNra: false, isExempt: true, noTaxLastYear: true, noTaxThisYear: true };

  test("accepts stored answers that complete the new version", async () => {
    const { code, stdout } = await migrate({ ...exempt, deductionsWorksheet2025Line1: 100, deductions: 5 });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("W4101 2024.12.0 -> 2025.12.0: the stored answers complete the new version");
    expect(lines).toContain("  isNra is valid");
    expect(lines).toContain("  isExempt is valid (its questionText, notes changed)");
    expect(lines).toContain("  deductionsWorksheet2025Line1 no longer exists");
    expect(lines).toContain("  deductions is not asked with these answers");
  });

  test("reports rejected and missing answers with the reason", async () => {
    const { code, stdout } = await migrate({ isNra: false, isExempt: false, filingStatus: "OTHER" });
    expect(code).toBe(2);
    expect(stdout).toContain("some questions must be asked again");
    expect(stdout).toContain("  filingStatus is no longer valid: Choose one of the options.");
    expect(stdout).toContain("  multipleJobsOption needs an answer: Choose one of the options.");
  });

  test("a whole fillPdf body is taken too, and JSON gives the answers to send", async () => {
    const { code, stdout } = await migrate({ formId: "W4101", fields: { ...exempt, gone: 1 } }, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ end: "COMPLETE", holding: exempt, missing: [] });
  });

  test.each([[[]], ["words"], [{ isNra: { deep: true } }]])(
    "rejects %j as stored answers",
    async (stored) => {
      const { code, stderr } = await migrate(stored as object);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^withholding-forms: \S+ must have answers by question ID or [^\n]+\n$/);
    },
  );
});

describe("check", () => {
  test("reports valid content as valid", async () => {
    const { code, stdout, stderr } = await run(["check", "--only", "us/AL/AL101", "--no-draw", "--json"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      formVersions: expect.any(Number),
      jurisdictions: 1,
      problems: [],
    });
    expect(code).toBe(0);
  });

  test("a folder that the content does not have fails with one line", async () => {
    const { code, stdout, stderr } = await run(["check", soundContent, "--only", "us/ZZ", "--json"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("withholding-forms: --only: there is no us/ZZ; us has NW, OL, TS, TX.\n");
  });

  test("rejects invalid content, with file, line and rule of each problem", async () => {
    const folder = newFolder();
    cpSync(soundContent, folder, { recursive: true });
    expect((await run(["check", folder, "--no-draw"])).code).toBe(0);
    const name = "us/TS/TS102/2026.1.0/questions.yaml";
    appendFileSync(join(folder, name), "nonsense: 1\n");
    const { code, stdout, stderr } = await run(["check", folder, "--no-draw"]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(new RegExp(`^${name}:[0-9]+: [^\\n]*nonsense`, "m"));
    const result = await run(["check", folder, "--no-draw", "--json"]);
    expect(result.code).toBe(2);
    expect(JSON.parse(result.stdout)).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ file: name })]),
    });
  });

  test("reports a folder without content", async () => {
    const { code, stderr } = await run(["check", newFolder()]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^withholding-forms: \S+ is not a content folder: [^\n]+\n$/);
  });
});

describe("walk", () => {
  const version = ["--form-version", "2025.4.0"];

  test("asks set by set, explains wrong answers, and prints the fields on the path", async () => {
    const input = ["5", "many", "0", "2", "1,250"].join("\n");
    const { code, stdout, stderr } = await run(["walk", "AL101", ...version], `${input}\n`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      filingStatus: "HEAD_OF_FAMILY",
      dependents: "2",
      additionalWithholding: "1,250",
    });
    const lines = stderr.split("\n");
    expect(lines).toContain("== Personal exemption ==");
    expect(lines).toContain("  2) Single, $1,500 exemption");
    expect(lines).toContain("  ! Enter a whole number from 0 to 99.");
    expect(lines).toContain("  ! A head of family must have at least one qualifying dependent.");
    expect(stderr).toContain("Under penalties of perjury, I ");
  });

  test("takes a choice by its value, skips what is not asked, and fills a preview", async () => {
    const output = join(newFolder(), "preview.pdf");
    const people = newFile(
      "people.json",
      JSON.stringify({ employee: americanEmployee, employer: fillAlabama.employer }),
    );
    const args = ["walk", "AL101", ...version, "--people", people, "-o", output];
    const { code, stdout, stderr } = await run([...args, "--json", "--language", "es"], "ZERO\n\n");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      formId: "AL101",
      formVersion: "2025.4.0",
      end: "COMPLETE",
      fields: { filingStatus: "ZERO" },
      perjuryStatement: expect.stringContaining("perjurio"),
    });
    expect(stderr).toContain("(opcional)");
    expect(await text(output)).toContain("XXX-XX-6789");
  });

  test("shows what is calculated", async () => {
    const input = ["false", "false", "1", "NONE", "true", "2", "1", "", "false", "", "false", ""].join("\n");
    const { stderr } = await run(["walk", "W4101", "--form-version", "2025.12.0"], `${input}\n`);
    // Two children at $2,200 each and another dependent at $500.
    expect(stderr).toMatch(/^ {2}= .*: \$4,400$/m);
    expect(stderr).toMatch(/^ {2}= .*: \$500$/m);
    expect(stderr).toMatch(/^ {2}= .*: \$4,900$/m);
  });

  test("an answer that leads out of the form ends it with 2", async () => {
    expect(await run(["walk", "AL102"], "false\n")).toMatchObject({ code: 2, stdout: "" });
    const { code, stdout } = await run(["walk", "AL102", "--json"], "false\n");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ formId: "AL102", end: "INELIGIBLE" });
  });

  test("an input that ends too early ends it with 2", async () => {
    const { code, stdout, stderr } = await run(["walk", "AL101"], "SINGLE\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/\nwithholding-forms: the input ended before the last question\.\n$/);
  });

  test("personal data that a form rejects is rejected with reasons", async () => {
    const people = newFile("people.json", JSON.stringify({ employee: { firstName: "Jo" } }));
    const output = join(newFolder(), "preview.pdf");
    const args = ["walk", "AL101", ...version, "--people", people, "-o", output];
    const { code, stderr } = await run(args, "ZERO\n\n");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ {2}\/employee\/lastName {2}REQUIRED/m);
    expect(existsSync(output)).toBe(false);
  });

  test.each([
    [["-o", "x.pdf"], "--output requires --people."],
    [
      ["--people", newFile("people.json", '{"name": "Jo"}')],
      "must be an object with employee, employer, and federalValues.",
    ],
  ])("%j fails with a reason", async (args, reason) => {
    const { code, stderr } = await run(["walk", "AL101", ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });
});
