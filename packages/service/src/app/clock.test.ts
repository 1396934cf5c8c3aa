import { expect, test } from "vitest";
import { timestamp } from "./clock.js";

test("each instant has its own timestamp, also after others and for an equal date", () => {
  const [earlier, later] = [1_763_404_200_001, 1_763_404_200_002];
  const texts = [earlier, earlier, later, earlier].map((time) => timestamp(new Date(time)));
  expect(texts).toEqual([
    "2025-11-17T18:30:00.001Z",
    "2025-11-17T18:30:00.001Z",
    "2025-11-17T18:30:00.002Z",
    "2025-11-17T18:30:00.001Z",
  ]);
});
