import { expect, test } from "vitest";
import { readTimeZone } from "./time-zone.js";

test.each([
  [undefined, "UTC"],
  ["", "UTC"],
  ["UTC", "UTC"],
  ["America/New_York", "America/New_York"],
  ["america/new_york", "America/New_York"],
  ["US/Pacific", "America/Los_Angeles"],
  ["America/St_Johns", "America/St_Johns"],
  ["Pacific/Honolulu", "Pacific/Honolulu"],
])("time zone %j is %s", (header, zone) => {
  expect(readTimeZone(header)).toBe(zone);
});

test.each([
  "Mars/Olympus",
  "PST",
  "ist",
  "+05:30",
  "America/New_York\r\nx: y",
  "../etc",
  "é",
  "A".repeat(65),
])("there is no time zone %j", (header) => {
  expect(readTimeZone(header)).toBeUndefined();
});
