import { describe, expect, it } from "vitest";
import { type KnownPlace, placeAnswer } from "./place.js";
import { suggestedAnswer } from "./suggest.js";
import type { Question, QuestionSet } from "./types.js";
import { givenAnswers, walkAnswers } from "./walk.js";

const asking = (place: NonNullable<Question["place"]>): Question => ({
  id: "county",
  questionText: "Which county?",
  htmlType: "INPUT",
  displayType: "TEXT",
  validationRegex: "^[A-Za-z0-9 ]+$",
  validationErrorMessage: "Say which.",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  valueType: "text",
  place,
});
const county = { of: ["HOME"], kinds: ["COUNTY"], answers: { "18097": "49", "18063": "32" } } as const;
const known = (where: string, ...places: readonly KnownPlace[]) => new Map([[`place.${where}`, places]]);
const marion = (certainty: "INSIDE" | "LIKELY" | "POSSIBLE"): KnownPlace =>
  `${certainty}\t18097\tMarion County`;
const hendricks: KnownPlace = "POSSIBLE\t18063\tHendricks County";
const cook = (certainty: "INSIDE" | "POSSIBLE"): KnownPlace => `${certainty}\t17031\tCook County`;

describe("a place answers", () => {
  it.each([
    ["inside", county, known("HOME.COUNTY", marion("INSIDE")), { answers: ["49"], certainty: "INSIDE" }],
    ["likely", county, known("HOME.COUNTY", marion("LIKELY")), { answers: ["49"], certainty: "LIKELY" }],
    [
      "one possible",
      county,
      known("HOME.COUNTY", marion("POSSIBLE")),
      { answers: ["49"], certainty: "POSSIBLE" },
    ],
    [
      "two possible",
      county,
      known("HOME.COUNTY", marion("POSSIBLE"), hendricks),
      { answers: ["49", "32"], certainty: "POSSIBLE" },
    ],
    [
      "one possible, and one that is no answer",
      county,
      known("HOME.COUNTY", cook("POSSIBLE"), hendricks),
      { answers: ["32"], certainty: "POSSIBLE" },
    ],
    ["another one", county, known("HOME.COUNTY", cook("INSIDE")), undefined],
    [
      "another one, with otherwise",
      { ...county, otherwise: "NONE" },
      known("HOME.COUNTY", cook("INSIDE")),
      { answers: ["NONE"], certainty: "INSIDE" },
    ],
    ["nothing known", { ...county, otherwise: "NONE" }, new Map(), undefined],
    ["the work, where the home counts", county, known("WORK.COUNTY", marion("INSIDE")), undefined],
    [
      "about another day",
      { ...county, suggestOnly: true },
      known("HOME.COUNTY", marion("INSIDE")),
      { answers: ["49"], certainty: "LIKELY" },
    ],
    [
      "by name, within a state",
      { of: ["HOME"], kinds: ["COUNTY"], byName: "COUNTY", within: "18" } as const,
      known("HOME.COUNTY", marion("INSIDE")),
      { answers: ["Marion"], certainty: "INSIDE" },
    ],
    [
      "by name, in another state",
      { of: ["HOME"], kinds: ["COUNTY"], byName: "COUNTY", within: "18" } as const,
      known("HOME.COUNTY", cook("INSIDE")),
      undefined,
    ],
    [
      "the name of a township, where there is no city",
      { of: ["HOME"], kinds: ["CITY", "TOWNSHIP"], byName: "NAME" } as const,
      new Map([
        ...known("HOME.CITY", "INSIDE\tNONE\t"),
        ...known("HOME.TOWNSHIP", "INSIDE\t4209144976\tLower Merion township"),
      ]),
      { answers: ["Lower Merion township"], certainty: "INSIDE" },
    ],
  ])("%s", (_, place, inputs, expected) => {
    expect(placeAnswer(asking(place as NonNullable<Question["place"]>), inputs)).toEqual(expected);
  });

  const twoAddresses = { ...county, of: ["HOME", "WORK"] } as NonNullable<Question["place"]>;
  const work = known("WORK.COUNTY", marion("INSIDE"));

  it("of the second address only if the first has no answer, and then as a suggestion", () => {
    const answer = (inputs: Map<string, KnownPlace[]>) => placeAnswer(asking(twoAddresses), inputs);
    expect(answer(new Map([...known("HOME.COUNTY", cook("INSIDE")), ...work]) as never)).toEqual({
      answers: ["49"],
      certainty: "LIKELY",
    });
    expect(answer(work as never)).toBeUndefined();
  });

  it("by name and county, only if the county is certain", () => {
    const place = {
      of: ["HOME"],
      kinds: ["SCHOOL_DISTRICT"],
      answers: { "Northwestern Local School District|39023": "1203" },
    } as unknown as NonNullable<Question["place"]>;
    const district = known("HOME.SCHOOL_DISTRICT", "INSIDE\t3905059\tNorthwestern Local School District");
    const at = (code: string, certainty: "INSIDE" | "LIKELY") =>
      placeAnswer(
        asking(place),
        new Map([...district, ...known("HOME.COUNTY", `${certainty}\t${code}\tClark County`)]),
      );
    expect(at("39023", "INSIDE")).toEqual({ answers: ["1203"], certainty: "INSIDE" });
    expect(at("39169", "INSIDE")).toBeUndefined();
    expect(at("39023", "LIKELY")).toBeUndefined();
  });

  it("if only the county is known, is possibly one of the county", () => {
    const answers = { "Bluffton EVSD|39003": "0203", "Delphos CSD|39003": "0204", "Troy CSD|39109": "5509" };
    const place = { of: ["HOME"], kinds: ["SCHOOL_DISTRICT"], answers } as NonNullable<Question["place"]>;
    const at = (code: string) =>
      placeAnswer(asking(place), known("HOME.COUNTY", `LIKELY\t${code}\tAllen County`));
    expect(at("39003")).toEqual({ answers: ["0203", "0204"], certainty: "POSSIBLE" });
    expect(at("39049")).toBeUndefined();
  });
});

describe("a question that a place answers", () => {
  const question = asking(county as unknown as NonNullable<Question["place"]>);
  const set: QuestionSet = {
    id: "QS1",
    questions: [question],
    breadcrumbTitle: "County",
    navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
  };
  const walk = (answers: Record<string, string>, certainty: "INSIDE" | "LIKELY") => {
    const inputs = known("HOME.COUNTY", marion(certainty));
    return walkAnswers(
      () => set,
      "QS1",
      answers,
      () => [question],
      inputs,
    );
  };

  it("is given inside, and the employee's own answer wins", () => {
    const inside = walk({}, "INSIDE");
    expect([inside.end, inside.values.get("county"), [...inside.given]]).toEqual([
      "COMPLETE",
      "49",
      ["county"],
    ]);
    const own = walk({ county: "32" }, "INSIDE");
    expect([own.values.get("county"), [...own.given], own.problems]).toEqual(["32", [], []]);
  });

  it("is asked where it is only likely, with a suggestion", () => {
    expect(walk({}, "LIKELY").problems).toMatchObject([{ questionId: "county", code: "REQUIRED" }]);
    const inputs = known("HOME.COUNTY", marion("LIKELY"));
    expect(givenAnswers(set, inputs)).toEqual({});
    expect(suggestedAnswer(question, { forms: new Map(), inputs })).toEqual({ answer: "49" });
    const possible = known("HOME.COUNTY", marion("POSSIBLE"), hendricks);
    expect(suggestedAnswer(question, { forms: new Map(), inputs: possible })).toBeUndefined();
  });
});
