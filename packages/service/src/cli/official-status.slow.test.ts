import { once } from "node:events";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { newFile, newFolder, run, start } from "@withholding-forms/testing/service/command";
import { describe, expect, test } from "vitest";

const form = ["W4101", "2025.12.0"] as const;

/** A form that is signed with a name only, as a fillPdf body. */
const body = {
  formId: "W4101",
  formVersion: "2025.12.0",
  employee: {
    firstName: "Jane",
    lastName: "Sample",
    socialSecurityNumber: "123-45-6789",
    address: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
  },
  employer: {
    name: "Example Works Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "456-867-5309",
    address: { streetAddress1: "64 N Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
  },
  fields: { isNra: false, isExempt: true, noTaxLastYear: true, noTaxThisYear: true },
};

const fill = (signForm: string, env: Record<string, string>): ReturnType<typeof run> =>
  run(
    ["fill", newFile("answers.json", JSON.stringify({ ...body, signForm })), "-o", newFile("out.pdf", "")],
    "",
    env,
  );

describe("status", () => {
  test("lists bound forms, and forms that need a file because the law sets their words", async () => {
    const { code, stdout } = await run(["official", "status"], "", { DATA_DIR: newFolder() });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^W4101 2025\.12\.0 \(2026\): bound, but the file is missing; needed, because the law sets the wording; published at https:\/\/www\.irs\.gov\/pub\/irs-pdf\/fw4\.pdf$/m,
    );
    expect(stdout).toMatch(/^NY101 2025\.1\.0 \(2025\): bound, but the file is missing; published at /m);
    expect(stdout).toMatch(/^W4103 2025\.12\.0: not bound; needed, because the law sets the wording; /m);
    expect(stdout).not.toMatch(/^AL101 /m);
    expect(stdout).toMatch(
      /^\d+ form versions: 0 in use, \d+ without their file, \d+ not bound\. \d+ with wording/m,
    );
  });

  test("--all --json has every form version with an address", async () => {
    const { stdout } = await run(["official", "status", "--all", "--json"], "", { DATA_DIR: newFolder() });
    const forms = JSON.parse(stdout) as { formId: string; state: string; address: string }[];
    expect(forms.length).toBeGreaterThan(150);
    expect(forms.filter(({ address }) => !/^https:\/\/[^/]+\.[a-z]+/.test(address ?? ""))).toEqual([]);
    expect(forms.find(({ formId }) => formId === "AL101")).toMatchObject({
      state: "not-bound",
      wordsFixed: false,
    });
  });
});

describe("REQUIRE_AGENCY_FILES", () => {
  test("rejects signing a form without the agency's file, but not previewing it", async () => {
    const env = { DATA_DIR: newFolder(), REQUIRE_AGENCY_FILES: "W4101, NY101" };
    for (const mode of ["SIGN", "SIGN_EXTERNALLY"]) {
      const ended = await fill(mode, env);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain("the agency's own file is required and has not been added yet");
    }
    expect((await fill("PREVIEW", env)).code).toBe(0);
    expect((await fill("SIGN", { ...env, REQUIRE_AGENCY_FILES: "NY101" })).code).toBe(0);
  });

  test("exits with a one-line error for a form that does not exist", async () => {
    const env = { DATA_DIR: newFolder(), REQUIRE_AGENCY_FILES: "W4101,ZZ999", PORT: "0" };
    const ended = await run(["serve"], "", env);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toBe(
      'withholding-forms: REQUIRE_AGENCY_FILES has "ZZ999", but there is no such form.\n',
    );
  });

  test("the agencies' files are here to be tested", ({ skip }) => {
    skip(!officialPresent, officialMissing);
  });

  test.runIf(officialPresent)("signs once the file is there", async () => {
    const env = { DATA_DIR: newFolder(), REQUIRE_AGENCY_FILES: "W4101" };
    const file = newFile("w4.pdf", officialBytes("us/federal/fw4-2026.pdf"));
    expect((await run(["official", "add", ...form, file], "", env)).code).toBe(0);
    expect((await fill("SIGN", env)).code).toBe(0);
    expect((await run(["official", "status"], "", env)).stdout).toMatch(
      /^W4101 2025\.12\.0 \(2026\): in use$/m,
    );
  });
});

test("the start names the forms whose words the law fixes and whose file is missing", async () => {
  const env = { DATA_DIR: newFolder(), PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  const { child } = start(["serve", "--workers", "1"], "", env);
  let output = "";
  child.stdout?.on("data", (part) => {
    output += part;
  });
  while (!output.includes("API key")) await once(child.stdout!, "data");
  expect(output).toMatch(
    /^ {2}WARNING {6}The law sets the wording of .*W4101 2025\.12\.0.*, but we use our own until/m,
  );
  expect(output).not.toContain("W4101 2024.12.0");
  child.kill("SIGINT");
  await once(child, "close");
});
