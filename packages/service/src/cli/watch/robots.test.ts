import { expect, test } from "vitest";
import { readRobots } from "./robots.js";

const agent = "withholding-forms/0.1";

test.each([
  ["nothing", "", "/a.pdf", true],
  ["everything for all robots", "User-agent: *\nDisallow: /", "/a.pdf", false],
  ["an empty rule", "User-agent: *\nDisallow:", "/a.pdf", true],
  ["another folder", "User-agent: *\nDisallow: /private/", "/forms/a.pdf", true],
  [
    "the longest rule",
    "User-agent: *\nDisallow: /forms/\nAllow: /forms/public/",
    "/forms/public/a.pdf",
    true,
  ],
  ["allow of two equal rules", "User-agent: *\nDisallow: /forms\nAllow: /forms", "/forms", true],
  ["a pattern with a star", "User-agent: *\nDisallow: /*/drafts/", "/2026/drafts/a.pdf", false],
  ["a pattern with an end", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf", false],
  ["a pattern with an end, and a query", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x=1", true],
  ["a comment", "User-agent: * # all\nDisallow: / # no", "/a.pdf", false],
  [
    "our own name before all robots",
    "User-agent: *\nAllow: /\n\nUser-agent: Withholding-Forms\nDisallow: /",
    "/a.pdf",
    false,
  ],
  ["another robot's name", "User-agent: otherbot\nDisallow: /", "/a.pdf", true],
  [
    "names that share rules",
    "User-agent: otherbot\nUser-agent: withholding-forms\nDisallow: /",
    "/a.pdf",
    false,
  ],
  ["lines of other systems", "User-agent: *\r\nDisallow: /\r\n", "/a.pdf", false],
])("%s", (_, text, path, allowed) => {
  expect(readRobots(text, agent).allows(path)).toBe(allowed);
});
