import { expect, it } from "vitest";
import { amountText, dateText, numberText, percentText } from "./format.js";

it("formats amounts per language, with cents only if there are any", () => {
  expect(amountText("2200", "en")).toBe("$2,200");
  expect(amountText("2200", "es")).toBe("$2,200");
  expect(amountText("2200", "fr")).toBe("2\u00a0200\u00a0$");
  expect(amountText("1234.5", "en")).toBe("$1,234.50");
  expect(amountText("1234.5", "fr")).toBe("1\u00a0234,50\u00a0$");
});

it("formats plain numbers and percentages", () => {
  expect(numberText("16452", "en")).toBe("16,452");
  expect(numberText("16452", "fr")).toBe("16\u00a0452");
  expect(percentText("7.5", "en")).toBe("7.5%");
  expect(percentText("7.5", "es")).toBe("7.5%");
  expect(percentText("7.5", "fr")).toBe("7,5\u00a0%");
});

it("formats dates in words", () => {
  expect(dateText("2027-02-16", "en")).toBe("February 16, 2027");
  expect(dateText("2027-02-16", "es")).toBe("16 de febrero de 2027");
  expect(dateText("2027-02-16", "fr")).toBe("16 février 2027");
  expect(dateText("someday", "en")).toBe("someday");
});
