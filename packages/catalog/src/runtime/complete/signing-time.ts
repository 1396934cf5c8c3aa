/** When a form was signed, as it is printed. */
export interface SigningTime {
  readonly day: string;
  readonly time: string;
  readonly zone: string;
}

/** In the employee's zone: an evening in the west is not yet tomorrow. */
export function signingTime(instant: Date, timeZone: string): SigningTime {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
    time: `${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}`,
    zone: parts.get("timeZoneName") ?? timeZone,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes longer than completing a form. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    });
    // Zone names come in any letter case, so callers could grow this without bound.
    if (formats.size >= maxFormats) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

const maxFormats = 50;
