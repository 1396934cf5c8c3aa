import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService } from "@withholding-forms/testing/client/service";
import { install, packAll } from "@withholding-forms/testing/npm";
import { closePages, launch, newPage } from "@withholding-forms/testing/wizard/browser";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "./index.js";

/** The package as an integrator gets it: packed and installed in a separate project. */
const run = promisify(execFile);
const service = await startService();
const env = { ...process.env, FORMS_URL: service.baseUrl, FORMS_KEY: service.apiKey };
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
let folder = "";
let tarball = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "withholding-forms-package-"));
  tarball = (await packAll(join(folder, "packed")))("@withholding-forms/client");
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** npm takes most of the time: a few installations serve all projects, each in a folder below. */
const alone = once(() => install(join(folder, "alone"), tarball));
const withTools = once(() =>
  install(join(folder, "tools"), tarball, "node@18.20.8", "typescript@5.4.5", "@types/node@18.19.130"),
);

async function project(
  installed: () => Promise<string>,
  name: string,
  manifest: object,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const cwd = join(await installed(), name);
  await mkdir(cwd);
  await writeFile(join(cwd, "package.json"), JSON.stringify({ name, private: true, ...manifest }));
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
  return cwd;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Walks Alabama's form and completes it; prints the tax parameters. */
const use = `
  const client = createClient({ baseUrl: process.env.FORMS_URL, apiKey: process.env.FORMS_KEY });
  const journey = await walk(client, { formId: "AL101", answers: { filingStatus: "MARRIED", dependents: "2" }, at: "END" });
  const address = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
  const employee = { firstName: "John", lastName: "Smith", socialSecurityNumber: "123-45-6789", address };
  const employer = { name: "Example Inc.", federalEIN: "98-7654321", telephoneNumber: "456-867-5309", address };
  const { taxParameters, pdf } = await client.fillPdf(journey.body({ employee, employer }));
  console.log(taxParameters.map(({ value }) => value).join(" "), pdf.slice(0, 4));
  const refused = await client.getPdf("NOPE").catch((error) => error);
  console.log(refused instanceof NotFoundError, refused.message);
`;
const used = "M 2 0.00 false JVBE\ntrue getPdf: 404 UNKNOWN_FORM\n";

describe("the packed package", () => {
  it("installs without dependencies, and has the promised files", async () => {
    const cwd = await alone();
    const installed = (await readdir(join(cwd, "node_modules"))).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["@withholding-forms"]);
    expect(await readdir(join(cwd, "node_modules/@withholding-forms"))).toEqual(["client"]);
    const home = join(cwd, "node_modules/@withholding-forms/client");
    expect((await readdir(home)).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json", "vectors"]);
    const { vectors } = JSON.parse(await readFile(join(home, "vectors/evaluating.json"), "utf8"));
    expect(vectors.length).toBeGreaterThanOrEqual(40);
    expect(await readFile(join(home, "dist/decimal.js-licence.md"), "utf8")).toContain("MIT");
  });

  it("works in an ESM project", async () => {
    const cwd = await project(
      alone,
      "esm",
      { type: "module" },
      { "main.js": `import { createClient, NotFoundError, walk } from "@withholding-forms/client";${use}` },
    );
    expect((await run("node", ["main.js"], { cwd, env })).stdout).toBe(used);
  });

  it("works in a CommonJS project", async () => {
    const source = `const { createClient, NotFoundError, walk } = require("@withholding-forms/client");
(async () => {${use}})();`;
    const cwd = await project(alone, "cjs", {}, { "main.js": source });
    expect((await run("node", ["main.js"], { cwd, env })).stdout).toBe(used);
  });

  it("works on Node 18", async () => {
    const cwd = await project(
      withTools,
      "node18",
      { type: "module" },
      { "main.js": `import { createClient, NotFoundError, walk } from "@withholding-forms/client";${use}` },
    );
    const node = join(cwd, "../node_modules/node/bin/node");
    expect((await run(node, ["--version"], { cwd })).stdout).toBe("v18.20.8\n");
    expect((await run(node, ["main.js"], { cwd, env })).stdout).toBe(used);
  });

  it("has types for an older TypeScript, in every module resolution mode", async () => {
    const source = `import { createClient, RefusedError, walk, type Client, type FormJourney, type QuestionSet } from "@withholding-forms/client";
const client: Client = createClient({ baseUrl: "https://forms.example.com/v1", getToken: () => "token", language: "fr" });
export async function first(): Promise<QuestionSet> {
  const journey: FormJourney = await walk(client, { formId: "AL101" });
  const { status, questions } = journey.answer({ filingStatus: "ZERO", dependents: 1, several: ["a"], gone: null });
  const known: "ASKING" | "COMPLETE" | "INELIGIBLE" = status;
  console.log(known, questions.map(({ question, text }) => question.id + text));
  return journey.view.set;
}
export function reasons(error: unknown): string[] {
  return error instanceof RefusedError ? error.errors.map(({ message }) => message) : [];
}
// @ts-expect-error a key and getToken exclude each other
createClient({ baseUrl: "", apiKey: "", getToken: () => "" });
// @ts-expect-error no such language
client.forms({ homeAddress: { streetAddress1: "", city: "", state: "", zipCode: "" }, workAddresses: [] }, { language: "de" });
`;
    const cwd = await project(
      withTools,
      "types",
      {},
      { "esm.mts": source, "cjs.cts": source, "plain.ts": source },
    );
    const tsc = (...words: readonly string[]): Promise<string> =>
      run(
        "node",
        ["../node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--target", "es2022", ...words],
        {
          cwd,
        },
      ).then(
        ({ stdout }) => stdout,
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    expect(await tsc("--version")).toBe("Version 5.4.5\n");
    const exact = ["--exactOptionalPropertyTypes", "--lib", "es2022"];
    expect(await tsc("--module", "nodenext", ...exact, "esm.mts", "cjs.cts")).toBe("");
    expect(
      await tsc("--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom", "plain.ts"),
    ).toBe("");
    expect(await tsc("--module", "commonjs", "--moduleResolution", "node10", "plain.ts")).toBe("");
  });
});

/**
 * In both directions, for every type that the client takes from the contract: the packed text and the derived type are
 * equal.
 */
it("the packed types are those that the contract's schemas derive", async () => {
  const root = new URL("../../../", import.meta.url);
  const own = await readFile(new URL("types.ts", import.meta.url), "utf8");
  const names = own
    .match(/^export type \{\n(.*?)\n\} from "@withholding-forms\/contract";$/ms)?.[1]
    ?.match(/\w+/g);
  expect(names).toContain("QuestionSet");
  const source = `import type * as contract from ${JSON.stringify(new URL("packages/contract/dist/index.js", root).pathname)};
import type * as packed from "@withholding-forms/client";
type Into<A, B> = [A] extends [B] ? true : false;
export const same: readonly [
${names?.map((name) => `  Into<packed.${name}, contract.${name}>, Into<contract.${name}, packed.${name}>,`).join("\n")}
] = [${names?.map(() => "true, true").join(", ")}];
// @ts-expect-error shapes that differ are found
export const other: Into<packed.QuestionSet, contract.Question> = true;
`;
  const cwd = await project(alone, "contract", { type: "module" }, { "same.ts": source });
  const tsc = new URL("node_modules/typescript/bin/tsc", root).pathname;
  const flags = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "nodenext",
  ];
  const checked = run("node", [tsc, ...flags, "--target", "es2023", "same.ts"], { cwd });
  expect(
    await checked.then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout,
    ),
  ).toBe("");
});

