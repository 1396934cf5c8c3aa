import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eventually } from "@withholding-forms/testing/eventually";
import { install, packAll } from "@withholding-forms/testing/npm";
import { runNode } from "@withholding-forms/testing/programs";
import { closePages, launch, newPage, visitorOf } from "@withholding-forms/testing/wizard/browser";
import { completePage } from "@withholding-forms/testing/wizard/reader";
import { startService } from "@withholding-forms/testing/wizard/service";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const [service, browser] = await Promise.all([startService(), launch()]);
let folder = "";

/** A project of an integrator with React, the example, and our packages, as the registry gets them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "withholding-forms-react-"));
  const packed = await packAll(join(folder, "packed"));
  const ours = ["client", "estimate", "wizard"].map((name) => packed(`@withholding-forms/${name}`));
  const react = ["react@19.3.1", "react-dom@19.3.1", "@types/react@19.3.0", "@types/react-dom@19.3.0"];
  await install(folder, ...react, ...ours);
  await copyFile(join(root, "docs/examples/Wizard.tsx"), join(folder, "Wizard.tsx"));
  await writeFile(join(folder, "main.tsx"), main);
});

afterAll(async () => {
  await closePages(browser);
  await rm(folder, { recursive: true, force: true });
});

const main = `
import { createRoot } from "react-dom/client";
import { TaxForms } from "./Wizard.tsx";

const home = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const employer = { name: "Example Payroll Inc.", federalEIN: "98-7654321", telephoneNumber: "456-867-5309" };
const seen = (text: string) => document.querySelector("ol")?.append(Object.assign(document.createElement("li"), { textContent: text }));

createRoot(document.querySelector("main") as HTMLElement).render(
  <TaxForms
    home={home}
    work={{ ...home, streetAddress1: "64 N Union St" }}
    employer={employer}
    keepForm={async ({ formId }) => seen("keep " + formId)}
    onDone={() => seen("done")}
  />,
);
`;

test("the package of estimates works in Node", async () => {
  const script =
    'import { estimatePaycheck } from "@withholding-forms/estimate"; console.log(typeof estimatePaycheck)';
  const { stdout } = await runNode(["--input-type=module", "-e", script], { cwd: folder });
  expect(stdout).toBe("function\n");
});

test("the React example compiles", async () => {
  const options =
    "--noEmit --strict --skipLibCheck --jsx react-jsx --module esnext --moduleResolution bundler";
  const more =
    "--target es2023 --lib es2023,dom,dom.iterable --allowImportingTsExtensions --preserveSymlinks false";
  const words = [...options.split(" "), ...more.split(" "), "main.tsx"];
  const { stdout } = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...words], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => error);
  expect(stdout).toBe("");
});

test("the React example runs: it passes what the host knows, and gets every signed form", async () => {
  const bundled = await build({
    entryPoints: [join(folder, "main.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const page = await newPage(browser);
  const { origin } = service;
  await page.route(`${origin}/payroll.html`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><title>Payroll</title><main></main><ol></ol><script type="module" src="/payroll.js"></script>',
    }),
  );
  await page.route(`${origin}/payroll.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: bundled.outputFiles[0]?.text ?? "" }),
  );
  await page.route(`${origin}/forms-token`, async (route) => {
    const { accessToken } = (await (await fetch(`${origin}/demo/token`)).json()) as {
      readonly accessToken: string;
    };
    await route.fulfill({ body: accessToken });
  });
  // The host's server passes this path on to the service.
  await page.route(`${origin}/forms/**`, (route) =>
    route.continue({ url: route.request().url().replace("/forms/v1", "/v1") }),
  );
  await page.goto(`${origin}/payroll.html`);
  const { settled, heading } = visitorOf(page);
  await settled();
  // The addresses are known.
  expect(await heading()).toBe("Does any of this apply to you?");
  const employee = {
    says: [
      [/^First name/, "Jane"],
      [/^Last name/, "Doe"],
      [/^Social Security number/, "123-45-6789"],
      [/Which filing status do you expect/, "Single or married filing separately"],
      [/Which personal exemption do you claim/, "Single"],
      [/How many dependents, other than your spouse/, "0"],
      [/signature/, "Jane Doe"],
    ],
  } as const;
  while ((await completePage(page, employee, settled)) !== undefined);
  const seen = () => page.locator("ol li").allInnerTexts();
  await eventually(async () => (await seen()).includes("done"), { what: "the end" });
  expect(await seen()).toEqual(["keep W4101", "keep AL101", "done"]);
});
