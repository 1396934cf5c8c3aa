import type { Place } from "@withholding-forms/catalog";
import { baseCatalog } from "@withholding-forms/testing/catalog/catalog";
import { expect, test } from "vitest";
import { rememberApplicable } from "./remember-applicable.js";

const home: Place = { addressId: "home", country: "US", region: "OL", localities: [] };
const work = (...localities: readonly string[]): Place => ({
  addressId: "work1",
  country: "US",
  region: "TS",
  localities,
});

test("addresses of one state that suggest different localities are remembered apart", async () => {
  const applicable = rememberApplicable(await baseCatalog());
  const flows = (place: Place): string[] =>
    applicable(home, [place], "2026-03-02", "en").flows.map(({ id }) => id);
  expect(flows(work())).toEqual(["TS_NONRESIDENT"]);
  expect(flows(work("TS_TOWN"))).toEqual(["TS_NONRESIDENT", "TS_TOWN_NONRESIDENT"]);
  expect(flows(work("TS_VILLE"))).toEqual(["TS_NONRESIDENT", "TS_VILLE_NONRESIDENT"]);
  expect(applicable(home, [work("TS_TOWN")], "2026-03-02", "en")).toBe(
    applicable(home, [work("TS_TOWN")], "2026-03-02", "en"),
  );
});
