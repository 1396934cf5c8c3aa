/** The zone of a `Timezone` header, UTC without one, undefined where there is no such IANA zone. */
export function readTimeZone(header: string | undefined): string | undefined {
  if (header === undefined || header === "") return "UTC";
  if (header.length > 64 || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(header)) return undefined;
  const id = header.toLowerCase();
  const known = zones.get(id);
  if (known !== undefined) return known;
  if (onlyIcu.has(id)) return undefined;
  const zone = resolve(header);
  // Only existing zones are cached, in lowercase, so the map stays as small as the tz database.
  if (zone !== undefined) zones.set(id, zone);
  return zone;
}

const zones = new Map<string, string>();

/** Abbreviations that ICU accepts although the tz database has no such zone; several mean different things to people. */
const onlyIcu = new Set(
  "act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst".split(
    " ",
  ),
);

function resolve(header: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: header }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
