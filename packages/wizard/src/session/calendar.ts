/** A whole day in a calendar (RFC 5545), with a reminder two weeks before. */
export function calendarOf(day: string, text: string): string {
  const date = day.replaceAll("-", "");
  const summary = text.replace(/[\\,;]/g, "\\$&");
  return [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//withholding-forms//wizard//EN", "BEGIN:VEVENT"],
    ...[`UID:${date}@withholding-forms`, `DTSTAMP:${date}T000000Z`, `DTSTART;VALUE=DATE:${date}`],
    ...folded(`SUMMARY:${summary}`),
    ...["BEGIN:VALARM", "ACTION:DISPLAY", ...folded(`DESCRIPTION:${summary}`), "TRIGGER:-P14D", "END:VALARM"],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
}

/** A line has up to 75 bytes; 37 characters never have more, apart from rare ones that no name of a form has. */
function folded(line: string): readonly string[] {
  return (line.match(/.{1,36}/gsu) ?? []).map((part, index) => (index === 0 ? part : ` ${part}`));
}
