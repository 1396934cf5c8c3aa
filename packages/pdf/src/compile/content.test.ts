import { expect, test } from "vitest";
import { openStates } from "./content.js";

test.each([
  ["q 1 0 0 1 0 0 cm Q", 0],
  ["q q 1 w Q", 1],
  ["q (Q Q Q) Tj", 1],
  ["q (a \\) Q (nested Q) Q) Tj", 1],
  ["q % Q is a comment here\n", 1],
  ["q <5151> Tj /Q gs", 1],
  ["q BI /W 1 /H 1 ID Q Q Q\nEI Q", 0],
  ["", 0],
])("%j leaves %i states open", (content, open) => {
  expect(openStates(content)).toBe(open);
});

test("closing what was not opened is rejected", () => {
  expect(() => openStates("Q q")).toThrow("did not open");
});
