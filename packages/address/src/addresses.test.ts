import { expect, it } from "vitest";
import { embeddedProvider } from "./embedded.js";
import { addressRows } from "./test/address-table.js";

const provider = embeddedProvider();
const rows = addressRows();

it("has at least 200 addresses, from all 50 states, the district and Puerto Rico", () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  const states = new Set(rows.map(({ expected }) => expected.state));
  expect(states.size).toBeGreaterThanOrEqual(52);
});

it.each(rows)("line $line, $section: $sent.streetAddress1, $sent.city", ({ sent, expected, codes }) => {
  const located = provider.locateSync(sent);
  expect(located.normalizedAddress).toEqual(expected);
  expect(located.codes).toEqual(codes);
});