describe("the examples of the README", () => {
  const blocks = [...readme.matchAll(/^```js( browser)?\n(.*?)^```$/gms)].map(([, browser, source]) => ({
    browser: browser !== undefined,
    source: source ?? "",
  }));
  const inNode = blocks.filter(({ browser }) => !browser).map(({ source }) => source);

  it("run in Node", async () => {
    const files = Object.fromEntries(inNode.map((source, index) => [`example${index}.js`, source]));
    const cwd = await project(alone, "readme", { type: "module" }, files);
    const printed: string[] = [];
    for (const file of Object.keys(files)) printed.push((await run("node", [file], { cwd, env })).stdout);
    expect(printed).toHaveLength(4);
    expect(printed[0]).toContain("AL101 2025.4.0");
    expect(printed[1]).toContain(
      "A head of family must have at least one qualifying dependent.\nCOMPLETE Under",
    );
    expect(printed[1]).toContain(
      "AL.filingStatus=H AL.dependents=2 AL.additionalWithholding=0.00 AL.isExempt=false\n",
    );
    expect((await readFile(join(cwd, "completed.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
    expect(printed[2]).toBe("UNKNOWN_FORM true\n");
    expect(printed[3]).toBe(
      "true true true\nisNra HOLDS\nisExempt HOLDS\nnoTaxLastYear must be asked\nnoTaxThisYear must be asked\n",
    );
  });

  it("run in a browser, bundled", async () => {
    const source = blocks.find(({ browser }) => browser)?.source ?? "";
    const cwd = await project(alone, "browser", { type: "module" }, { "main.js": source });
    const { outputFiles } = await build({
      entryPoints: [join(cwd, "main.js")],
      bundle: true,
      write: false,
      minify: true,
      format: "esm",
      platform: "browser",
    });
    const script = outputFiles[0]?.text ?? "";
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const browser = await launch();
    try {
      const page = await newPage(browser);
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      await page.route(`${service.origin}/page`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<title></title><script type="module">${script}</script>`,
        }),
      );
      await page.route(`${service.origin}/forms-token`, async (route) =>
        route.fulfill({ body: await client.accessToken() }),
      );
      await page.goto(`${service.origin}/page`);
      await page.waitForFunction("document.title !== ''");
      const french = await client.formQuestionSet("AL101", "QS1", { language: "fr" });
      expect(await page.title()).toBe(french.breadcrumbTitle);
      expect(faults).toEqual([]);
    } finally {
      await closePages(browser);
    }
  });
});
