import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Every relative link in the documentation leads to a file, and to a heading in it.

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...[
    "packages/client/README.md",
    "packages/address/README.md",
    "packages/estimate/README.md",
    "clients/python/README.md",
  ],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

test.each(pages)("the links in %s lead somewhere", (page) => {
  const broken = linksOf(read(page)).filter((link) => !leadsSomewhere(page, link));
  expect(broken).toEqual([]);
});

test("a missing file and a missing heading are found", () => {
  expect(leadsSomewhere("README.md", "docs/nowhere.md")).toBe(false);
  expect(leadsSomewhere("README.md", "docs/api.md#nothing-here")).toBe(false);
  expect(leadsSomewhere("README.md", "docs/api.md#filling-a-form")).toBe(true);
});

function read(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^\w+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || headingsOf(read(target)).includes(anchor);
}

/** Headings as GitHub turns them into anchors. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
