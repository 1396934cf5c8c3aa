import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { contentBook } from "./book.js";

const compiled = compileContent(baseRoot, () => {});
if (compiled === undefined) throw new Error("the content cannot be read");
const book = contentBook(compiled);

it("shows every question of every form and flow in three languages", () => {
  for (const { sets } of compiled.forms) {
    for (const language of ["en", "es", "fr"] as const) {
      for (const set of [...sets[language].plain, ...(sets[language].federal ?? [])])
        for (const { questionText } of set.questions)
          expect(book).toContain(`<span lang="${language}">${questionText}</span>`);
    }
  }
  expect(book).toContain('<span lang="fr">(fr) Are you a soldier?</span>');
  expect(book).toContain("No questions: TS102");
});

it("draws every path, with the answers that lead there", () => {
  // Four form versions, one of them in two variants, one flow of the state, and two flows of its first locality.
  expect(book.match(/<svg class="flow"/g)).toHaveLength(8);
  expect(book).toContain("<title>ALIEN</title>");
  expect(book).toContain(">INELIGIBLE</text>");
});

it("shows options, rules, calculations, notes and statements", () => {
  expect(book).toContain("<code>MARRIED</code>");
  expect(book).toContain("must: <code>students &lt;= children</code>");
  expect(book).toContain("= <code>children * 600</code>, 0 places");
  expect(book).toContain("I swear that I am {{ status }}.");
});

it("is a single file", () => {
  expect(book).not.toMatch(/<link|<img|src="|@import|url\(http/);
});

it("closes every element that it opens", () => {
  for (const element of ["section", "article", "div", "ul", "li", "svg", "details", "span", "p", "g"]) {
    const opened = book.match(new RegExp(`<${element}[ >]`, "g")) ?? [];
    const closed = book.match(new RegExp(`</${element}>`, "g")) ?? [];
    expect([element, closed.length]).toEqual([element, opened.length]);
  }
});
