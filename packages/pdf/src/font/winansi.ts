/**
 * The one-byte encoding of almost everything that is printed (ISO 32000, annex D). Code of a UTF-16 unit below its
 * length, 0 for what the encoding lacks or what is never printed as it is.
 */
export const winAnsiCodes = new Uint8Array(0x2123);

/** UTF-16 unit of each code, 0 where the code has no letter. */
export const winAnsiUnits = new Uint16Array(256);

const markUnits =
  "20ac,0,201a,192,201e,2026,2020,2021,2c6,2030,160,2039,152,0,17d,0,0,2018,2019,201c,201d,2022,2013,2014,2dc,2122,161,203a,153,0,17e,178";

for (let code = 32; code < 256; code += 1) if (code < 127 || code >= 160) winAnsiUnits[code] = code;
markUnits.split(",").forEach((hex, index) => {
  winAnsiUnits[128 + index] = Number.parseInt(hex, 16);
});
winAnsiUnits.forEach((unit, code) => {
  if (unit !== 0) winAnsiCodes[unit] = code;
});
// A no-break space is printed as a space; a soft hyphen shows only where a line is broken, which we do not do.
winAnsiCodes[0xa0] = 0x20;
winAnsiCodes[0xad] = 0;
