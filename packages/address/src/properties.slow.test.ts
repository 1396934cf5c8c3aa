import { testAll } from "@withholding-forms/testing/test-all";
import fc from "fast-check";
import { describe, it } from "vitest";
import type { Address, UsAddress } from "./address.js";
import { resultMessages } from "./codes.js";
import { embeddedProvider } from "./embedded.js";
import { addressRows } from "./test/address-table.js";

fc.configureGlobal({ seed: 2026 });

const provider = embeddedProvider();
const rows = addressRows();
const words = [
  ..."N S E W NE North West St Street Ave Avenue Rd Hwy Highway County State US I FM Route Old Of The Calle Camino Urb".split(
    " ",
  ),
  ..."Apt Suite # Unit Bldg Floor Fl 3rd Rear Front Key Lot Pier PMB PO P.O. Box POB RR Rural HC Star PSC CMR General".split(
    " ",
  ),
  ..."Delivery One Two First Fifth Main Oak Broadway Park O'Neil J.F.K. 12 123 1/2 39.2 112-10 18-D A-17 N6W23001 4B".split(
    " ",
  ),
  ..."Km Blq Casa & / - . , ' ½ ñ % No St. Circle Bypass Loop Interstate 5TH Carr Avenida B C/O N/A ß".split(
    " ",
  ),
];
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((parts) => parts.join(" ")),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
);
const place = fc.oneof(
  fc.constantFrom(...rows).map(({ sent }) => ({ city: sent.city, state: sent.state, zipCode: sent.zipCode })),
  fc.record({
    city: fc.constantFrom(...rows).map(({ sent }) => sent.city),
    state: fc.constantFrom(...rows).map(({ sent }) => sent.state),
    zipCode: fc.oneof(
      fc.integer({ min: 0, max: 99_999 }).map((zip) => String(zip).padStart(5, "0")),
      fc.constantFrom(...rows).map(({ sent }) => sent.zipCode),
      fc.string({ maxLength: 12 }),
    ),
  }),
  fc.record({
    city: fc.string({ unit: "grapheme" }),
    state: fc.string({ maxLength: 12 }),
    zipCode: fc.string({ maxLength: 10 }),
  }),
);
const usAddress: fc.Arbitrary<UsAddress> = fc
  .tuple(line, line, place)
  .map(([streetAddress1, streetAddress2, where]) => ({ streetAddress1, streetAddress2, ...where }));
const canadianAddress: fc.Arbitrary<Address> = fc.record({
  streetAddress1: fc.string({ unit: "grapheme" }),
  city: fc.string({ unit: "grapheme" }),
  provinceTerritory: fc.oneof(fc.constantFrom("ON", "Québec", "pei", "NT", "NU"), fc.string()),
  postalCode: fc.oneof(fc.constantFrom("k1a0b1", "X0A 0H0", "X1A-2N3", "H2X 1Y4", "D1A 1A1"), fc.string()),
});
const runs = { numRuns: testAll ? 10_000 : 1_000 };

describe("any address", () => {
  it("is unchanged when its normalized form is sent again", () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: usAddress }, canadianAddress), (address) => {
        const once = provider.locateSync(address).normalizedAddress;
        const twice = provider.locateSync(once).normalizedAddress;
        return JSON.stringify(twice) === JSON.stringify(once);
      }),
      runs,
    );
  });

  it("keeps every number typed in the only street line", () => {
    // Leading zeros of a route go, and number words come in as 1 to 10: so 0 and 1 are left out of the count.
    const digits = (text: string) => [...text.normalize("NFKD").replace(/[^2-9]/g, "")].sort().join("");
    fc.assert(
      fc.property(usAddress, ({ streetAddress1, city, state, zipCode }) => {
        fc.pre(!/\b(?:two|first|fifth)\b/i.test(streetAddress1));
        const located = provider.locateSync({ streetAddress1, city, state, zipCode }).normalizedAddress;
        return digits(`${located.streetAddress1} ${located.streetAddress2 ?? ""}`) === digits(streetAddress1);
      }),
      runs,
    );
  });

  it("keeps a state that was sent, whatever the city and the ZIP say", () => {
    fc.assert(
      fc.property(usAddress, fc.constantFrom("AL", "NY", "CA", "PR", "DC", "AE"), (address, state) => {
        const located = provider.locateSync({ ...address, state });
        return located.region === state && (located.normalizedAddress as UsAddress).state === state;
      }),
      runs,
    );
  });

  it("has consistent codes, flags, coordinates, and problems", () => {
    fc.assert(
      fc.property(usAddress, (address) => {
        const located = provider.locateSync(address);
        const errors = located.codes.filter((code) => code.startsWith("AE") || code.includes("_"));
        return (
          located.codes.every((code) => resultMessages[code] !== undefined) &&
          new Set(located.codes).size === located.codes.length &&
          located.problems.map(({ code }) => code).join() === errors.join() &&
          !(located.verified && errors.length > 0) &&
          located.geocoded === located.codes.includes("GS03") &&
          located.geocoded === (located.latitude !== undefined && located.longitude !== undefined) &&
          // Offline, neither a street nor a roof can be known.
          !located.codes.includes("AS01") &&
          !located.codes.includes("GS01")
        );
      }),
      runs,
    );
  });
});
