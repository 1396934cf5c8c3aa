/** Widths of Helvetica's letters in thousandths of the size, by WinAnsi code. 0 where the code has no letter. */
export const helveticaWidths = new Uint16Array(256);

/** WinAnsi code of a UTF-16 unit below its length, 0 for what WinAnsi lacks or what is never printed as it is. */
export const winAnsiCodes = new Uint8Array(0x2123);

/** Height of capitals and depth of descenders, in thousandths. */
export const helvetica = { capHeight: 718, descent: 207 } as const;

// Adobe's published metrics of Helvetica, codes 32 to 126, 128 to 159, 160 to 255.
const ascii =
  "278,278,355,556,556,889,667,191,333,333,389,584,278,333,278,278,556,556,556,556,556,556,556,556,556,556,278,278,584,584,584,556,1015,667,667,722,722,667,611,778,722,278,500,667,556,833,722,778,667,778,722,667,611,722,667,944,667,667,611,278,278,278,469,556,333,556,556,500,556,556,278,556,556,222,222,500,222,833,556,556,556,556,333,500,278,556,500,722,500,500,500,334,260,334,584";
const marks =
  "556,0,222,556,333,1000,556,556,333,1000,667,333,1000,0,611,0,0,222,222,333,333,350,556,1000,333,1000,500,333,944,0,500,667";
const latin =
  "278,333,556,556,556,556,260,556,333,737,370,556,584,333,737,333,400,584,333,333,333,556,537,278,333,333,365,556,834,834,834,611,667,667,667,667,667,667,1000,722,667,667,667,667,278,278,278,278,722,722,778,778,778,778,778,584,778,722,722,722,722,667,667,611,556,556,556,556,556,556,889,500,556,556,556,556,278,278,278,278,556,556,556,556,556,556,556,584,611,556,556,556,556,500,556,500";
const markUnits =
  "20ac,0,201a,192,201e,2026,2020,2021,2c6,2030,160,2039,152,0,17d,0,0,2018,2019,201c,201d,2022,2013,2014,2dc,2122,161,203a,153,0,17e,178";

fill(32, ascii);
fill(128, marks);
fill(160, latin);
for (let unit = 32; unit < 256; unit += 1) if (unit < 127 || unit >= 160) winAnsiCodes[unit] = unit;
markUnits.split(",").forEach((hex, index) => {
  if (hex !== "0") winAnsiCodes[Number.parseInt(hex, 16)] = 128 + index;
});
// A no-break space is printed as a space; a soft hyphen shows only where a line is broken, which we do not do.
winAnsiCodes[0xa0] = 0x20;
winAnsiCodes[0xad] = 0;

function fill(start: number, widths: string): void {
  widths.split(",").forEach((width, index) => {
    helveticaWidths[start + index] = Number(width);
  });
}
