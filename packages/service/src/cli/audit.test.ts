import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillAlabama } from "../test/samples.js";
import { newFile, newFolder, run } from "./test/command.js";

const env = { DATA_DIR: newFolder() };
const answers = newFile("answers.json", JSON.stringify({ ...fillAlabama, signForm: "SIGN" }));
const output = join(newFolder(), "form.pdf");
await run(["fill", answers, "-o", output], "", env);
const sha256 = createHash("sha256").update(readFileSync(output)).digest("hex");

test("a signed file is found by itself and by its digest, with when and what it was", async () => {
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
  expect(found.stderr).toMatch(/^No signature with the digest [0-9a-f]{64} is known here\.\n$/);
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

test.each([
  [["audit", "list", "--from", "yesterday"], /Give a day as YYYY-MM-DD\./],
  [["audit", "list", "--to", "2026-02-30"], /Give a day as YYYY-MM-DD\./],
  [
    ["audit", "find", "/no/such/file.pdf"],
    /^withholding-forms: \/no\/such\/file\.pdf cannot be read: [^\n]+\n$/,
  ],
])("%j is refused", async (args, reason) => {
  const { code, stdout, stderr } = await run(args, "", env);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(reason);
});
