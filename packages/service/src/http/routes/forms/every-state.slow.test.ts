import { readFileSync } from "node:fs";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

// The capitols of the 50 states, and the District's city hall: one address each.
const capitols = new URL("../../../../../address/src/test/capitols.txt", import.meta.url);
const addresses = readFileSync(capitols, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("|").map((part) => part.trim()))
  .map(([state, streetAddress1, city, zipCode]) => ({ streetAddress1, city, state, zipCode }));
addresses.push({
  streetAddress1: "1350 Pennsylvania Ave NW",
  city: "Washington",
  state: "DC",
  zipCode: "20004",
});

const { call } = await startTestServer();

test("there is one address in each of the 50 states and DC", () => {
  expect(new Set(addresses.map(({ state }) => state)).size).toBe(51);
  expect(addresses).toHaveLength(51);
});

test.each(addresses)(
  "who lives in $state is covered, whichever state the work is in",
  async (homeAddress) => {
    const uncovered: string[] = [];
    for (const workAddress of addresses) {
      const payload = { homeAddress, workAddresses: [workAddress] };
      for (const url of ["/v1/forms", "/v1/guided-flows"]) {
        const response = await call({ method: "POST", url, payload });
        expect(response.statusCode).toBe(200);
        const { errors, forms, flows } = response.json();
        expect((forms ?? flows).length).toBeGreaterThan(0);
        // Lansing's own certificate is missing.
        for (const { code, locality } of errors)
          if (code === "JURISDICTION_NOT_COVERED" && locality !== "MI_LANSING")
            uncovered.push(`${url} ${workAddress.state}: ${locality}`);
      }
    }
    expect(uncovered).toEqual([]);
  },
);
