import { expect, test } from "vitest";
import { carryWording } from "./carry-wording.js";

test("passages are copied with their current page, and missing ones are named", () => {
  const single = { page: 1, from: "Single or", to: "separately", into: "QS1.status.options.SINGLE" };
  const moved = { page: 1, from: "You may claim", to: "2027.", into: "QS2.exempt.note" };
  const gone = { page: 1, from: "Use the estimator", to: "option; or", into: "QS3.jobs.options.ESTIMATOR" };
  const twice = { page: 2, from: "Step 2", to: "works", into: "QS3.note" };
  expect(
    carryWording(
      [single, moved, gone, twice],
      [
        "Single or Married filing separately. (a) Reserved for future use.",
        "You may claim it until 2027. Step 2 works, and Step 2 works",
      ],
    ),
  ).toEqual({ carried: [single, { ...moved, page: 2 }], lost: [gone, twice] });
});
