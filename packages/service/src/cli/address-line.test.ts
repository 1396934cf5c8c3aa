import { expect, test } from "vitest";
import { readAddress } from "./address-line.js";

test.each([
  [
    "11 S Union St, Montgomery, AL 36130",
    { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
  ],
  [
    " 350 Fifth Ave ,Suite 200, New York,  ny 10118-0001 ",
    {
      streetAddress1: "350 Fifth Ave",
      streetAddress2: "Suite 200",
      city: "New York",
      state: "NY",
      zipCode: "10118-0001",
    },
  ],
  [
    "111 Wellington St, Ottawa, ON K1A 0A9",
    { streetAddress1: "111 Wellington St", city: "Ottawa", provinceTerritory: "ON", postalCode: "K1A 0A9" },
  ],
])("reads %s", (line, address) => {
  expect(readAddress(line)).toEqual(address);
});

test.each([
  "",
  "Montgomery, AL 36130",
  "11 S Union St, Montgomery, AL",
  "11 S Union St, Montgomery, 36130",
  "11 S Union St, , Montgomery, AL 36130",
  "1, 2, 3, Montgomery, AL 36130",
])("rejects %j", (line) => {
  expect(() => readAddress(line)).toThrow("Enter each address as one argument");
});
