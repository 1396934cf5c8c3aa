import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkContent, checkedWords } from "./check.js";
import { folderOfForm, isBelow, knownFolder, knownRoot } from "./only.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "only-"));
  cpSync(fileURLToPath(new URL("./test/base", import.meta.url)), root, { recursive: true });
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

describe("knownFolder", () => {
  it("accepts folders of every depth, with or without a trailing slash", () => {
    for (const name of ["us", "us/TS", "us/TS/TS101", "us/TS/TS101/2026.1.0"]) {
      expect(knownFolder(root, name)).toBe(name);
      expect(knownFolder(root, `${name}/`)).toBe(name);
    }
  });

  it("accepts the id of a form, and the code of a place", () => {
    expect(knownFolder(root, "TS102")).toBe("us/TS/TS102");
    expect(knownFolder(root, "TS")).toBe("us/TS");
  });

  it.each([
    ["mx", "--only: there is no mx; the content has us"],
    ["", "--only: there is no ; the content has us"],
    ["schemas", "--only: there is no schemas; the content has us"],
    ["../us", "--only: there is no ../us; the content has us"],
    ["us/ZZ", "--only: there is no us/ZZ; us has NW, OL, TS, TX"],
    ["TS199", "--only: there is no form TS199; us/TS has TS101, TS102, TS201"],
    ["us/T", "--only: there is no us/T; us has NW, OL, TS, TX"],
    ["us/TS/TS9", "--only: there is no us/TS/TS9; us/TS has TS101, TS102"],
    ["us/TS/TS101/1.1.1", "--only: there is no us/TS/TS101/1.1.1; us/TS/TS101 has 2025.1.0, 2026.1.0"],
    [
      "us/TS/TS101/2026.1.0/form.yaml",
      "--only: there is no us/TS/TS101/2026.1.0/form.yaml; us/TS/TS101/2026.1.0 has no folder below it",
    ],
  ])("rejects %j and lists the choices", (name, message) => {
    expect(() => knownFolder(root, name)).toThrow(message);
  });
});

it("says what to write if a form is named instead of a content folder", () => {
  expect(knownRoot(root)).toBe(root);
  expect(() => knownRoot("/nowhere/AL101")).toThrow(
    "/nowhere/AL101 is not a folder with content. To check one form or jurisdiction, use --only, such as --only AL101 or --only us/AL.",
  );
});

it("finds the folder of a form by its id", () => {
  expect(folderOfForm(root, "TS102")).toBe("us/TS/TS102");
  expect(folderOfForm(root, "TS10")).toBeUndefined();
});

it("does not match a longer name", () => {
  expect(isBelow("us/TS/TS10", "us/TS/TS101/2026.1.0")).toBe(false);
  expect(isBelow("us/TS/TS101", "us/TS/TS101/2026.1.0/form.yaml")).toBe(true);
  expect(isBelow(undefined, "anything")).toBe(true);
});

describe("the count of what was checked", () => {
  const words = async (only?: string): Promise<string> =>
    checkedWords((await checkContent(root, { draw: false, ...(only && { only }) })).checked);

  it("has only the folder requested", async () => {
    expect(await words()).toBe("4 form versions in 4 jurisdictions");
    expect(await words("us/TS/TS102/")).toBe("1 form version in 1 jurisdiction");
  });
});

describe("a form on its own", () => {
  const compiledIds = async (only: string): Promise<string[]> => {
    const { compiled } = await checkContent(root, { draw: false, only });
    return (compiled?.forms ?? []).map(({ form }) => `${form.id} ${form.version}`);
  };

  it("is checked without reading the others, a place with all of its forms", async () => {
    expect(await compiledIds("us/TS/TS102")).toEqual(["TS102 2026.1.0"]);
    expect(await compiledIds("us/TS/TS101/2026.1.0")).toEqual(["TS101 2025.1.0", "TS101 2026.1.0"]);
    expect(await compiledIds("us/TS")).toHaveLength(4);
  });

  it("is compared with its edition in another language, which is read for that", async () => {
    const folder = mkdtempSync(join(tmpdir(), "editions-"));
    try {
      cpSync(root, folder, { recursive: true });
      cpSync(join(folder, "us/TS/TS101/2026.1.0"), join(folder, "us/TS/TS101SP/2026.1.0"), {
        recursive: true,
      });
      const form = join(folder, "us/TS/TS101SP/2026.1.0/form.yaml");
      writeFileSync(form, readFileSync(form, "utf8").replace(/^extends: /m, "extends: TS101/"));
      const official = join(folder, "us/TS/TS101SP/2026.1.0/official.yaml");
      writeFileSync(official, `editionOf: TS101/2026.1.0\n${readFileSync(official, "utf8")}`);
      const { problems, compiled } = await checkContent(folder, { draw: false, only: "us/TS/TS101SP" });
      expect(compiled?.forms.map((parts) => parts.form.id)).toEqual(["TS101", "TS101SP"]);
      const messages = problems.filter(({ rule }) => rule === "official").map(({ message }) => message);
      expect(messages).toEqual([expect.stringContaining("TS101/2026.1.0 is in the same language")]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is reported as unreachable where no flow of any place leads to it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "unreachable-"));
    try {
      cpSync(root, folder, { recursive: true });
      cpSync(join(folder, "us/TS/TS102"), join(folder, "us/TS/TS109"), { recursive: true });
      const { problems } = await checkContent(folder, { draw: false, only: "us/TS/TS109" });
      expect(problems.map(({ rule }) => rule)).toEqual(["form-unreachable"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

// The command as `npm run check` runs it: the build, in a separate process.
describe("npm run check", () => {
  const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  const check = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "check", ...args, "--no-draw"], {
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  it("exits with 1 and a one-line error for an unknown name", () => {
    expect(check(root, "--only", "us/ZZ")).toEqual({
      status: 1,
      stdout: "",
      stderr: "--only: there is no us/ZZ; us has NW, OL, TS, TX\n",
    });
  });

  it("reports what it checked, and exits with 2 if something is wrong", () => {
    const sound = check(root, "--only", "us/TS/TS102");
    expect(sound.stdout).toMatch(/^1 form version in 1 jurisdiction checked: OK \([0-9]+ ms\)\n$/);
    expect(sound.status).toBe(0);
    writeFileSync(join(root, "us/TS/TS102/2026.1.0/parameters.yaml"), "nonsense: 1\n");
    const wrong = check(root);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("us/TS/TS102/2026.1.0/parameters.yaml:1: ");
  });
});
