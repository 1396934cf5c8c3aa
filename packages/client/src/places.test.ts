import { expect, it } from "vitest";
import { givenAnswers, possibleFirst } from "./given-answers.js";
import { inputsOf } from "./inputs.js";
import type { GivenBy, LocationData, QuestionSet } from "./types.js";

type Place = NonNullable<LocationData["places"]>[number];

const place = (code: string, certainty: Place["certainty"], kind: Place["kind"] = "COUNTY"): Place => ({
  kind,
  code,
  name: `Name ${code}`,
  certainty,
  source: "census",
});
const at = (id: string, ...places: Place[]) => ({ id, places });
const works = (...addresses: readonly { id: string; places: Place[] }[]) =>
  inputsOf({ locationData: addresses }).get("place.WORK.COUNTY");

const set: QuestionSet = {
  id: "QS1",
  questions: [
    {
      id: "county",
      questionText: "Which county?",
      htmlType: "SELECT",
      validationRegex: "^(?:A|B|C)$",
      validationErrorMessage: "Choose one.",
      required: { whenRequired: "ALWAYS" },
      isCalculated: false,
      questionOptions: ["A", "B", "C"].map((value) => ({ label: value, value })),
      place: { of: ["HOME"], kinds: ["COUNTY"], answers: { "1": "A", "2": "B", "3": "C", "4": "D" } },
    },
  ],
  breadcrumbTitle: "County",
  navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
};
const given = (locationData: GivenBy["locationData"]) => givenAnswers([set], { locationData });
const order = (locationData: GivenBy["locationData"]) =>
  possibleFirst(set, { locationData }).questions[0]?.questionOptions?.map(({ value }) => value);

it("a place in which the home is answers, unless it is no option", () => {
  expect(given([at("home", place("2", "INSIDE"))])).toEqual({ county: "B" });
  expect(given([at("home", place("2", "LIKELY"))])).toEqual({});
  expect(given([at("home", place("4", "INSIDE"))])).toEqual({});
  expect(given([at("work1", place("2", "INSIDE"))])).toEqual({});
  expect(given(undefined)).toEqual({});
});

it("possible places come first", () => {
  expect(order([at("home", place("3", "POSSIBLE"), place("2", "POSSIBLE"))])).toEqual(["B", "C", "A"]);
  expect(order([at("home", place("3", "LIKELY"))])).toEqual(["A", "B", "C"]);
  expect(possibleFirst(set, {})).toBe(set);
});

it("several work addresses answer only if they agree and each is known", () => {
  const one = place("1", "INSIDE");
  expect(works(at("home"), at("work1", one))).toEqual(["INSIDE\t1\tName 1"]);
  expect(works(at("work1", one), at("work2", one))).toEqual(["INSIDE\t1\tName 1", "INSIDE\t1\tName 1"]);
  expect(works(at("work1", one), at("work2", place("1", "LIKELY")))).toEqual([
    "LIKELY\t1\tName 1",
    "LIKELY\t1\tName 1",
  ]);
  expect(works(at("work1", one), at("work2", place("2", "INSIDE")))).toEqual([
    "POSSIBLE\t1\tName 1",
    "POSSIBLE\t2\tName 2",
  ]);
  expect(works(at("work1", one), at("work2", place("9", "INSIDE", "CITY")))).toBeUndefined();
});
