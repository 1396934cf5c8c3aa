/**
 * JSON in which every character beyond ASCII is escaped. For one such character V8 encodes the whole response letter by
 * letter each time it is sent, and for some it keeps two bytes for each letter. That takes 1 to 2 µs a kilobyte.
 */
export function asciiJson(data: object): string {
  return JSON.stringify(data).replace(beyondAscii, escaped);
}

const beyondAscii = /[\u0080-\uffff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
