import type { CompiledOfficial } from "@withholding-forms/catalog/model/binding";
import { expect, test } from "vitest";
import { touchedBy } from "./touched.js";

test("figures, bindings, and passages that a revision changes are named", () => {
  const official = {
    printed: [
      { name: "a", kind: "text", value: "whole(credit)" },
      { name: "b", kind: "text", value: "employee.city" },
    ],
    wording: [
      {
        page: 1,
        from: "Multiply",
        to: "dependents",
        into: [{ part: "ask", set: "QS1", question: "credit" }],
      },
      { page: 1, from: "I declare", to: "true", into: [{ part: "perjury", set: "QS1" }] },
    ],
  } as unknown as CompiledOfficial;
  const touched = touchedBy(
    {
      words: [],
      amounts: [
        { page: 1, removed: ["$2,000"], added: ["$2,200"], alone: true },
        // A row of a wage table, and a paragraph that was rewritten.
        { page: 2, removed: ["2,000", "500", "700", "900"], added: ["2,010", "510"], alone: false },
        { page: 3, removed: ["$30,000"], added: ["$768,700"], alone: false },
        { page: 3, removed: ["$1,600"], added: ["$1,700"], alone: true },
      ],
      fields: [{ kind: "renamed", name: "a", to: "a2", page: 1, words: "" }],
      lines: 2,
      changedLines: 1,
    },
    official,
    { childCredit: "2000", otherCredit: "500", deduction: "30000", age65: "1600", blind: "1600" },
    {
      before: ["Multiply $2,000 by dependents. I declare it is true"],
      after: ["Multiply $2,200 by dependents. I declare it is true"],
    },
  );
  expect(touched).toEqual({
    figures: [
      { name: "childCredit", amount: "2000", now: ["$2,200"], doubtful: false },
      { name: "deduction", amount: "30000", now: ["$768,700"], doubtful: true },
      { name: "age65", amount: "1600", now: ["$1,700"], doubtful: true },
      { name: "blind", amount: "1600", now: ["$1,700"], doubtful: true },
    ],
    bindings: [{ field: "a", change: "now a2", value: "whole(credit)" }],
    wording: [{ from: "Multiply", into: ["ask QS1 credit"] }],
  });
});
