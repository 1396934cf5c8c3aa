import { startService } from "@withholding-forms/testing/client/service";
import { describe, expect, it } from "vitest";
import {
  allQuestionSets,
  type Comparison,
  compareVersions,
  createClient,
  type QuestionSet,
} from "./index.js";
import { by, calculated, choice, end, number, set, to } from "./test/sets.js";

const before: readonly QuestionSet[] = [
  set("QS1", [choice("status", ["single", "married"])], by("status", { single: "QS2", married: "QS2" })),
  set("QS2", [number("children"), number("others"), calculated("credit", "children * 2000")], to("QS3")),
  set("QS3", [number("extra")], end()),
];

const parts = ({ changed }: Comparison): Record<string, readonly string[]> =>
  Object.fromEntries(changed.map((one) => [one.questionId, one.parts]));

describe("compareVersions", () => {
  it("finds nothing between a version and itself", () => {
    const same = compareVersions(before, structuredClone(before));
    expect(same).toMatchObject({ added: [], removed: [], changed: [] });
    expect(same.unchanged).toEqual(["status", "children", "others", "credit", "extra"]);
    expect(same.sets).toEqual({ added: [], removed: [], navigation: [], perjuryStatement: [] });
  });

  it("lists added and removed questions, with their sets", () => {
    const after = [
      before[0],
      set("QS2", [number("children")], to("QS4")),
      set("QS4", [number("pets")], end()),
    ];
    const { added, removed, sets } = compareVersions(before, after as readonly QuestionSet[]);
    expect(added.map(({ questionId, questionSetIds }) => [questionId, questionSetIds])).toEqual([
      ["pets", ["QS4"]],
    ]);
    expect(removed.map(({ questionId }) => questionId)).toEqual(["others", "credit", "extra"]);
    expect(sets).toEqual({ added: ["QS4"], removed: ["QS3"], navigation: ["QS2"], perjuryStatement: [] });
  });

  it("names what changed about a question", () => {
    const after: readonly QuestionSet[] = [
      set(
        "QS1",
        [
          choice("status", ["single", "widowed"], { questionText: "Status?", displayType: "RADIO" }),
          number("others", { required: { whenRequired: "NEVER" }, validationErrorMessage: "no" }),
        ],
        by("status", { single: "QS2", widowed: "QS3" }),
      ),
      set(
        "QS2",
        [
          number("children", {
            notes: [{ htmlType: "PARAGRAPH", text: "Under 17.", suggestedPlacement: "BELOW_QUESTION" }],
            checks: [{ formula: "children < 20", message: "Too many." }],
          }),
          calculated("credit", "children * 2200"),
        ],
        to("QS3"),
      ),
      set("QS3", [calculated("extra", "children")], end("I swear again.")),
    ];
    const compared = compareVersions(before, after);
    expect(parts(compared)).toEqual({
      status: ["questionText", "answer", "optionLabels", "display"],
      children: ["notes", "checks"],
      others: ["message", "required", "questionSet"],
      credit: ["calculation"],
      extra: ["questionText", "answer", "message", "required", "calculation"],
    });
    expect(compared.sets).toMatchObject({ navigation: ["QS1"], perjuryStatement: ["QS3"] });
  });

  it("ignores the order of navigation mappings", () => {
    const turned = set("QS1", before[0]?.questions ?? [], by("status", { married: "QS2", single: "QS2" }));
    expect(compareVersions(before, [turned, ...before.slice(1)]).sets.navigation).toEqual([]);
  });
});

describe("two real versions", () => {
  it("of the federal form differ as their content says", async () => {
    const service = await startService();
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const sets = (formVersion: string) => allQuestionSets(client, { formId: "W4101", formVersion });
    const [old, now] = await Promise.all([sets("2024.12.0"), sets("2025.12.0")]);
    expect(old[0]?.id).toBe("QS1");
    const compared = compareVersions(old, now);
    const added = compared.added.map(({ questionId }) => questionId);
    const removed = compared.removed.map(({ questionId }) => questionId);
    expect(added).toEqual(expect.arrayContaining(["totalIncome", "age65", "spouse65"]));
    expect(removed).toContain("deductionsWorksheet2025Line1");
    expect(parts(compared)["qualifyingChildrenAmount"]).toEqual(["questionText", "calculation"]);
    expect(compared.unchanged).toContain("isNra");
    expect(compared.sets.perjuryStatement).toContain("QS21");
    expect(compared.sets.added).toEqual(expect.arrayContaining(["QS15", "QS16", "QS17"]));
  });
});
