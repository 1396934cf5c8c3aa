import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { describe, expect, test } from "vitest";

const env = { DATA_DIR: newFolder() };
const answers = newFile("answers.json", JSON.stringify({ ...fillAlabama, signForm: "SIGN" }));
const output = join(newFolder(), "form.pdf");
await run(["fill", answers, "-o", output], "", env);
const sha256 = createHash("sha256").update(readFileSync(output)).digest("hex");

test("a signed file is found on its own and by its digest, with when and what it was", async () => {
  const found = await run(["audit", "find", output, "--json"], "", env);
  expect([found.code, found.stderr]).toEqual([0, ""]);
  expect(JSON.parse(found.stdout)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    keyId: "command-line",
    formId: "AL101",
    formVersion: expect.stringMatching(/^\d{4}\.\d+\.\d+$/),
    language: "en",
    sha256,
  });
  const shown = await run(["audit", "find", sha256.toUpperCase()], "", env);
  expect(shown.stdout).toMatch(new RegExp(`^\\S+Z  AL101 \\S+  en  command-line  \\S+  ${sha256}\n$`));
});

test("a file that differs in one byte was not signed here", async () => {
  const bytes = readFileSync(output);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  const found = await run(["audit", "find", newFile("form.pdf", bytes)], "", env);
  expect([found.code, found.stdout]).toEqual([2, ""]);
  expect(found.stderr).toMatch(/^No signature with SHA-256 [0-9a-f]{64} was found\.\n$/);
});

describe("verify", () => {
  const own = { DATA_DIR: newFolder() };
  const log = join(own.DATA_DIR, "audit.jsonl");
  const sign = () => run(["fill", answers, "-o", join(newFolder(), "form.pdf")], "", own);
  const verify = (...options: string[]) => run(["audit", "verify", ...options], "", own);

  test("accepts an unchanged log, and finds an edit, a gap in the middle and, with heads, a missing end", async () => {
    for (let time = 0; time < 3; time += 1) await sign();
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: "No problems found. Events: 3. Writers: 3.\n",
      stderr: "",
    });
    const heads = newFile("heads.ndjson", (await run(["audit", "head"], "", own)).stdout);
    expect(await verify("--heads", heads)).toMatchObject({ code: 0 });
    const [one = "", two = "", three = ""] = readFileSync(log, "utf8").split("\n");

    writeFileSync(log, `${one}\n${two.replace("AL101", "AL102")}\n${three}\n`);
    const edited = await verify();
    expect(edited.code).toBe(2);
    expect(edited.stdout).toMatch(
      /^EDITED {2}writer [0-9a-f]{16} event 1 {2}\S+Z {2}the event was changed after it was recorded\nFindings: 1\. /,
    );

    // Each command is a writer with one event. The next one names it.
    writeFileSync(log, `${one}\n${three}\n`);
    const cut = await verify();
    expect(cut.code).toBe(2);
    expect(cut.stdout).toMatch(/^MISSING .* the first event of this writer refers to a missing event\n/);

    writeFileSync(log, `${one}\n${two}\n`);
    expect(await verify()).toMatchObject({ code: 0 });
    const shortened = await verify("--heads", heads, "--json");
    expect(shortened.code).toBe(2);
    expect(JSON.parse(shortened.stdout)).toMatchObject({
      events: 2,
      findings: [{ kind: "MISSING", sequence: 1, to: 1, seenBy: "HEAD", writer: JSON.parse(three).writer }],
    });
    expect(await verify("--heads", newFile("heads.ndjson", "nonsense\n"))).toMatchObject({ code: 1 });
  });

  test("an audit file that stores nothing is rejected at startup, in one line", async () => {
    const dataDir = newFolder();
    symlinkSync("/dev/null", join(dataDir, "audit.jsonl"));
    const refusal = "audit.jsonl is not a regular file, so no audit event would be kept.\n";
    const env = { DATA_DIR: dataDir, PORT: "0", WORKERS: "1" };
    expect(await run(["serve"], "", env)).toMatchObject({
      code: 1,
      stderr: `withholding-forms: DATA_DIR ${dataDir} cannot be used: ${refusal}`,
    });
    expect(await run(["fill", answers, "-o", join(dataDir, "form.pdf")], "", env)).toMatchObject({
      code: 1,
      stderr: `withholding-forms: ${refusal}`,
    });
  });
});

test("events are listed by day, the last one included", async () => {
  const days = ["2026-01-30T23:59:59.999Z", "2026-01-31T00:00:00.000Z", "2026-01-31T23:59:59.999Z"];
  for (const time of [...days, "2026-02-01T00:00:00.000Z"])
    appendFileSync(
      join(env.DATA_DIR, "audit.jsonl"),
      `${JSON.stringify({ time, requestId: "r", keyId: "k", formId: "AL101", formVersion: "1", language: "en", sha256: "00" })}\n`,
    );
  const list = async (...options: string[]): Promise<string[]> => {
    const { stdout } = await run(["audit", "list", "--json", ...options], "", env);
    return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).time]));
  };
  expect(await list("--from", "2026-01-31", "--to", "2026-01-31")).toEqual(days.slice(1));
  expect(await list("--to", "2026-01-30")).toEqual(days.slice(0, 1));
  expect(await list()).toHaveLength(5);
});

test("an event shows the employee reference of its token", async () => {
  const dataDir = newFolder();
  const bound = {
    time: "2026-01-30T12:00:00.000Z",
    requestId: "r1",
    keyId: "k1",
    formId: "AL101",
    formVersion: "2025.4.0",
    language: "en",
    sha256: "ab".repeat(32),
    employeeReference: "emp-00417",
  };
  writeFileSync(join(dataDir, "audit.jsonl"), `${JSON.stringify(bound)}\n`);
  const show = async (...args: string[]) => (await run(["audit", ...args], "", { DATA_DIR: dataDir })).stdout;
  const line = `2026-01-30T12:00:00.000Z  AL101 2025.4.0  en  k1  r1  ${bound.sha256}  emp-00417\n`;
  expect(await show("list")).toBe(line);
  expect(await show("find", bound.sha256)).toBe(line);
  expect(JSON.parse(await show("find", bound.sha256, "--json"))).toEqual(bound);
});

test.each([
  [["audit", "list", "--from", "yesterday"], /Enter a date as YYYY-MM-DD\./],
  [["audit", "list", "--to", "2026-02-30"], /Enter a date as YYYY-MM-DD\./],
  [
    ["audit", "find", "/no/such/file.pdf"],
    /^withholding-forms: \/no\/such\/file\.pdf cannot be read: [^\n]+\n$/,
  ],
])("%j is rejected", async (args, reason) => {
  const { code, stdout, stderr } = await run(args, "", env);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(reason);
});
