import { expect, test } from "vitest";
import { calendarOf } from "./calendar.js";

test("a calendar entry is a whole day with a reminder, in lines of up to 75 bytes", () => {
  const text =
    "W-4 2026: votre exemption prend fin le 16 février 2027; remettez un nouveau formulaire, s’il vous plaît.";
  const lines = calendarOf("2027-02-16", text).split("\r\n");
  expect(lines[0]).toBe("BEGIN:VCALENDAR");
  expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
  expect(lines).toContain("DTSTART;VALUE=DATE:20270216");
  expect(lines).toContain("TRIGGER:-P14D");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = lines.join("\r\n").replaceAll("\r\n ", "").split("\r\n");
  expect(unfolded).toContain(`SUMMARY:${text.replace(";", "\\;").replace(",", "\\,")}`);
});
