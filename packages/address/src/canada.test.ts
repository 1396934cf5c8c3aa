import { expect, it } from "vitest";
import { embeddedProvider } from "./embedded.js";

const provider = embeddedProvider();
const locate = (provinceTerritory: string, postalCode: string) =>
  provider.locateSync({ streetAddress1: "1 Main St", city: "Somewhere", provinceTerritory, postalCode });

it.each([
  ["AB", "T2P 2M5"],
  ["BC", "V8V 1X4"],
  ["MB", "R3C 0V8"],
  ["NB", "E3B 1E7"],
  ["NL", "A1B 4J6"],
  ["NS", "B3J 1S9"],
  ["NT", "X1A 2N3"],
  ["NU", "X0A 0H0"],
  ["ON", "M7A 1A2"],
  ["PE", "C1A 7K7"],
  ["QC", "G1R 4Y7"],
  ["SK", "S4S 0B3"],
  ["YT", "Y1A 2C6"],
])("accepts a postal code of %s", (province, postalCode) => {
  const located = locate(province, postalCode);
  expect(located).toMatchObject({ region: province, country: "CA", verified: true, problems: [], codes: [] });
});

it.each([
  ["k1a0b1", "K1A 0B1"],
  ["K1A 0B1", "K1A 0B1"],
  [" k1a  0b1 ", "K1A 0B1"],
  ["K1A-0B1", "K1A 0B1"],
])("writes %j with one space and in capitals", (sent, expected) => {
  expect(locate("ON", sent).normalizedAddress).toMatchObject({ postalCode: expected });
});

it.each(["D1A 1A1", "K1D 0B1", "K1A 0F1", "W1A 1A1", "Z1A 1A1", "K1A 0B", "12345", "", "O1A 0B1", "KIA 0B1"])(
  "reports %j, which cannot be a postal code",
  (postalCode) => {
    const located = locate("ON", postalCode);
    expect(located.problems).toEqual([{ code: "POSTAL_CODE_INVALID" }]);
    expect(located).toMatchObject({ region: "ON", verified: false });
  },
);

it.each([
  ["ON", "H2X 1Y4"],
  ["QC", "M5V 2T6"],
  ["NT", "X0A 0H0"],
  ["NU", "X1A 2N3"],
  ["AB", "S9V 0Z9"],
])("reports %s with %s, keeping the province", (province, postalCode) => {
  const located = locate(province, postalCode);
  expect(located.problems).toEqual([{ code: "PROVINCE_MISMATCH" }]);
  expect(located).toMatchObject({ region: province, verified: false });
  expect(located.normalizedAddress).toMatchObject({ provinceTerritory: province });
});

it("accepts the federal government's K1A in Quebec, too", () => {
  expect(locate("QC", "K1A 0S5").problems).toEqual([]);
});

it.each([
  ["Québec", "QC"],
  ["quebec", "QC"],
  ["P.E.I.", "PE"],
  ["Newfoundland", "NL"],
  ["Nouvelle-Écosse", "NS"],
])("knows %s as %s", (name, code) => {
  expect(locate(name, "G1R 4Y7").region).toBe(code);
});

it("leaves street and city in the writer's own spelling, without coordinates", () => {
  const located = provider.locateSync({
    streetAddress1: " 1045,  rue des Parlementaires ",
    streetAddress2: "",
    city: "Québec",
    provinceTerritory: "QC",
    postalCode: "G1A1A3",
  });
  expect(located.normalizedAddress).toEqual({
    streetAddress1: "1045, rue des Parlementaires",
    city: "Québec",
    provinceTerritory: "QC",
    postalCode: "G1A 1A3",
  });
  expect(located.geocoded).toBe(false);
  expect(located).not.toHaveProperty("latitude");
});
